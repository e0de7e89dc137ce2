"""What tests of the school share: the games it must teach, and rounds of the engine that check what it says."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from made_up import OPEN_STUD, STREET_STUD, terms_of
from pitboss.games import rules_for
from pitboss.messages.tasks import DrillTask, TaskName
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.folders import bring
from pitboss.rulebook.submission import check_data, default_data
from pitboss.school.drills import make_task, topics
from pitboss.table.flow import current
from pitboss.table.rules import Rules
from support import SHIPPED, rules

CASINO_WAR = Path(__file__).parents[2] / "examples" / "casino-war"
BROUGHT = ("casino-war", OPEN_STUD, STREET_STUD)
GAMES = (*SHIPPED, *BROUGHT)


def rules_of(game: str) -> Rules:
    """The game under its default submission, brought here where it is not built in."""
    if game in (OPEN_STUD, STREET_STUD):
        return rules_for(terms_of(game))
    if game == "casino-war":
        terms = check_data(default_data(bring(CASINO_WAR))).terms
        assert terms is not None
        return rules_for(terms)
    return rules(game)


def tasks(bound: Rules, drill: str, seeds: int) -> Iterator[DrillTask]:
    """So many tasks of every topic of a drill."""
    for topic in topics(bound, drill):
        for seed in range(seeds):
            yield make_task(bound, TaskName(bound.game.id, drill, topic.id, seed))


def conducted(bound: Rules, places: Mapping[str, tuple[str, ...]], wager: str, *, folds: bool) -> Table:
    """A round of one position with these cards: it makes this wager and those that must lie beside it, and folds or
    stays until the end."""
    table = Table(bound, source=ScriptedPlaces(bound.deck, places)).open()
    table.sit(1, "Ann")
    compulsory = {w.id for w in bound.wagers if w.compulsory}
    placed = {w for w in (*compulsory, wager, *bound.requires[wager]) if not bound.wager[w].later}
    base = max(bound.limits(w).minimum for w in placed)
    amounts = {w: base if w in compulsory else bound.limits(w).minimum for w in placed}
    table.bet(1, **{w.id: f"{amounts[w.id] / 100:.2f}" for w in bound.wagers if w.id in placed})
    table.close_bets()
    while (step := current(bound, table.state)) is not None and step.kind == "ask":
        does = {choice.name: choice.does for choice in step.choices}
        offered = next(offer.values for offer in table.offers("player:Ann") if offer.do == "Decide")
        wanted = ("fold",) if folds and "fold" in does.values() else ("raise", "pass")
        table.decide(1, next(name for kind in wanted for name in offered if does[str(name)] == kind))
    return table


@cache
def fresh(game: str) -> Rules:
    """The game bound anew: nothing that was remembered for another binding is used."""
    return rules_for(rules_of(game).terms)
