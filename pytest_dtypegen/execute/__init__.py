"""Where a case runs: worker process, limits, tensors on demand."""
