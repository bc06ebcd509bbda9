def pytest_dtypegen_devices(config):
    return ["npu"]
