"""The check-list of a release (`make release`): version, changelog, wheel, source archive, site, bill of materials, and
the goldens of the version, which later versions must replay. It looks at what was built, changes nothing, and tells
every fault at once. With --keep it writes the goldens."""

import argparse
import gzip
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pitboss.version import VERSION

ROOT = Path(__file__).parents[1]
LARGEST = 10_000_000
"""Bytes of a wheel."""
ROUNDS = 12
SEATS = 3
GOLDENS = Path("tests/kept/releases")


class Release:
    """A checkout with what was built in it."""

    def __init__(self, root: Path = ROOT, version: str = VERSION) -> None:
        self.root, self.version = root, version

    # --- what is looked at, each the faults it finds ---

    def versions(self) -> Iterator[str]:
        if not re.fullmatch(r"\d+\.\d+\.\d+", self.version):
            yield f"version.py says '{self.version}'; a release is called like 1.2.3"
        said = tomllib.loads((self.root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
        if said != self.version:
            yield f"pyproject.toml says {said}, version.py {self.version}"
        if f"v{self.version}" in self._git("tag", "--list", f"v{self.version}").split():
            yield f"the tag v{self.version} is there already: choose the next version"

    def changes(self) -> Iterator[str]:
        text = (self.root / "CHANGELOG.md").read_text(encoding="utf-8")
        found = re.search(rf"^## {re.escape(self.version)} — (.+)\n([^#]*)", text, re.M)
        if found is None:
            yield f"CHANGELOG.md has no entry '## {self.version} — DATE'"
            return
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", found[1]):
            yield f"CHANGELOG.md calls {self.version} '{found[1]}': write the date, as 2026-01-31"
        if not re.search(r"^\* ", found[2], re.M):
            yield f"CHANGELOG.md says nothing of {self.version}"

    def wheel(self) -> Iterator[str]:
        file = self._built(f"pitboss-{self.version}-*.whl")
        if file is None:
            yield f"dist has no wheel of {self.version}: `make wheel`"
            return
        if file.stat().st_size >= LARGEST:
            yield f"{file.name} has {file.stat().st_size:,} bytes; at most {LARGEST:,}"
        with zipfile.ZipFile(file) as archive:
            there = set(archive.namelist())
        wanted = ("pitboss/__init__.py", "pitboss/odds/first_figures.bin", "pitboss/py.typed")
        yield from (f"{file.name} lacks {name}" for name in wanted if name not in there)

    def sources(self) -> Iterator[str]:
        file = self._built(f"pitboss-{self.version}.tar.gz")
        if file is None:
            yield f"dist has no source archive of {self.version}: `make wheel`"
            return
        with tarfile.open(file) as archive:
            there = {name.partition("/")[2] for name in archive.getnames()}
        wanted = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "src/pitboss/version.py", "docs/index.md")
        yield from (f"{file.name} lacks {name}" for name in wanted if name not in there)

    def site(self) -> Iterator[str]:
        from docs_site.checking import asks_outside, broken_links

        site = self.root / "build" / "docs" / "site"
        if not (site / "index.html").is_file():
            yield "the documentation is not built: `make docs`"
            return
        yield from asks_outside(site)
        yield from broken_links(site)

    def materials(self) -> Iterator[str]:
        file = self.root / "sbom.json"
        if not file.is_file():
            yield "there is no sbom.json: `make sbom`"
            return
        listed = {
            (each["name"], each["version"]) for each in json.loads(file.read_text(encoding="utf-8"))["components"]
        }
        pinned = re.findall(
            r"^([\w.-]+)==([\w.+-]+)", (self.root / "requirements.txt").read_text(encoding="utf-8"), re.M
        )
        missing = [f"{name} {version}" for name, version in pinned if (name, version) not in listed]
        if missing:
            yield f"sbom.json is not of these requirements; it lacks {', '.join(missing)}: `make sbom`"

    def goldens(self) -> Iterator[str]:
        from pitboss.rulebook.folders import games

        folder = self.root / GOLDENS / self.version
        if not folder.is_dir():
            yield f"{GOLDENS / self.version}: nothing is kept of this version: `make release-goldens`, and commit it"
            return
        yield from (f"{GOLDENS / self.version}: no log of {game}" for game in games() if game not in kept(folder))
        yield from differences(folder)

    def committed(self) -> Iterator[str]:
        changed = self._git("status", "--porcelain").splitlines()
        if changed:
            yield f"{len(changed)} files are not committed, {changed[0][3:]} first"

    # --- what they need ---

    def _built(self, pattern: str) -> Path | None:
        return next(iter((self.root / "dist").glob(pattern)), None)

    def _git(self, *words: str) -> str:
        return subprocess.run(["git", *words], cwd=self.root, capture_output=True, text=True, check=True).stdout


CHECKS: dict[str, Callable[[Release], Iterator[str]]] = {
    "version": Release.versions,
    "changelog": Release.changes,
    "wheel": Release.wheel,
    "source archive": Release.sources,
    "site": Release.site,
    "bill of materials": Release.materials,
    "goldens": Release.goldens,
    "committed": Release.committed,
}


# --- goldens ----------------------------------------------------------------------------------------------------------


def keep(folder: Path, version: str = VERSION) -> None:
    """Writes a log of every game and what came of it."""
    from pitboss.play.log import header_line, lines
    from pitboss.rulebook.folders import games

    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for game in games():
        table = _played(game, version)
        log = header_line(table.rules.terms) + b"".join(lines(table.log))
        (folder / f"{game}.log.gz").write_bytes(gzip.compress(log, mtime=0))
        found[game] = {"sha256": hashlib.sha256(log).hexdigest(), **_outcome(table.state, len(table.log))}
    (folder / "outcomes.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _played(game: str, seed: str) -> Any:
    """A table after some rounds of house players, with every wager that is offered."""
    from pitboss.api import open_table
    from pitboss.play import players
    from pitboss.table.flow import current
    from pitboss.table.people import as_player

    table = open_table(game, shuffle_seed=f"{seed} {game}")
    for seat in range(1, SEATS + 1):
        table.sit(seat, f"P{seat}")
    for _ in range(ROUNDS):
        for seat in range(1, SEATS + 1):
            who = as_player(f"P{seat}")
            for wager in players.wagers(table.view(who), table.offers(who)):
                table.do(who, wager)
        number = table.state.round
        table.close_bets()
        while table.state.round == number and (step := current(table.rules, table.state)) and step.kind == "ask":
            who = as_player(f"P{table.turn}")
            decided = players.decision(table.view(who), table.offers(who))
            assert decided is not None
            table.do(who, decided)
        table.run(until="bets")
    return table


def _outcome(state: Any, records: int) -> dict[str, Any]:
    return {
        "records": records,
        "round": state.round,
        "nets": {str(seat.number): seat.net for seat in state.seats if seat.player},
        "meters": dict(state.meters),
    }


def kept(folder: Path) -> dict[str, dict[str, Any]]:
    """What came of each game's log when it was kept."""
    found: dict[str, dict[str, Any]] = json.loads((folder / "outcomes.json").read_text(encoding="utf-8"))
    return found


def differences(folder: Path) -> Iterator[str]:
    """Logs of a version that this program does not replay to what that version said."""
    from pitboss.play.log import BadLog, read_log
    from pitboss.play.replay import replay

    for game, outcome in kept(folder).items():
        log = gzip.decompress((folder / f"{game}.log.gz").read_bytes())
        if hashlib.sha256(log).hexdigest() != outcome["sha256"]:
            yield f"{folder.name} {game}: the log is not the one that was kept"
            continue
        try:
            terms, records = read_log(log)
            *_, last = replay(terms, records)
        except BadLog as bad:
            yield f"{folder.name} {game}: {bad}"
            continue
        now = {"sha256": outcome["sha256"], **_outcome(last.state, len(records))}
        if now != outcome:
            yield f"{folder.name} {game}: replayed to {now} instead of {outcome}"


def main(release: Release | None = None) -> int:
    takes = argparse.ArgumentParser(description=__doc__)
    takes.add_argument("--keep", action="store_true", help="write the goldens of this version")
    release = release or Release()
    if takes.parse_args().keep:
        keep(release.root / GOLDENS / release.version, release.version)
        print(f"written: {GOLDENS / release.version}")
        return 0
    wrong = 0
    for name, check in CHECKS.items():
        faults = list(check(release))
        wrong += len(faults)
        print(f"{'FAULT' if faults else 'ok':6}{name}")
        for fault in faults:
            print(f"      {fault}")
    stands = "One thing stands" if wrong == 1 else f"{wrong} things stand"
    print(f"{stands} in the way of {release.version}." if wrong else f"{release.version} may be released.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
