"""A sample in and out: read, write, capture, inputs. ``corpus/`` is the built-in set."""
