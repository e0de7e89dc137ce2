"""Rounds in which a player folds the best hand at the table, under each reading of which hands count for Cover All."""

from paper.reading import every_wager
from pitboss.play.scenario import play_scenario
from pitboss.play.scenario_parts import Round, Scenario, SeatScript
from pitboss.rulebook.resubmit import as_submission
from pitboss.table.rules import Rules
from support import UTH

CARDS = {"seat1": "3c 5s", "seat2": "Js Jh", "dealer": "Qs Kc", "community": "Jd Jc 2d 9s 4h"}
"""Only the second player makes more than a pair on this board: four jacks."""
FOLD = ("check", "check", "fold")


def read_as(counts: str) -> Rules:
    return every_wager(UTH, readings={"cover_all_hands": counts})


def cover_all(counts: str, *, kept: bool, acts: tuple[str, ...] = FOLD) -> int:
    """Whether the first player's Cover All wins (1) or loses (-1) where the second acts so, with a Trips wager that
    keeps his cards on the table or without."""
    rules = read_as(counts)
    base = {wager: rules.limits(wager).minimum for wager in ("ante", "blind")}
    first = base | {"cover_all": rules.limits("cover_all").minimum}
    second = base | ({"trips": rules.limits("trips").minimum} if kept else {})
    stated = as_submission(rules.terms)
    stated["wagers"]["cover_all"]["offered"] = True
    made = Round(
        places={where: rules.deck.read_all(named) for where, named in CARDS.items()},
        seats=(SeatScript(1, "first", first, ("play_4x",)), SeatScript(2, "second", second, acts)),
    )
    done = play_scenario(Scenario(title="the best hand is folded", game=UTH, rounds=(made,), submission=stated))
    net = next(paid.net for paid in done.paid if paid.seat == 1 and paid.wager == "cover_all")
    return (net > 0) - (net < 0)
