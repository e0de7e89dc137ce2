"""Proves the house under fire: campaigns of kills, power cuts, faulty days, malformed messages, forgeries and load.

    PYTHONPATH=src:tests python -m fire.run [--only NAME]… [--count N] [--minutes M] [--resume] [--further docs/fire.md]
        [--write docs/fire.md]
    PYTHONPATH=src:tests python -m fire.run --only NAME --seed N          one trial again

Each campaign is kept in `.fire/NAME.json` after every trial, so it may be stopped at any time; `--resume` goes on as
long as the product is the same, and what the campaign says that it does. The page tells of every campaign kept there,
and goes on telling what it told of the others. `--further` begins with the number after the last trial that the page
has, where the page says that the campaign does the same; the page tells of both runs, each with its commit. A run that
came less far than the one on the page does not take its place, unless something broke. `make proof-fire` runs them
all."""

import argparse
import hashlib
import os
import platform
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct, field

from fire.campaign import Campaign, Ready, first_line, noticed, place
from fire.campaigns import CAMPAIGNS

ROOT = Path(__file__).parents[2]
INTERRUPTED = 130
ENOUGH = 5
"""After so many broken trials a campaign ends."""
EVERY = 10.0
"""Seconds between two lines about progress."""


class Failure(Struct, frozen=True):
    seed: int
    said: str


class Kept(Struct):
    """How far a campaign has come."""

    name: str
    commit: str
    product: str
    """The digest of the product: a campaign goes on only where it is the same."""
    machine: str
    date: str
    asked: int
    trials: int = 0
    tally: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    noticed: dict[str, str] = field(default_factory=dict)
    """Planted fault → what the checks said; empty where they said nothing."""
    told: str = ""
    """The digest of what the campaign says that it does: trials of two kinds do not add up."""
    first: int = 0
    """The number of its first trial: those before it another product did, and the page tells of them."""
    before: int = 0
    """How many of its units those were."""

    def broken(self) -> bool:
        return bool(self.failures) or not all(self.noticed.values())


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def _fresh(campaign: Campaign, count: int) -> Kept:
    changed = " with changes" if _git("status", "--porcelain", "--", "src") else ""
    return Kept(
        name=campaign.name,
        commit=_git("rev-parse", "--short=12", "HEAD") + changed,
        product=_git("rev-parse", "HEAD:src") + changed,
        told=hashlib.sha256(campaign.tells.encode()).hexdigest()[:12],
        machine=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        date=datetime.now(UTC).date().isoformat(),
        asked=count,
    )


