"""Models as samples: each is captured when its first case runs; nothing but code is kept."""

MODELS = ("mlp", "residual", "attention")


class Models:
    """A sample source over the functions of ``models.py``."""

    name = "models"

    def samples(self):
        return [f"models/{name}" for name in MODELS]  # the first folder is the report's row

    def write(self, sample, directory):
        from pytest_dtypegen.samples.capture import capture_spec
        from pytest_dtypegen.samples.write import write_sample

        write_sample(capture_spec(sample.replace("/", ":")), directory)


def pytest_dtypegen_sources(config):
    return [Models()]
