"""What dtypes do: inference over a graph, operand contracts by op and device, op precision lists."""