class Keeper:
    """The files in which campaigns are kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, name: str) -> Kept | None:
        file = self.folder / f"{name}.json"
        return msgspec.json.decode(file.read_bytes(), type=Kept) if file.exists() else None

    def write(self, kept: Kept) -> None:
        self.folder.mkdir(exist_ok=True)
        part = self.folder / f"{kept.name}.part"
        part.write_bytes(msgspec.json.format(msgspec.json.encode(kept)))
        part.replace(self.folder / f"{kept.name}.json")


class Runner:
    """Runs one campaign from where it is."""

    def __init__(self, campaign: Campaign, kept: Kept, keeper: Keeper, minutes: float | None) -> None:
        self.campaign, self.kept, self.keeper = campaign, kept, keeper
        self.minutes = minutes
        self.until: float | None = None
        self._told = 0.0

    def run(self) -> None:
        with place() as where, self.campaign.ready(where) as ready:
            for fault in self.campaign.plants:
                if fault not in self.kept.noticed:
                    self.kept.noticed[fault] = noticed(ready, fault)
                    self.say(f"planted: {fault}: {self.kept.noticed[fault] or 'NOT NOTICED'}")
            self.until = time.monotonic() + 60 * self.minutes if self.minutes else None
            while not self._over():
                self._trial(ready)
        self.say("done")

    def _over(self) -> bool:
        done, late = self.kept.tally.get(self.campaign.unit, 0), self.until and time.monotonic() > self.until
        return self.kept.before + done >= self.kept.asked or len(self.kept.failures) >= ENOUGH or bool(late)

    def _trial(self, ready: Ready) -> None:
        kept, seed, begun = self.kept, self.kept.first + self.kept.trials, time.monotonic()
        try:
            kept.tally = dict(Counter(kept.tally) + ready.trial(seed))
        except Exception as error:  # what comes unforeseen breaks a trial, and not the campaign
            said = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
            kept.failures.append(Failure(seed, said + first_line(error)))
            self.say(f"trial {seed} BROKE: {said}{error}\n  again: {_again(self.campaign.name, seed)}")
        kept.trials += 1
        kept.seconds += time.monotonic() - begun
        self.keeper.write(kept)
        if time.monotonic() > self._told + EVERY:
            self.say()

    def say(self, what: str = "") -> None:
        self._told = time.monotonic()
        tally = ", ".join(f"{count:,} {name}" for name, count in self.kept.tally.items())
        broken = f", {len(self.kept.failures)} BROKEN" if self.kept.failures else ""
        print(f"{self.campaign.name}: {tally or 'begun'}{broken}, {self.kept.seconds:.0f} s. {what}", flush=True)


def _again(name: str, seed: int) -> str:
    return f"PYTHONPATH=src:tests python -m fire.run --only {name} --seed {seed}"


def once(campaign: Campaign, seed: int) -> int:
    """One trial again, with everything it says."""
    with place() as where, campaign.ready(where) as ready:
        print(dict(ready.trial(seed)))
    return 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m fire.run", description=__doc__)
    names = [each.name for each in CAMPAIGNS]
    parser.add_argument("--only", action="append", choices=names, default=[], metavar="NAME", help=", ".join(names))
    parser.add_argument("--count", type=int, help="how many of its units each campaign counts, instead of its own")
    parser.add_argument("--minutes", type=float, help="for how long each campaign goes on at most")
    parser.add_argument("--resume", action="store_true", help="go on where the last run was stopped")
    parser.add_argument("--further", type=Path, help="go on after the trials of which this page tells")
    parser.add_argument("--seed", type=int, help="only this trial of the one campaign that --only names")
    parser.add_argument("--state", type=Path, default=ROOT / ".fire", help="the folder where campaigns are kept")
    parser.add_argument("--write", type=Path, help="the page to write")
    given = parser.parse_args(arguments)
    if given.seed is not None and len(given.only) != 1:
        parser.error("--seed needs one --only NAME")
    return given


def main(arguments: Sequence[str] | None = None) -> int:
    from fire.page import page, recorded

    given = _arguments(arguments)
    chosen = [each for each in CAMPAIGNS if each.name in (given.only or [each.name])]
    if given.seed is not None:
        return once(chosen[0], given.seed)
    keeper = Keeper(given.state)
    try:
        for campaign in chosen:
            if lacking := campaign.lacks():
                print(f"{campaign.name}: not run: {lacking}", file=sys.stderr)
                continue
            kept = _fresh(campaign, given.count or campaign.count)
            before = keeper.read(campaign.name) if given.resume else None
            if before is not None and (before.product, before.told) == (kept.product, kept.told):
                before.asked = kept.asked
                kept = before
            elif given.further is not None:
                kept.first, kept.before = recorded(campaign, given.further.read_text("utf-8"))
            Runner(campaign, kept, keeper, given.minutes).run()
            keeper.write(kept)
    except KeyboardInterrupt:
        print("interrupted; what was done is kept, and --resume goes on", file=sys.stderr)
        return INTERRUPTED
    found = {each.name: known for each in CAMPAIGNS if (known := keeper.read(each.name)) is not None}
    if given.write:
        written = given.write.read_text("utf-8") if given.write.exists() else ""
        given.write.write_text(page(found, written), encoding="utf-8")
    return 1 if any(found[each.name].broken() for each in chosen if each.name in found) else 0


if __name__ == "__main__":
    sys.exit(main())
