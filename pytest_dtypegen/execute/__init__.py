"""Where a case runs: the kept child process and its limits, tensors made on demand, and the memory they share.

``pool.make_executor(options, passes, comparers)`` gives what runs cases; the pipeline, in the child, runs graphs with
``run.run_graph(graph, feed, execute=emulate.Emulator(options.exec, device))`` inside ``budget.reserve(need, device)``,
where ``need`` is ``estimate.estimate_bytes(graph, inference.values).reserve``.
"""
