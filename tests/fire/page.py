"""The page on which the campaigns are recorded: it is made of what was kept. What it told of a campaign that is not
kept here (it ran in another checkout) stays as it was; so do runs that what is kept goes on from, and a run that came
further, as long as nothing broke. `runs.py` reads them."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from fire.campaign import Campaign
from fire.campaigns import CAMPAIGNS
from fire.runs import broken_lines, runs_of, says, section_of

if TYPE_CHECKING:
    from fire.run import Kept

HEAD = """# The house under fire

`make proof-fire` runs these campaigns and writes this page from the results that it keeps. It may be stopped and
continued later. Some campaigns have not reached the number that was asked for: the table says how far they came. Each
trial is drawn from its number, and `PYTHONPATH=src:tests python -m fire.run --only NAME --seed NUMBER` does it again;
only the moments at which processes run may differ. Each campaign is also run with faults planted, which it must notice:
a check that cannot fail proves nothing. The suite runs a few trials of each (`tests/house/test_fire.py`). Some
campaigns were continued with a later version (`--further`). Both runs are listed then, each with its commit and its
count. The runs of 2026-11-19 had a computer that was busy with other work.

| campaign | asked for | done | broken trials | planted faults noticed | time | commit |
|---|--:|--:|--:|--:|--:|---|
"""


def page(found: "Mapping[str, Kept]", before: str = "") -> str:
    """The page; `before` is as it was."""
    told = {each.name: section for each in CAMPAIGNS if (section := section_of(each, before)) is not None}
    for campaign in CAMPAIGNS:
        kept = found.get(campaign.name)
        if kept is not None:
            earlier = told.get(campaign.name)
            if earlier is None or kept.broken() or _further(campaign, kept, earlier):
                told[campaign.name] = _section(campaign, kept, earlier)
    rows = [_row(each, told[each.name]) for each in CAMPAIGNS if each.name in told]
    missing = [each.name for each in CAMPAIGNS if each.name not in told]
    never = f"\nNot run yet: {', '.join(missing)}.\n" if missing else ""
    return HEAD + "".join(rows) + never + "".join(f"\n{told[each.name]}" for each in CAMPAIGNS if each.name in told)


def recorded(campaign: Campaign, text: str) -> tuple[int, int]:
    """How many trials the page tells of, and how many units: none where the campaign did something else then."""
    section = section_of(campaign, text)
    if section is None or not says(section, campaign):
        return 0, 0
    runs = runs_of(section)
    return sum(each.trials for each in runs), sum(each.done(campaign.unit) for each in runs)


def _further(campaign: Campaign, kept: "Kept", earlier: str) -> bool:
    """Whether what is kept came at least as far as what the page tells of, or goes on from there."""
    done = sum(each.done(campaign.unit) for each in runs_of(earlier))
    return bool(kept.first) or kept.tally.get(campaign.unit, 0) >= done or not says(earlier, campaign)


def _row(campaign: Campaign, section: str) -> str:
    runs = runs_of(section)
    several = len(runs) > 1
    commits = [f"{each.commit} ({each.done(campaign.unit):,})" if several else each.commit for each in runs]
    planted = [line for line in section.splitlines() if line.startswith("* Planted: ")]
    cells = (
        campaign.name,
        f"{campaign.count:,} {campaign.unit}",
        f"{sum(each.done(campaign.unit) for each in runs):,}",
        str(len(broken_lines(section))),
        f"{sum('**Not noticed.**' not in line for line in planted)} of {len(campaign.plants)}",
        " + ".join(each.spent for each in runs),
        ", ".join(commits),
    )
    return f"| {' | '.join(cells)} |\n"


def _spent(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 600 else f"{seconds / 60:.0f} min"


def _section(campaign: Campaign, kept: "Kept", earlier: str | None) -> str:
    return "\n".join(_lines(campaign, kept, earlier if kept.first else None)) + "\n"


def _lines(campaign: Campaign, kept: "Kept", earlier: str | None) -> Iterator[str]:
    runs = [each for each in runs_of(earlier) if each.first < kept.first] if earlier else []
    yield f"## {campaign.title}"
    yield ""
    yield campaign.tells
    yield ""
    for each in runs:
        yield each.line
        yield ""
    tally = ", ".join(f"{count:,} {name}" for name, count in kept.tally.items())
    of = f"trials from number {kept.first:,} on" if kept.first else "trials"
    yield f"{kept.date}, commit {kept.commit}, {_spent(kept.seconds)}, {kept.machine}: {kept.trials:,} {of}; {tally}."
    yield ""
    for name, what in campaign.plants.items():
        said = kept.noticed.get(name)
        yield f"* Planted: {what}. " + (f"Noticed: “{said}”." if said else "**Not noticed.**")
    yield from (line for line in broken_lines(earlier or "") if int(line.split()[2]) < kept.first)
    for failure in kept.failures:
        yield f"* **Trial {failure.seed} broke**: {failure.said}"
