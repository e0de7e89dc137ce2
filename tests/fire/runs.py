"""Runs of campaigns, as the page tells of them."""

import re

from msgspec import Struct

from fire.campaign import Campaign

_RUN = re.compile(
    r"^\S+, commit (?P<commit>\S+(?: with changes)?), (?P<spent>\d+ (?:s|min)), .*: "
    r"(?P<trials>[\d,]+) trials(?: from number (?P<first>[\d,]+) on)?; (?P<tally>.*)\.$",
    re.MULTILINE,
)
_BROKEN = re.compile(r"^\* \*\*Trial \d+ broke\*\*: .*$", re.MULTILINE)


class Run(Struct, frozen=True):
    """So many trials in a row, by one product."""

    line: str
    commit: str
    spent: str
    first: int
    trials: int
    tally: str

    def done(self, unit: str) -> int:
        """How many of these were counted."""
        found = re.search(rf"(?:^|, )([\d,]*\d) {re.escape(unit)}(?:,|$)", self.tally)
        return _number(found[1]) if found else 0


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def section_of(campaign: Campaign, text: str) -> str | None:
    """What stands under its title; None where it is not told of."""
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        if part.partition("\n")[0] == campaign.title:
            return f"## {part.rstrip()}\n"
    return None


def says(section: str, campaign: Campaign) -> bool:
    """Whether the campaign did then what it does now."""
    return f"\n\n{campaign.tells}\n\n" in section


def runs_of(section: str) -> list[Run]:
    return [
        Run(
            found[0],
            found["commit"],
            found["spent"],
            _number(found["first"] or "0"),
            _number(found["trials"]),
            found["tally"],
        )
        for found in _RUN.finditer(section)
    ]


def broken_lines(section: str) -> list[str]:
    """The lines of trials that broke."""
    return _BROKEN.findall(section)
