"""`pitboss history`: the rounds of a log as a hand history that people read, and back to the same log."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.help_text import helped
from pitboss.cli.screen import FINDINGS, GOOD, Trouble, complain, read_bytes, safe, screen, shown, why_unreadable


@helped("history")
def history(
    file: Path | None = None,
    *,
    output: Annotated[Path | None, Parameter(name=("--output", "-o"))] = None,
    to_log: bool = False,
    schema: bool = False,
) -> int:
    if schema:
        if file is not None or to_log:
            raise Trouble("--schema describes the format; leave FILE and --to-log out")
        from pitboss.play.history.schema import schema_text

        return _hand_out(schema_text(), output)
    if file is None:
        raise Trouble("FILE is missing: a log, or a hand history. See `pitboss history --help`.")
    raw = read_bytes(file)
    if output is not None and output.resolve() == file.resolve():
        raise Trouble(f"{shown(output)}: this is the file that is read; name another")
    if raw.startswith(b"{"):
        if to_log:
            raise Trouble(f"{shown(file)}: this is a log already")
        return _hand_out(_as_history(file, raw), output)
    return _read(file, raw, output, to_log)


def _as_history(file: Path, raw: bytes) -> str:
    from pitboss.play.history.agreeing import log_of
    from pitboss.play.history.writing import history_of
    from pitboss.play.log import BadLog, remark

    try:
        text = history_of(raw)
    except BadLog as bad:
        said = " ".join(str(bad).split())
        raise Trouble(f"{shown(file)}: {said}", FINDINGS if said.startswith("record ") else 2) from None
    if said := remark(raw):
        complain(f"{shown(file)}: {said}")
    if log_of(text).log != raw:
        complain(
            f"{shown(file)}: this log is not written as Pitboss writes logs; `--to-log` gives the same records in the "
            "usual form"
        )
    return text


def _read(file: Path, raw: bytes, output: Path | None, to_log: bool) -> int:
    """A hand history: as its log, or what it holds."""
    from pitboss.play.history.agreeing import log_of
    from pitboss.play.history.reading import BadHistory
    from pitboss.wording.things import many

    try:
        found = log_of(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Trouble(f"{shown(file)}: {why_unreadable(error)}") from None
    except BadHistory as bad:
        for fault in bad.faults:
            complain(f"{shown(file)}: {safe(str(fault))}")
        return FINDINGS
    if to_log:
        return _hand_out(found.log.decode(), output)
    if output is not None:
        raise Trouble("-o says where the log goes; add --to-log")
    from pitboss.rulebook.book import book

    rounds, acts = many(found.rounds, "round"), many(found.acts, "act")
    screen().print(f"{book(found.game).full_title}: {rounds}, {acts}. Every act was decided again: all agree.")
    return GOOD


def _hand_out(text: str, output: Path | None) -> int:
    """Prints it or writes a new file: a log or a history that is there is never written over."""
    from pitboss.cli.new import write_new

    if output is None:
        print(text, end="")
        return GOOD
    if output.is_file() and read_bytes(output) == text.encode():
        print(f"{shown(output)} is there already and says the same; it was left as it is.")
        return GOOD
    if trouble := write_new(output, text):
        raise Trouble(f"{shown(output)}: {trouble}")
    print(f"Wrote {shown(output)}.")
    return GOOD
