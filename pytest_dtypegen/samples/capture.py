"""An ``nn.Module`` to a sample, as GraphNet extracts them: dynamo's graph, with every tensor lifted to a placeholder.

Parameters and buffers become ``L_self_modules_..._``, inputs ``L_<argument>_``. What the meta records of a tensor
follows GraphNet's extractor (``graph_net/torch/utils.py``): mean and std of floats, the values of small tensors, the
range of larger integer tensors; but with all their digits, where GraphNet's own samples keep three (six for values).
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import torch._dynamo
from torch import fx

from pytest_dtypegen.samples.model import Sample, TensorMeta
from pytest_dtypegen.samples.modules import Entry, Made, entries
from pytest_dtypegen.samples.symbolic import trace_symbolically
from pytest_dtypegen.samples.write import write_sample

# Tensors with fewer elements are recorded value by value (GraphNet's kLiteralTensorSize).
LITERAL_SIZE = 64
# Digits of a recorded mean or std: enough for the data, few enough to be the same on every CPU.
_MOMENT_DIGITS = 6
# GraphNet's samples have this file; sizes are static here, so that there is nothing in it.
_CONSTRAINTS = "input_tensor_constraints.py"


class CaptureError(ValueError):
    """The module cannot be written as one straight-line graph, or a spec names no module. The message says why."""


@dataclass(frozen=True)
class Traced:
    """A module's graph, with the tensors that its placeholders stood for by ``node.target``.

    ``metas`` describe the tensors as they were before the call, which may have written to them.
    """

    graph: fx.Graph
    tensors: Mapping[str, torch.Tensor]
    metas: Mapping[str, TensorMeta]


def capture(
    module: torch.nn.Module,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any] | None = None,
    *,
    source: str = "captured",
    name: str | None = None,
    tag: str = "other",
    float_scalars: bool = False,
) -> Sample:
    """The sample of one call ``module(*args, **kwargs)``, in the mode (``train``, ``eval``) that the module is in.

    ``source`` and ``tag`` go to ``graph_net.json``. With ``float_scalars`` the module's float attributes (a norm's eps,
    a dropout's p) become 0-d float64 tensors that the graph reads with ``.item()``, as in the samples that GraphNet
    extracts with dynamic shapes; else they are literals.

    Raises CaptureError where the module is no single graph, or the graph holds what a sample cannot.
    """
    traced = trace(module, args, kwargs, float_scalars=float_scalars)
    info = {
        "framework": "torch",
        "num_devices_required": 1,
        "num_nodes_required": 1,
        "dynamic": False,
        "model_name": name or type(module).__name__,
        "source": source,
        "heuristic_tag": tag,
        "dimension_generalization_passes": [],
        "data_type_generalization_passes": [],
    }
    return Sample(graph=traced.graph, tensors=traced.metas, info=info, extra_files={_CONSTRAINTS: ""})


def trace(
    module: torch.nn.Module,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any] | None = None,
    *,
    float_scalars: bool = False,
) -> Traced:
    """``module``'s graph for this call. Runs the module once, without gradients. Raises CaptureError."""
    name = type(module).__name__
    found: list[Traced] = []

    def backend(graph_module: fx.GraphModule, example_inputs: list[Any]) -> Callable[..., Any]:
        found.append(_traced(graph_module, example_inputs))
        return graph_module.forward

    keywords = dict(kwargs or {})
    if float_scalars:  # dynamo lifts floats only where it may be dynamic at all; the sizes stay static
        for tensor in (*args, *keywords.values()):
            if isinstance(tensor, torch.Tensor):
                torch._dynamo.mark_static(tensor)
    config = torch._dynamo.config.patch(
        capture_scalar_outputs=True, capture_dynamic_output_shape_ops=True, specialize_float=not float_scalars
    )
    compiled = torch.compile(module, backend=backend, dynamic=float_scalars, fullgraph=True)
    torch._dynamo.reset()
    try:
        with config, torch.no_grad(), torch.random.fork_rng(devices=[]):
            compiled(*args, **keywords)
    except torch._dynamo.exc.BackendCompilerFailed as error:
        raise CaptureError(f"{name}: {_first_line(error.inner_exception)}") from error
    except torch._dynamo.exc.TorchDynamoException as error:
        if "quantized" in str(error) and not keywords:
            return _symbolically(module, args)
        raise CaptureError(f"{name} does not capture as one graph: {_first_line(error)}") from error
    finally:
        torch._dynamo.reset()
    if len(found) != 1:
        raise CaptureError(f"{name} gave {len(found)} graphs where a sample holds one")
    return found[0]


def _symbolically(module: torch.nn.Module, args: tuple[Any, ...]) -> Traced:
    """The graph of a module with quantized ops, which dynamo's fake tensors cannot run."""
    try:
        return _traced(*trace_symbolically(module, args))
    except fx.proxy.TraceError as error:
        raise CaptureError(f"{type(module).__name__} does not trace: {_first_line(error)}") from error


