"""Own tolerances instead of the built-in bound, by sample and dtype, and a column that shows the largest error."""

from dataclasses import dataclass
from fnmatch import fnmatch

TOLERANCES = (
    # sample, dtype, rtol, atol: the first row that matches decides; what none matches is compared as always
    ("corpus/convnet/*", "float16", 2e-3, 2e-3),
    ("corpus/convnet/*", "bfloat16", 2e-2, 2e-2),
)


@dataclass(frozen=True)
class Close:
    """Every output close to its reference. ``scale`` multiplies the tolerances."""

    scale: float = 1.0

    def compare(self, outputs):
        import torch

        from pytest_dtypegen.check.compare import Judgement

        found = self.tolerances(outputs)
        if found is None:
            return None
        rtol, atol = found
        for place, reference, result in outputs.pairs:
            try:
                torch.testing.assert_close(result, reference, rtol=rtol, atol=atol, check_dtype=False)
            except AssertionError as error:
                differs = ", ".join(str(error).splitlines()[2:4])
                return Judgement(False, f"output{place}: beyond rtol {rtol:g}, atol {atol:g}: {differs}")
        return Judgement(True)

    def tolerances(self, outputs):
        dtype = str(outputs.dtype).removeprefix("torch.")
        for sample, name, rtol, atol in TOLERANCES:
            if fnmatch(outputs.sample, sample) and name == dtype:
                return rtol * self.scale, atol * self.scale
        return None


def pytest_addoption(parser):
    parser.addini("tolerance_scale", "what the tolerances are multiplied by", default="1")


def pytest_dtypegen_comparers(config):
    return [Close(float(config.getini("tolerance_scale")))]


def pytest_dtypegen_report_row(config, record):
    error = record.metrics.get("max_eps")
    return {} if error is None else {"error / eps": f"{error:.2g}"}


def pytest_dtypegen_select_cases(config, cases):
    cases[:] = [case for case in cases if case.sample.endswith(("residual_batch_norm", "group_norm", "gated_units"))]
