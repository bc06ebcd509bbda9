"""Cases: sample x dtype x device x pass; list files, roots, shards and ids (no torch)."""

from __future__ import annotations

import hashlib
import keyword
import os
import posixpath
import re
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_dtypegen.options import OptionError, RunSettings, Shard

DEFAULT_PASS = "autocast"

CORPUS = Path(__file__).parent / "samples" / "corpus"
CORPUS_NAME = "dtypegen-corpus"
"""What stands before ``::`` in the ids of the built-in corpus, for the name of a list."""

LARGEST_LIST = 256 << 20
LONGEST_PATH = 4096
"""Bytes of a list, and of a path that a system can open (PATH_MAX)."""


def case_id(sample: str, dtype: str, device: str, pass_name: str) -> str:
    """``samples/timm/resnet18[float16-cpu]``; the pass is named where it is not the default."""
    tail = "" if pass_name == DEFAULT_PASS else f"-{pass_name}"
    return f"{sample}[{dtype}-{device}{tail}]"


@dataclass(frozen=True)
class Case:
    """One conformance case. ``sample`` is the path as the list has it (posix); ``path`` where its directory lies.

    ``source`` is the report's row: the folder that the sample lies in (``timm`` in ``samples/timm/resnet18``).
    """

    sample: str
    path: str
    dtype: str
    device: str
    pass_name: str = DEFAULT_PASS
    source: str = ""

    @property
    def id(self) -> str:
        return case_id(self.sample, self.dtype, self.device, self.pass_name)


@dataclass(frozen=True)
class Entry:
    """A sample as a list has it: its path (posix, normalised), its 1-based line, and its directory."""

    sample: str
    line: int
    path: str


def parse_id(text: str) -> Case | None:
    """The case that an id (with or without ``list::`` before it) names, without its directory; None for another id.

    >>> parse_id("full.txt::samples/timm/resnet18[float16-cuda:0-mine]").pass_name
    'mine'
    """
    name = text.rsplit("::", 1)[-1] if "::" in text else text
    match = re.fullmatch(r"(?P<sample>.+)\[(?P<dtype>\w+)-(?P<device>[\w:]+)(?:-(?P<pass>.+))?\]", name, re.DOTALL)
    if match is None:
        return None
    sample = match["sample"]
    return Case(sample, "", match["dtype"], match["device"], match["pass"] or DEFAULT_PASS, source_of(sample))


def source_of(sample: str) -> str:
    """The report's row of a sample: the folder below ``samples``, or below the list's top folder, whatever lies deeper.

    >>> source_of("samples/timm/resnet18"), source_of("samples/transformers/google/bert"), source_of("timm/a")
    ('timm', 'transformers', 'timm')
    >>> source_of("../checkout/samples/timm/resnet18")
    'timm'
    """
    folders = sample.split("/")[:-1]
    if not folders:
        return "(top)"
    if "samples" in folders[:-1]:
        return folders[folders.index("samples") + 1]
    if sample.startswith(("/", "..")):
        return folders[-1] or "(top)"
    return folders[1] if len(folders) > 1 else folders[0]


def marker_name(text: str) -> str:
    """``text`` as a pytest marker: letters, digits and ``_``; usable in ``-m`` and as ``pytest.mark.NAME``.

    pytest takes no marker that begins with an underscore.

    >>> marker_name("transformers-auto-model"), marker_name("3d"), marker_name("not"), marker_name("(top)")
    ('transformers_auto_model', 'x3d', 'not_', 'top_')
    """
    name = re.sub(r"\W", "_", text, flags=re.ASCII).lstrip("_")
    if not name or name[0].isdigit():
        name = f"x{name}"
    return f"{name}_" if keyword.iskeyword(name) or name in ("parametrize", "skip", "skipif", "xfail") else name


def read_list(path: Path) -> list[tuple[str, int]]:
    """The samples of a list file with their 1-based lines, each sample once.

    ``#`` starts a comment at a line's start or after white space; blank lines, a byte order mark and CRLF are fine.
    Raises OptionError where the file is missing, is no regular file, is no text, or holds no sample.
    """
    try:
        text = _list_bytes(path).decode("utf-8-sig")
    except FileNotFoundError:
        raise OptionError(f"{path}: no such list; check the path given to --dtypegen-list") from None
    except IsADirectoryError:
        raise OptionError(f"{path}: is a folder, not a list; make one with: dtypegen list {path} -o list.txt") from None
    except UnicodeDecodeError as error:
        raise OptionError(f"{path}: is not UTF-8 text (byte {error.start}); save the list as UTF-8") from None
    except OSError as error:
        raise OptionError(f"{path}: cannot be read ({error.strerror}); check its permissions") from None
    samples: dict[str, int] = {}
    for number, raw in enumerate(re.split(r"\r\n|\n|\r", text), 1):
        line = re.split(r"(?:^|\s)#", raw, maxsplit=1)[0].strip()
        if not line:
            continue
        if len(os.fsencode(line)) > LONGEST_PATH:
            raise OptionError(
                f"{path}:{number}: the path {line[:40]}... is longer than {LONGEST_PATH} bytes; take the line out"
            )
        problem = unlistable(line)
        if problem:
            raise OptionError(f"{path}:{number}: the path {line!r} {problem}; rename the folder, or take the line out")
        samples.setdefault(posixpath.normpath(line.replace("\\", "/") if os.sep == "\\" else line), number)
    if not samples:
        raise OptionError(f"{path}: the list holds no sample; write one sample path a line")
    return list(samples.items())