def _traced(graph_module: fx.GraphModule, example_inputs: Sequence[Any]) -> Traced:
    graph = _plain_copy(graph_module.graph)
    placeholders = [node for node in graph.nodes if node.op == "placeholder"]
    tensors: dict[str, torch.Tensor] = {}
    for node, value in zip(placeholders, example_inputs, strict=True):
        if not isinstance(value, torch.Tensor):
            raise CaptureError(f"the graph reads {node.target}, a {type(value).__name__} and no tensor")
        tensors[str(node.target)] = value.detach()
    return Traced(graph, tensors, {target: describe(target, tensor) for target, tensor in tensors.items()})


def _plain_copy(graph: fx.Graph) -> fx.Graph:
    """The graph without dynamo's node meta, holding calls only."""
    copy = fx.Graph()
    values: dict[fx.Node, fx.Node] = {}
    for node in graph.nodes:
        if node.op not in ("placeholder", "call_function", "call_method", "output"):
            raise CaptureError(f"the graph holds {node.op} {node.target}, which a sample cannot")
        values[node] = copy.node_copy(node, values.__getitem__)
        values[node].meta = {}
    return copy


def describe(name: str, tensor: torch.Tensor) -> TensorMeta:
    """What ``weight_meta.py`` records of ``tensor``, inputs too: GraphNet leaves ``input_meta.py`` empty."""
    dtype, device = str(tensor.dtype).removeprefix("torch."), str(tensor.device)
    mean, std = _moments(tensor)
    data: tuple[float | int | bool, ...] | None = None
    low: float | int | None = None
    high: float | int | None = None
    if tensor.numel() < LITERAL_SIZE and not tensor.dtype.is_complex:
        data = tuple(_shortest(value, tensor.dtype) for value in tensor.flatten().tolist())
    elif tensor.dtype.is_floating_point:
        low = 0 if bool((tensor >= 0).all()) else None  # what a variance, or an input after relu, must keep
    elif tensor.dtype != torch.bool and not tensor.dtype.is_complex:
        low, high = int(tensor.min()), int(tensor.max())
    return TensorMeta(name, tuple(tensor.shape), dtype, device, mean, std, data, low, high)


def _moments(tensor: torch.Tensor) -> tuple[float | None, float | None]:
    if not tensor.dtype.is_floating_point or tensor.numel() == 0:
        return None, None
    wide = tensor.double()
    std = float(wide.std()) if tensor.numel() > 1 else 0.0
    return _digits(float(wide.mean())), _digits(std)


def _digits(value: float) -> float:
    return float(f"{value:.{_MOMENT_DIGITS}g}")


def _shortest(value: float | int | bool, dtype: torch.dtype) -> float | int | bool:
    """The float with the fewest digits that is the same value in ``dtype``; integers and booleans as they are."""
    if not isinstance(value, float) or not math.isfinite(value):
        return value
    for digits in range(1, 17):
        short = float(f"{value:.{digits}g}")
        if torch.tensor(short, dtype=torch.float64).to(dtype).item() == value:
            return short
    return value


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__


def capture_spec(spec: str, *, source: str = "captured") -> Sample:
    """The sample of ``package.module:function``, a function of nothing that returns ``(module, args)``.

    It may return ``(module, args, kwargs)`` too. The function is imported and called: it is the user's own code.
    Raises CaptureError where the spec names no such function or what it returns is something else.
    """
    module_name, _, function_name = spec.partition(":")
    if not module_name or not function_name:
        raise CaptureError(f"{spec!r} is not of the form package.module:function")
    try:
        function = getattr(importlib.import_module(module_name), function_name)
    except (ImportError, AttributeError) as error:
        raise CaptureError(f"{spec}: {error}") from error
    if not callable(function):
        raise CaptureError(f"{spec} is not a function")
    result = _seeded(function)
    if not (isinstance(result, tuple) and len(result) in (2, 3) and isinstance(result[0], torch.nn.Module)):
        raise CaptureError(f"{spec} returned {type(result).__name__}; it must return (module, args)")
    module, args, *rest = result
    return capture(module, tuple(args), rest[0] if rest else None, source=source, name=function_name)


def capture_corpus(directory: str | Path) -> list[Path]:
    """Capture the built-in corpus again into ``directory/<theme>/<name>``. Returns the samples' folders, in order.

    With the same version of torch it gives the same files, except that the last digits of random values may differ
    between processors.
    """
    folders = []
    for entry in entries():
        folder = Path(directory) / entry.path
        write_sample(capture_entry(entry), folder)
        folders.append(folder)
    return folders


def capture_entry(entry: Entry) -> Sample:
    """The sample of one entry of the built-in corpus. ``source`` is its theme."""
    module, args = made(entry)
    name = entry.path.rpartition("/")[2]
    return capture(module, args, source=entry.theme, name=name, tag=entry.tag, float_scalars=entry.float_scalars)


def made(entry: Entry) -> Made:
    """An entry's module and arguments: the same ones each time."""
    module, args = _seeded(entry.make)
    return module, args


def _seeded(make: Callable[[], Any]) -> Any:
    """What ``make`` returns, with torch's random values the same each time and the caller's left as they were."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return make()
