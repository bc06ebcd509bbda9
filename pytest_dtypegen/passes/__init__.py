"""Passes: rewrites under test. ``protocol`` says what one is; ``autocast`` and ``fold_group_norm`` are built in."""
