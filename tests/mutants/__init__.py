"""Broken passes, each with one fault of the kind found in the field, and where the harness must catch it."""
