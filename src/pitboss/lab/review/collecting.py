"""The decisions of many players, at one table or at all tables of a house, put together by player and game."""

import math
from collections.abc import Callable, Iterable
from fractions import Fraction

from pitboss.lab.protect.seen import Unseeable
from pitboss.lab.protect.spots import kinds
from pitboss.lab.review.decisions import DecisionReader, Spot
from pitboss.lab.review.players import FALSE_ALARM, Judge
from pitboss.lab.review.records import PlayerReview, Review
from pitboss.odds.counting import why_not
from pitboss.play.log import Record
from pitboss.rulebook.terms import Terms
from pitboss.rulebook.words import listed
from pitboss.table.rules import Rules

Progress = Callable[[float], None]


class Collected:
    """Spots by player and by what the main game pays: the same game by other paytables is reviewed apart."""

    def __init__(self, patron: str | None = None) -> None:
        self._patron = patron
        self._rules: dict[object, Rules] = {}
        self._spots: dict[tuple[str, object], list[Spot]] = {}
        self._keys: dict[Rules, object] = {}
        self.skipped = 0

    def add(self, rules: Rules, spots: Iterable[Spot]) -> None:
        """The decisions of a round. Nobody's decisions are told apart from his other hands of the round."""
        for spot in spots:
            if not spot.player or (self._patron is not None and spot.player.casefold() != self._patron.casefold()):
                continue
            key = self._key(rules)
            self._rules.setdefault(key, rules)
            self._spots.setdefault((spot.player, key), []).append(spot)

    def _key(self, rules: Rules) -> object:
        if rules not in self._keys:
            self._keys[rules] = _main_game(rules.terms)
        return self._keys[rules]

    def review(
        self,
        *,
        sees: tuple[str, ...] = (),
        false_alarm: Fraction = FALSE_ALARM,
        progress: Progress = lambda _: None,
    ) -> Review:
        """Everybody, those with the most hands first."""
        require_kinds([rules for rules in self._rules.values() if not why_not(rules)], sees)
        refused: dict[str, str] = {}
        found: list[PlayerReview] = []
        by_game: dict[object, list[tuple[str, list[Spot]]]] = {}
        for (player, key), spots in self._spots.items():
            by_game.setdefault(key, []).append((player, spots))
        whole = sum(map(len, self._spots.values())) or 1
        done = 0
        for key, players in by_game.items():
            rules, size = self._rules[key], sum(len(spots) for _, spots in players)
            if why := why_not(rules):
                refused[rules.terms.game] = why
            else:
                judge = Judge(rules, sees=sees, false_alarm=false_alarm)
                found += judge.judge(players, _part(progress, done / whole, size / whole))
            done += size
        found.sort(key=lambda each: (-each.hands, each.player, each.game))
        return _told(found, self._patron, self.skipped, refused)


def _part(progress: Progress, before: float, share: float) -> Progress:
    return lambda part: progress(before + part * share)


def _main_game(terms: Terms) -> object:
    """What the decisions of the main game depend on."""
    pays = tuple((wager.id, wager.lines) for wager in terms.wagers)
    return (terms.game, terms.procedure, pays, tuple(sorted(terms.readings.items())), terms.limits, terms.breakage)


def require_kinds(games: Iterable[Rules], sees: tuple[str, ...]) -> None:
    """Refuses kinds of seen cards that none of the games has."""
    able = {rules.book.title: kinds(rules) for rules in games}
    if able and (unknown := [kind for kind in sees if not any(kind in each for each in able.values())]):
        titles = listed(able, "or")
        known = listed(dict.fromkeys(kind for each in able.values() for kind in each), "or")
        raise Unseeable(f"{listed(unknown)} cannot be seen in {titles}; what can: {known or 'nothing'}")


def _told(found: list[PlayerReview], patron: str | None, skipped: int, refused: dict[str, str]) -> Review:
    """The figures of all hands together stand at the top, where all are of one game."""
    games = {each.game for each in found}
    alone = found if len(games) == 1 else []
    return Review(
        game=next(iter(games)) if alone else None,
        patron=patron,
        edge=_mean(alone, lambda each: each.edge),
        exact=None,
        standard_error=_error_together(alone),
        sd=math.sqrt(squares) if (squares := _mean(alone, lambda each: each.sd**2)) is not None else None,
        element_of_risk=_mean(alone, lambda each: each.element_of_risk),
        players=found,
        skipped=skipped,
        refused=refused,
    )


def _mean(found: list[PlayerReview], of: Callable[[PlayerReview], float]) -> float | None:
    """Over all hands; of nobody none."""
    return math.fsum(of(each) * each.hands for each in found) / sum(each.hands for each in found) if found else None


def _error_together(found: list[PlayerReview]) -> float:
    """The standard error of the mean over all hands."""
    hands = sum(each.hands for each in found)
    return math.sqrt(math.fsum((each.standard_error * each.hands) ** 2 for each in found)) / hands if hands else 0.0


def from_log(rules: Rules, records: Iterable[Record], patron: str | None = None) -> Collected:
    """The decisions in a log."""
    reader, found = DecisionReader(rules), Collected(patron)
    for record in records:
        if spots := reader.take((record.event,)):
            found.add(reader.rules, spots)
    found.skipped = reader.skipped
    return found
