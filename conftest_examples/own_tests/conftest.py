CHOSEN = ("additive_mask", "residual_batch_norm")


def pytest_dtypegen_select_cases(config, cases):
    cases[:] = [case for case in cases if case.sample.endswith(CHOSEN)]
