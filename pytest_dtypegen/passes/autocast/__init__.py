"""The built-in pass: torch's autocast, written into the graph.

``policy`` decides on the original graph what each op runs in, and why; ``emit`` builds the new graph in order,
inferring each value as it goes, so that casts stand only where an operand's dtype is not what its op wants. ``tables``
holds the pass's own rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from torch import fx

from pytest_dtypegen.passes.autocast.emit import Emitter
from pytest_dtypegen.passes.autocast.policy import PolicyMaker
from pytest_dtypegen.passes.protocol import PassContext, Rewrite


@dataclass(frozen=True)
class Autocast:
    """Rewrites a float32 graph to run in ``context.dtype`` as torch's autocast would, with fewer casts."""

    name: str = "autocast"

    def rewrite(self, graph: fx.Graph, context: PassContext) -> Rewrite:
        """The rewritten graph and meta; ``graph`` is left as it was.

        Raises DtypegenError where the given graph itself cannot be inferred.
        """
        maker = PolicyMaker(graph, context)
        return Emitter(graph, context, maker.policy()).emit()
