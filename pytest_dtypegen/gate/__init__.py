"""The gate: baseline, and rules for expected failures."""
