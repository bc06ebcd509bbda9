"""The console command ``dtypegen``: what is no test run.

Exit codes: 0 done, 1 the answer is bad news (``diff`` found regressions, ``merge`` lacks shares), 2 it could not be
done, with one line on standard error that says why.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest_dtypegen
from pytest_dtypegen.cases import CORPUS, CORPUS_NAME, Case, find_root, folder_entries, parse_id, unlistable
from pytest_dtypegen.errors import ERROR_CLASSES, DtypegenError
from pytest_dtypegen.gate.journal import judge_journal, write_baseline
from pytest_dtypegen.gate.load import make_gate
from pytest_dtypegen.gate.suggest import suggest
from pytest_dtypegen.gate.text import lines as gate_text
from pytest_dtypegen.gate.text import title
from pytest_dtypegen.gate.verdict import GateResult
from pytest_dtypegen.options import DTYPES, LEVELS, OptionError, Options, RunSettings, parse_choice, parse_passes
from pytest_dtypegen.plan import source_of_set
from pytest_dtypegen.report import diff, folder, github, markdown
from pytest_dtypegen.report.generations import JOURNAL
from pytest_dtypegen.report.journal import JournalData, JournalError, read_entries, write_data
from pytest_dtypegen.report.memory import memory_lines, memory_rows
from pytest_dtypegen.report.merge import merge
from pytest_dtypegen.report.summary import summarize
from pytest_dtypegen.report.terminal import lines as terminal_lines
from pytest_dtypegen.report.text import one_line

if TYPE_CHECKING:
    import pytest


class CommandError(Exception):
    """What a user got wrong, in one line."""


def _say(text: str) -> None:
    print(text)


def _journal(path: str) -> JournalData:
    return read_entries(folder.journal_path(Path(path)))


def list_samples(args: argparse.Namespace) -> int:
    """``list``: a list file from a folder of samples."""
    where = Path(args.folder)
    if not where.is_dir():
        raise CommandError(f"{where}: is no folder; give the one that holds the samples")
    base = Path(args.relative_to) if args.relative_to else (Path(args.output).parent if args.output else Path())

    def left_out(what: str, problem: str) -> None:
        print(f"dtypegen: left out: {what!r} {problem}", file=sys.stderr)

    entries = folder_entries(where, onerror=lambda e: left_out(str(e.filename), f"cannot be read ({e.strerror})"))
    if not entries:
        raise CommandError(f"{where}: holds no sample (a directory with a model.py); give another folder")
    paths = []
    for entry in entries:
        path = Path(os.path.relpath(entry.path, base)).as_posix()
        problem = unlistable(path)
        if problem:
            left_out(path, f"{problem}; rename the folder")
        else:
            paths.append(path)
    if not paths:
        raise CommandError(f"{where}: holds no sample that a list can name")
    text = "".join(f"{path}\n" for path in paths)
    if args.output:
        folder.write_text(Path(args.output), text)
        _say(f"{args.output}: {len(paths):,} samples; now: pytest --dtypegen-list={args.output}")
    else:
        sys.stdout.write(text)
    return 0


def explain(args: argparse.Namespace) -> int:
    """``explain``: an error class's page, or the table of all."""
    if args.code is None:
        width = max(len(row.name) for row in ERROR_CLASSES.values())
        for row in ERROR_CLASSES.values():
            _say(f"{row.code}  {row.name:<{width}}  {row.summary}")
        return 0
    from pytest_dtypegen.explain import page

    try:
        _say(page(args.code.replace("_", "-")).rstrip("\n"))
    except KeyError:
        raise CommandError(f"{args.code}: no such error class; 'dtypegen explain' lists them") from None
    return 0


def _write_report(where: Path, data: JournalData, known: Path | None = None) -> None:
    """``known``: the folder of an earlier rendering, whose own columns and gate are kept."""
    row, gate = folder.rendered(known, data) if known else (None, None)
    summary = folder.write_report(where, data, row, gate)
    for line, _ in terminal_lines(summary, data.planned, data.lacking):
        _say(line)
    if data.died_in:
        _say(f"the run was ended by its case {data.died_in} (--dtypegen-inprocess isolates nothing)")
    _say(f"report: {where / folder.PAGE}")


