"""The page on which the campaigns are recorded: it is made of what was kept. What it told of a campaign that is not
kept here (it ran in another checkout) stays as it was."""

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from fire.campaign import Campaign
from fire.campaigns import CAMPAIGNS

if TYPE_CHECKING:
    from fire.run import Kept

HEAD = """# The house under fire

`make proof-fire` runs these campaigns and writes this page from what it kept. It may be stopped and gone on with; what
a campaign has not reached stands here as it is. Each trial follows from its number, as far as the moments at which
processes run allow: `PYTHONPATH=src:tests python -m fire.run --only NAME --seed NUMBER` does it again. Each campaign is
also run with faults planted, which it must notice: a check that cannot fail proves nothing. The suite runs a few trials
of each (`tests/house/test_fire.py`).

| campaign | asked for | done | broken trials | planted faults noticed | time | commit |
|---|--:|--:|--:|--:|--:|---|
"""


def page(found: "Mapping[str, Kept]", before: str = "") -> str:
    """The page; `before` is as it was."""
    rows, sections = _told_before(before)
    for campaign in CAMPAIGNS:
        if campaign.name in found:
            kept = found[campaign.name]
            rows[campaign.name], sections[campaign.name] = _row(campaign, kept), _section(campaign, kept)
    told = [each.name for each in CAMPAIGNS if each.name in rows]
    missing = [each.name for each in CAMPAIGNS if each.name not in rows]
    never = f"\nNot run yet: {', '.join(missing)}.\n" if missing else ""
    return HEAD + "".join(rows[name] for name in told) + never + "".join(f"\n{sections[name]}" for name in told)


def _told_before(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Of every campaign its line in the table, and what stands under its title."""
    lines = {cells[1].strip(): line for line in text.splitlines(True) if len(cells := line.split("|")) > 2}
    titled = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    parts = {part.partition("\n")[0]: f"## {part.rstrip()}\n" for part in titled}
    told = [each for each in CAMPAIGNS if each.name in lines and each.title in parts]
    return {each.name: lines[each.name] for each in told}, {each.name: parts[each.title] for each in told}


def _row(campaign: Campaign, kept: "Kept") -> str:
    done, seen = kept.tally.get(campaign.unit, 0), [each for each in kept.noticed.values() if each]
    cells = (
        campaign.name,
        f"{campaign.count:,} {campaign.unit}",
        f"{done:,}",
        str(len(kept.failures)),
        f"{len(seen)} of {len(campaign.plants)}",
        _spent(kept.seconds),
        kept.commit,
    )
    return f"| {' | '.join(cells)} |\n"


def _spent(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 600 else f"{seconds / 60:.0f} min"


def _section(campaign: Campaign, kept: "Kept") -> str:
    return "\n".join(_lines(campaign, kept)) + "\n"


def _lines(campaign: Campaign, kept: "Kept") -> Iterator[str]:
    yield f"## {campaign.title}"
    yield ""
    yield campaign.tells
    yield ""
    tally = ", ".join(f"{count:,} {name}" for name, count in kept.tally.items())
    yield f"{kept.date}, commit {kept.commit}, {_spent(kept.seconds)}, {kept.machine}: {kept.trials:,} trials; {tally}."
    yield ""
    for name, what in campaign.plants.items():
        said = kept.noticed.get(name)
        yield f"* Planted: {what}. " + (f"Noticed: “{said}”." if said else "**Not noticed.**")
    for failure in kept.failures:
        yield f"* **Trial {failure.seed} broke**: {failure.said}"
