"""The same faults in a process that has torch loaded before the first case."""

import torch  # noqa: F401  # loaded here, with the target
from faults import target

__all__ = ["target"]