def report(args: argparse.Namespace) -> int:
    """``report``: the report again, from a journal."""
    data = _journal(args.journal)
    there = folder.journal_path(Path(args.journal)).parent
    if args.memory:
        lines = memory_lines(memory_rows(data.entries))
        if not lines:
            raise CommandError(f"{args.journal}: no case tells its memory; it is of an older version, or --inprocess")
        _say("\n".join(lines))
        return 0
    if args.markdown:
        _, gate = folder.rendered(there, data)
        sys.stdout.write(markdown.render(summarize(data.entries), data.entries, data.meta, gate))
        return 0
    _write_report(Path(args.output) if args.output else there, data, there)
    return 0


def merge_reports(args: argparse.Namespace) -> int:
    """``merge``: one report from several journals."""
    output = Path(args.output)
    target = (output / JOURNAL).resolve()
    if any(folder.journal_path(Path(path)).resolve() == target for path in args.journals):
        raise CommandError(f"{output}: is one of the reports to merge; give another folder with -o")
    merged = merge([(path, _journal(path)) for path in args.journals])
    data = merged.data
    output.mkdir(parents=True, exist_ok=True)
    try:
        held = folder.lock(output)
    except folder.ReportInUse:
        raise CommandError(f"{output}: a run is writing to it; give another folder with -o") from None
    try:
        write_data(output / JOURNAL, data)
        for note in merged.notes:
            _say(note)
        _write_report(output, data)
    finally:
        held.release()
    return 1 if any(note.startswith("missing:") for note in merged.notes) else 0


def show_diff(args: argparse.Namespace) -> int:
    """``diff``: what changed between two runs; 1 where something is worse."""
    found = diff.changes(_journal(args.before), _journal(args.after))
    for line in diff.lines(found, shown=len(found) if args.all else 20):
        _say(line)
    return int(any(change.kind in diff.WORSE for change in found))


def suggest_rules(args: argparse.Namespace) -> int:
    """``rules suggest``: a journal's failures as rules, to edit."""
    text = suggest([entry.record for entry in _journal(args.journal).entries])
    if args.output:
        if Path(args.output).exists():
            raise CommandError(f"{args.output}: is there already; give another file with -o")
        folder.write_text(Path(args.output), text)
        _say(f"{args.output}: {text.count('[[rule]]'):,} rules; check each, then: --dtypegen-rules={args.output}")
    else:
        sys.stdout.write(text)
    return 0


def hold_against_gate(args: argparse.Namespace) -> int:
    """``gate``: a journal against a baseline; 1 where it is red."""
    settings = RunSettings(
        baseline=Path(args.baseline),
        update_baseline=args.update_baseline,
        rules=Path(args.rules) if args.rules else None,
        strict=args.strict,
    )
    data = _journal(args.journal)
    judged = write_baseline(judge_journal(data, make_gate(settings)))
    again = shlex.join(["dtypegen", "gate", args.journal, f"--baseline={args.baseline}", "--update-baseline"])
    _say(f"gate: {title(judged.result)}")
    for line, _ in gate_text(judged.result, again):
        _say(line)
    for note in judged.notes:
        _say(note)
    _add_to_report(folder.journal_path(Path(args.journal)).parent, data, judged.result)
    github.tell(_say, data, judged.result)
    return judged.result.exit_code


def _add_to_report(where: Path, data: JournalData, result: GateResult) -> None:
    """The gate's verdicts in the report beside the journal, where there is one."""
    if not (where / folder.PAGE).is_file():
        return
    row, _ = folder.rendered(where, data)
    try:
        folder.write_report(where, data, row, result)
        _say(f"report: {where / folder.PAGE}")
    except OSError as error:
        _say(f"{where}: the report could not be written again ({error.strerror}); the verdict stands")


