"""Worked examples for a game that brings none: rounds are played by the real engine, with the best play, until one of
each ending has come."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Final

from msgspec import Struct

from pitboss.cards.deck import Card
from pitboss.odds.coach import coach
from pitboss.odds.counting import why_not
from pitboss.odds.request_terms import main_wagers
from pitboss.play.sources import ShuffledDecks, seeded_stream
from pitboss.play.table import Table
from pitboss.rulebook.folder_shapes import Ends, WorkedExample
from pitboss.table import events as e
from pitboss.table.cells import EQUAL, Compared, Qualified
from pitboss.table.flow import current
from pitboss.table.people import as_player
from pitboss.table.rules import Rules

WIN: Final = "win"
LOSE: Final = "lose"
TIE: Final = "tie"
SEED = "worked examples"
MOST_ROUNDS = 3000
"""An ending that does not come in so many rounds is left out."""


class _Round(Struct, frozen=True):
    """A round as it went."""

    places: dict[str, list[Card]]
    acts: tuple[str, ...]
    net: int
    folded: bool
    qualified: bool
    level: bool
    """The hands were equal."""


@lru_cache(maxsize=64)
def found_examples(rules: Rules) -> tuple[WorkedExample, ...]:
    """One won, one lost and one tied, one with a dealer who does not qualify, one folded; whatever the game has."""
    wanted = _wanted(rules)
    found: dict[str, WorkedExample] = {}
    for played in _rounds(rules):
        title = next((name for name, fits in wanted.items() if name not in found and fits(played)), None)
        if title is not None:
            ends: Ends = WIN if played.net > 0 else LOSE if played.net < 0 else TIE
            places = {where: " ".join(cards) for where, cards in played.places.items() if where in _NAMED}
            found[title] = WorkedExample(title, ends, places, played.acts)
        if len(found) == len(wanted):
            break
    return tuple(found[title] for title in wanted if title in found)


def _wanted(rules: Rules) -> dict[str, Callable[[_Round], bool]]:
    """Title → whether a round is such an example."""
    wanted: dict[str, Callable[[_Round], bool]] = {
        "The player wins": lambda r: r.net > 0 and r.qualified and not r.folded,
        "The player loses": lambda r: r.net < 0 and r.qualified and not r.folded,
    }
    if _has(rules, Compared):
        wanted["The hands tie"] = lambda r: r.net == 0 and r.level and r.qualified and not r.folded
    if _has(rules, Qualified):
        wanted["The dealer does not qualify"] = lambda r: not r.qualified and not r.folded
    if any(c.does == "fold" for step in rules.script(rules.terms.procedure) for c in step.choices):
        wanted["The player folds"] = lambda r: r.folded
    for step in rules.script(rules.terms.procedure):
        for choice in step.choices if step.when else ():
            wanted[f"The player decides: {choice.name.replace('_', ' ')}"] = partial(_answered, choice.name)
    return wanted


def _answered(choice: str, played: _Round) -> bool:
    return choice in played.acts


_NAMED = ("seat1", "dealer", "community", "box")
"""Where cards lie that somebody looks at."""


def _has(rules: Rules, kind: type) -> bool:
    return any(isinstance(field, kind) for wager in main_wagers(rules.book) for field in rules.fields[wager])


def _rounds(rules: Rules) -> Iterator[_Round]:
    counted = not why_not(rules)
    for number in range(MOST_ROUNDS):
        table = Table(rules, source=ShuffledDecks(rules.deck, seeded_stream(f"{SEED} {number}"))).open()
        table.sit(1, "P1")
        least = {w.id: rules.limits(w.id).minimum for w in rules.wagers if w.compulsory}
        table.bet(1, **{wager: f"{cents // 100}.{cents % 100:02d}" for wager, cents in least.items()})
        begun = table.state.round
        table.close_bets()
        acts: list[str] = []
        while table.state.round == begun and (step := current(rules, table.state)) is not None and step.kind == "ask":
            advice = coach(rules, table.view(as_player("P1"))) if counted else None
            acts.append(advice.best.choice if advice else step.choices[number % len(step.choices)].name)
            table.decide(1, acts[-1])
        yield _told(rules, table, tuple(acts))


def _told(rules: Rules, table: Table, acts: tuple[str, ...]) -> _Round:
    cells = [
        dict(zip((f.name for f in rules.fields[record.event.wager]), record.event.cell, strict=False))
        for record in table.log
        if isinstance(record.event, e.WagerSettled)
    ]
    fields = [field for wager in main_wagers(rules.book) for field in rules.fields[wager]]
    unqualified = {(f.name, f.values[1]) for f in fields if isinstance(f, Qualified)}
    folds = {c.name for step in rules.script(rules.terms.procedure) for c in step.choices if c.does == "fold"}
    return _Round(
        places=dealt(table),
        acts=acts,
        net=table.state.seats[0].net,
        folded=bool(folds & set(acts)),
        qualified=not any(unqualified & set(cell.items()) for cell in cells),
        level=any(cell.get(f.name) == EQUAL for cell in cells for f in fields if isinstance(f, Compared)),
    )


def dealt(table: Table) -> dict[str, list[Card]]:
    """Every card of the round by the place it went to, the player's first."""
    places: dict[str, list[Card]] = {"seat1": []}
    for record in table.log:
        if isinstance(record.event, e.CardsDealt):
            to = f"seat{record.event.seat}" if record.event.to == "seat" else record.event.to
            places.setdefault(to, []).extend(record.event.cards)
    return places