def _list_bytes(path: Path) -> bytes:
    """A list file's bytes. A pipe or a device may have no end or never begin, and other processes read it too. Raises
    OSError, and OptionError for what is no regular file or too large."""
    try:
        found = path.stat()
    except ValueError:
        raise OptionError(f"{path}: no such list; check the path given to --dtypegen-list") from None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(path)
    if not stat.S_ISREG(found.st_mode):
        raise OptionError(f"{path}: is no regular file; every process of a run reads the list: write it to a file")
    if found.st_size > LARGEST_LIST:
        raise OptionError(f"{path}: is larger than {LARGEST_LIST >> 20} MiB; a list has one sample path a line")
    with path.open("rb") as stream:
        return stream.read(LARGEST_LIST)


def unlistable(path: str) -> str:
    """Why a sample's path cannot stand in a list, or be a case's; empty where it can."""
    if "::" in path:
        return "holds '::', which stands between a list and its cases in pytest's ids"
    if not path.isprintable():
        return "holds a control character"
    if path != path.strip() or re.search(r"(?:^|\s)#", path):
        return "would be read as a comment, or cut off"
    return ""


def _exists(path: str) -> bool:
    try:
        return os.path.isdir(path)  # noqa: PTH112 - called for every sample; Path costs ten times as much
    except ValueError:
        return False


def find_root(path: Path, samples: Sequence[str], cwd: Path) -> Path:
    """What a list's relative paths are relative to: the nearest folder at or above the list, then the working
    folder, in which the first sample exists; where it exists nowhere, the second decides, and so on. The list's own
    folder where none exists."""
    folders = [str(folder) for folder in (*path.absolute().parents, cwd)]
    for sample in samples:
        for folder in folders:
            if _exists(os.path.join(folder, sample)):  # noqa: PTH118 - as above
                return Path(folder)
    return path.absolute().parent


def list_entries(path: Path, settings: RunSettings, cwd: Path) -> list[Entry]:
    """A list's samples with their directories, whether these exist or not. Raises OptionError as ``read_list``."""
    rows = read_list(path)
    root = settings.options.root or str(find_root(path, [sample for sample, _ in rows], cwd))
    return [Entry(sample, line, os.path.join(root, sample)) for sample, line in rows]  # noqa: PTH118 - as above


def folder_entries(folder: Path, prefix: str = "", onerror: Callable[[OSError], None] | None = None) -> list[Entry]:
    """Every sample (a directory that holds a ``model.py``) at or below ``folder``, sorted, named relative to it.
    ``onerror`` is told of each folder that cannot be entered."""
    found = []
    for where, folders, files in os.walk(folder, onerror=onerror):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        if "model.py" in files:
            name = posixpath.normpath(posixpath.join(prefix, Path(where).relative_to(folder).as_posix()))
            found.append(Entry(name, 1, where))
            folders.clear()
    return sorted(found, key=lambda entry: entry.sample)


def in_shard(sample: str, shard: Shard) -> bool:
    """Whether a sample of which only the name is known is in this share: by a hash of it, the same everywhere."""
    if shard.count == 1:
        return True
    digest = hashlib.sha256(sample.encode("utf-8", "surrogateescape")).digest()
    return int.from_bytes(digest[:8], "big") % shard.count == shard.index - 1


def expand(
    entries: Iterable[Entry], settings: RunSettings, share: Collection[str] | None = None
) -> Iterator[tuple[Case, int]]:
    """The cases of the samples, each with its line: a sample's cases follow each other, its dtypes innermost.

    ``share``: the samples of this run's share (``sizes.shares``), None where it is to go by the names alone."""
    for entry in entries:
        if entry.sample not in share if share is not None else not in_shard(entry.sample, settings.shard):
            continue
        source = source_of(entry.sample)
        for device in settings.devices:
            for pass_name in settings.passes:
                for dtype in settings.dtypes:
                    yield Case(entry.sample, entry.path, dtype, device, pass_name, source), entry.line
