"""What a graph may switch on around itself, and how it is switched off again.

A graph can open vmap levels, enter autocast regions and turn gradients on and off as plain nodes
(``_vmap_increment_nesting``, ``_enter_autocast``, ``_set_grad_enabled``). Where an exception interrupts it in between,
these would stay on in a process that is kept for the next case.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import torch
from torch._functorch.pyfunctorch import temporarily_clear_interpreter_stack
from torch.utils._python_dispatch import TorchDispatchMode


def vmap_depth() -> int:
    """How many functorch levels are open."""
    return int(torch._C._functorch.get_dynamic_layer_stack_depth())


class EagerMode(TorchDispatchMode):  # type: ignore[no-untyped-call]  # torch's __init_subclass__
    """A dispatch mode around ops that nobody compiles."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # torch's

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()  # type: ignore[no-untyped-call]  # torch's

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """To be skipped by dynamo means to load it: three seconds a process."""
        return False


class Ambient:
    """The state around one run: told of each node's result, and able to undo or to set aside what is open."""

    def __init__(self) -> None:
        self._depth = vmap_depth()
        self._autocasts: list[torch.autocast] = []

    def note(self, op: str, args: tuple[Any, ...], result: Any) -> None:
        """Keeps account of the autocast regions that a node entered or left."""
        if isinstance(result, torch.autocast):
            self._autocasts.append(result)
        elif op == "_exit_autocast" and args and args[0] in self._autocasts:
            self._autocasts.remove(args[0])

    @property
    def in_vmap(self) -> bool:
        return vmap_depth() > self._depth

    @contextmanager
    def set_aside(self) -> Iterator[None]:
        """Runs the body as if the graph had opened nothing: a tensor that is made inside has no batch dimension."""
        if not self.in_vmap and not self._autocasts:
            yield
            return
        with ExitStack() as stack:
            if self.in_vmap:
                stack.enter_context(temporarily_clear_interpreter_stack())
            for device in {region.device for region in self._autocasts}:
                stack.enter_context(torch.autocast(device, enabled=False))
            stack.enter_context(torch.no_grad())
            yield

    def undo(self) -> None:
        """Leaves every region and level that is still open."""
        if self.in_vmap:
            torch._C._functorch.pop_dynamic_layer_stack_and_undo_to_depth(self._depth)
        while self._autocasts:
            self._autocasts.pop().__exit__(None, None, None)


@contextmanager
def ambient() -> Iterator[Ambient]:
    """No gradients, no warnings, the random state kept, and nothing of what the body opens left open.

    ``no_grad`` and not ``inference_mode``: a value that the caller keeps stays an ordinary tensor (an inference tensor
    refuses writes outside), functorch's levels work, and a graph's own ``_set_grad_enabled(True)`` costs nothing
    since no tensor here requires a gradient.
    """
    random_state = torch.get_rng_state()
    with torch.no_grad(), warnings.catch_warnings():
        # what torch will deprecate or finds slow in a recorded graph is nobody's business here
        warnings.simplefilter("ignore")
        around = Ambient()
        try:
            yield around
        finally:
            around.undo()
            torch.set_rng_state(random_state)