def capture(args: argparse.Namespace) -> int:
    """``capture``: an ``nn.Module`` as a sample."""
    output = Path(args.output)
    if output.exists() and any(output.iterdir() if output.is_dir() else [output]):
        raise CommandError(f"{output}: is there already; give a new folder with -o")
    sys.path.insert(0, os.getcwd())  # noqa: PTH109 - the user's module is looked for where they are
    from pytest_dtypegen.samples.capture import CaptureError, capture_spec
    from pytest_dtypegen.samples.write import write_sample

    try:
        sample = capture_spec(args.spec, source=args.source)
    except CaptureError as error:
        raise CommandError(str(error)) from None
    write_sample(sample, output)
    _say(f"{output}: captured from {args.spec}")
    return 0


def _listed(text: str) -> str:
    """What stands before ``::`` in a case's id."""
    return text.rpartition("::")[0]


def _case(text: str, root: str | None) -> Case:
    """The case that an id means, with its directory; a source's, which is no directory yet, with none."""
    case = parse_id(text)
    if case is None or case.dtype not in DTYPES:
        raise CommandError(f"{text}: is no case; write it as in the report: samples/x[float16-cpu]")
    listed = _listed(text)
    if not root and source_of_set(listed, Path()) is not None:
        return case
    if root:
        base = Path(root)
    elif listed == CORPUS_NAME:
        base = CORPUS.parent
    else:
        base = find_root(Path(listed or "list.txt"), [case.sample], Path())
    path = base / case.sample
    if not path.is_dir():
        raise CommandError(f"{path}: there is no sample here; give the folder of its list with --root")
    return replace(case, path=str(path))


def minimize(args: argparse.Namespace) -> int:
    """``minimize``: the smallest subgraph that still fails the same way, as a sample."""
    from pytest_dtypegen.conftests import with_config

    case = _case(args.case, args.root)
    options = Options(level=parse_choice(args.level, LEVELS, "--level"))
    listed = Path(_listed(args.case))

    def smallest(config: pytest.Config) -> None:
        from pytest_dtypegen.check.minimize import minimize_case
        from pytest_dtypegen.users import ask, passes_by_name

        own = passes_by_name(ask(config, "pytest_dtypegen_passes"))
        parse_passes([case.pass_name], lambda: own, args.case)
        with tempfile.TemporaryDirectory(prefix="dtypegen-") as scratch:
            source = None if case.path else source_of_set(listed.name, Path())
            found = case if source is None else _made(config, case, source, Path(scratch))
            _say(minimize_case(found, options, Path(args.output), own))

    with_config(smallest, listed if listed.is_file() else None)
    return 0


