"""pytest-dtypegen: dtype-generalization conformance for computation graphs."""

__version__ = "0.1.0"
