"""Writing what was generated: ``--dtypegen-out`` and ``--dtypegen-record``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePosixPath

from pytest_dtypegen.cases import Case
from pytest_dtypegen.check.original import Original
from pytest_dtypegen.errors import DtypegenError
from pytest_dtypegen.passes.protocol import Rewrite
from pytest_dtypegen.samples.write import record_passes, write_sample, write_whole

#: GraphNet's name for what this project proves, by dtype, in ``data_type_generalization_passes``.
RECORDED_NAME = "dtype_generalization_pass_{dtype}"

_FILES = ("model.py", "weight_meta.py", "input_meta.py", "graph_net.json", "graph_hash.txt",
          "input_tensor_constraints.py")  # fmt: skip


def keep(case: Case, original: Original, rewrite: Rewrite, out: str) -> Path:
    """Write ``OUT/float32/<sample>`` (a copy of the original, once) and ``OUT/<dtype>/<sample>``; the latter's path.

    Both appear whole or not at all. Raises DtypegenError DG102 where the sample's path leads out of ``out``, DG701
    where the graph cannot be printed or the disk does not take it.
    """
    place = _inside(case.sample)
    try:
        _copy_original(Path(case.path), Path(out) / "float32" / place)
        directory = Path(out) / case.dtype / place
        info = {
            **original.sample.info,
            "dtype_generalization_target_dtype": case.dtype,
            "dtype_generalization_precision": case.dtype,
            "dtype_generalization_generated": True,
        }
        write_sample(replace(original.sample, graph=rewrite.graph, tensors=rewrite.tensors, info=info), directory)
    except OSError as error:
        raise DtypegenError("DG701", f"{out}: cannot be written: {error.strerror or error}") from error
    return directory


def record(case: Case) -> None:
    """Add the pass that succeeded to the sample's own ``graph_net.json``."""
    try:
        record_passes(case.path, [RECORDED_NAME.format(dtype=case.dtype)])
    except (OSError, ValueError) as error:
        message = f"{Path(case.path) / 'graph_net.json'}: cannot be recorded in: {error}"
        raise DtypegenError("DG701", message) from error


def _inside(sample: str) -> PurePosixPath:
    """The sample's path below the output folder: relative, without a way out."""
    path = PurePosixPath(sample.replace("\\", "/"))
    parts = [part for part in path.parts if part not in ("/", ".")]
    if ".." in parts or not parts or any(":" in part for part in parts[:1]):
        message = f"{sample}: leads out of the folder that --dtypegen-out names; give a --dtypegen-root above it"
        raise DtypegenError("DG102", message)
    return PurePosixPath(*parts)


def _copy_original(source: Path, target: Path) -> None:
    """The sample's own files, byte for byte, unless they are there already."""
    files = {name: (source / name).read_bytes() for name in _FILES if (source / name).is_file()}
    if all((target / name).is_file() and (target / name).read_bytes() == text for name, text in files.items()):
        return
    write_whole(files, target)