def _made(config: pytest.Config, case: Case, source: str, folder: Path) -> Case:
    """A case of a user's source, its sample written into ``folder``."""
    from pytest_dtypegen.sources import make_sample, sources_by_name
    from pytest_dtypegen.users import ask

    sources = sources_by_name(ask(config, "pytest_dtypegen_sources"), [source])
    if case.sample not in sources[source].samples():
        raise CommandError(f"{case.sample}: is no sample of {source}; write the case as in the report")
    make_sample(sources[source], case.sample, folder / "sample")
    return replace(case, path=str(folder / "sample"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dtypegen", description="Lists, reports and samples of pytest-dtypegen.")
    parser.add_argument("--version", action="version", version=f"pytest-dtypegen {pytest_dtypegen.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        sub.set_defaults(run=run)
        return sub

    sub = command("list", list_samples, "make a list of the samples in a folder")
    sub.add_argument("folder", metavar="FOLDER")
    sub.add_argument("-o", "--output", metavar="FILE", help="write the list here, not to standard output")
    sub.add_argument("--relative-to", metavar="DIR", help="write paths relative to this folder (default: the list's)")

    sub = command("explain", explain, "explain an error class")
    sub.add_argument("code", metavar="CODE", nargs="?", help="DG402, or attention-mask-dtype; none: list all")

    sub = command("report", report, "render the report again from a journal")
    sub.add_argument("journal", metavar="JOURNAL", help="a journal.jsonl, or the folder that holds it")
    sub.add_argument("-o", "--output", metavar="DIR", help="where to write it (default: beside the journal)")
    sub.add_argument("--markdown", action="store_true", help="print it as Markdown instead")
    sub.add_argument("--memory", action="store_true", help="print a table of peak memory by sample size instead")

    sub = command("merge", merge_reports, "make one report from the journals of several runs")
    sub.add_argument("journals", metavar="JOURNAL", nargs="+", help="journals, or the folders that hold them")
    sub.add_argument("-o", "--output", metavar="DIR", required=True)

    sub = command("diff", show_diff, "say what changed from one run to another")
    sub.add_argument("before", metavar="A")
    sub.add_argument("after", metavar="B")
    sub.add_argument("--all", action="store_true", help="name every case, not the first 20 of a kind")

    sub = command("gate", hold_against_gate, "hold a run, or several merged, against a baseline")
    sub.add_argument("journal", metavar="JOURNAL", help="a journal.jsonl, or the folder that holds it")
    sub.add_argument("--baseline", metavar="FILE", required=True)
    sub.add_argument("--rules", metavar="FILE", help="expected failures, as for --dtypegen-rules")
    sub.add_argument("--strict", action="store_true", help="also red: fixed cases, rules that match nothing")
    sub.add_argument("--update-baseline", action="store_true", help="write what the run found into the baseline")

    rules = commands.add_parser("rules", help="expected failures", description="Expected failures.")
    sub = rules.add_subparsers(metavar="COMMAND", required=True).add_parser(
        "suggest", help="write a journal's failures as rules", description="Write a journal's failures as rules."
    )
    sub.set_defaults(run=suggest_rules)
    sub.add_argument("journal", metavar="JOURNAL", help="a journal.jsonl, or the folder that holds it")
    sub.add_argument("-o", "--output", metavar="FILE", help="write the rules here, not to standard output")

    sub = command("capture", capture, "capture an nn.Module as a sample")
    sub.add_argument("spec", metavar="MODULE:FUNCTION", help="a function that gives a module and its arguments")
    sub.add_argument("-o", "--output", metavar="DIR", required=True)
    sub.add_argument("--source", metavar="NAME", default="captured", help="'source' in graph_net.json")

    sub = command("minimize", minimize, "cut a failing case down to the smallest sample that fails the same way")
    sub.add_argument("case", metavar="CASE", help="an id as in the report: full.txt::samples/x[float16-cpu]")
    sub.add_argument("-o", "--output", metavar="DIR", required=True)
    sub.add_argument("--root", metavar="DIR", help="what the sample's path is relative to")
    sub.add_argument("--level", metavar="static|run", default="run")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; its exit code."""
    args = _parser().parse_args(argv)
    try:
        return int(args.run(args))
    except (CommandError, JournalError, OptionError) as error:
        return _fail(str(error))
    except DtypegenError as error:
        return _fail(f"{error.failure.error_class}: {error}")
    except BrokenPipeError:
        # the reader of our output has gone: end like others do, and let nothing complain at exit
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except OSError as error:
        output = getattr(args, "output", None)
        # a write that fails, on a full disk, names no file; what is read is opened by name
        if output and (error.filename is None or _is_of_output(Path(os.fsdecode(error.filename)), Path(output))):
            return _fail(f"{output}: cannot be written ({error.strerror}); give another with -o")
        return _fail(f"{error.filename or 'standard output'}: {error.strerror}")


def _is_of_output(path: Path, output: Path) -> bool:
    """Whether a file is the output, lies in it, is what it is first written as (``.NAME.`` beside it), or is a folder
    on the way there that could not be made."""
    path, output = path.absolute(), output.absolute()
    if path.is_relative_to(output):
        return True
    if path.is_relative_to(output.parent) and path != output.parent:
        return path.relative_to(output.parent).parts[0].startswith(f".{output.name[:80]}.")
    return output.is_relative_to(path) and not path.is_dir()


def _fail(text: str) -> int:
    print(f"dtypegen: {one_line(text, 2000)}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
