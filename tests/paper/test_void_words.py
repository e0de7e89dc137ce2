"""Which wagers go back and which are settled when a round of Ultimate Texas Hold 'Em is void: the filed sentences of it
are held against rounds of the engine, at tables with and without the wagers that can be spared and under every choice
that bears on it."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from paper.filed_tables import offers, read_as, table
from pitboss.games import rules_for
from pitboss.paper.submission_choices import readings_chosen
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.clauses import clause
from pitboss.rulebook.readings import added, concerns, readings_of
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table.mishaps import rows_in_force
from support import UTH, Clock, accepted, finish, seated, to
from table.test_irregularities_bench import returned, staked

OFFERS = [
    (offered, settles)
    for offered in offers(UTH)
    for settles in (("false", "true") if "progressive" in offered else ("false",))
]
CHOSEN = {
    "stub_misdeal": ("all_void", "as_15d"),
    "early_board": ("void_but_trips", "play_on"),
    "one_face_up_after_deal": ("play_on", "void_but_trips"),
}
PLACES = {"discards": 2, "community": 5, "dealer": 2, "seat1": 2}
"""How many cards lie where when a round of one player is counted."""
TITLES = {
    "Ante": "ante",
    "Blind": "blind",
    "Play": "play",
    "Trips": "trips",
    "Progressive": "progressive",
    "Cover All": "cover_all",
}
Happens = Callable[[Table], object]


def report(kind: str, by: str = "dealer", cards: int = 0, **more: Any) -> Happens:
    return lambda t: accepted(t, by, a.Report(kind, cards=t.rules.deck.cards[:cards], **more))


def counted(**wrong: int) -> Happens:
    """The stub is counted, and at these places more or fewer cards lie than there should."""
    places = {place: count + wrong.get(place, 0) for place, count in PLACES.items()}
    return lambda t: accepted(t, "dealer", a.CountStub(52 - sum(places.values()), tuple(places.items())))


EVENTS: dict[str, tuple[str, Happens]] = {
    "dealer's card": ("preflop", report("dealer_card_exposed")),
    "two face up": ("flop", report("card_face_up", cards=2)),
    "one face up": ("flop", report("card_face_up", cards=1)),
    "two face up in the deal": ("deal", report("card_face_up", cards=2)),
    "board too long": ("final", report("wrong_number", place="community", count=6)),
    "no burn": ("postflop", report("burn_omitted")),
    "early board": ("preflop", report("early_board")),
    "count: board": ("stub", counted(community=1)),
    "count: burn": ("stub", counted(discards=-1)),
    "count: dealer": ("stub", counted(dealer=1)),
    "count: player": ("stub", counted(seat1=1)),
    "count: later": ("final", report("wrong_count", by="floorperson", ruling="misdealt")),
    "later: dealer": ("final", report("wrong_number", place="dealer", count=3)),
    "later: board": ("final", report("wrong_number", place="community", count=6)),
    "later: player": ("final", report("wrong_number", place="seat", seat=1, count=3)),
}
"""The moment at which it happens, and what happens."""


def ends(terms: Terms, event: str) -> tuple[bool, set[str], set[str]]:
    """Whether all hands are void after the event, and of the wagers made the returned and the settled ones."""
    bound = rules_for(terms)
    t = Table(bound, source=ScriptedPlaces(bound.deck, {}), clock=Clock()).open()
    side = [w.id for w in bound.wagers if w.optional_offer]
    moment, happens = EVENTS[event]
    to(seated(t, 1, **{name: bound.limits(name).minimum // 100 for name in side}), moment)
    made = set(staked(t, 1))
    happens(t)
    void = t.state.void
    if void:
        finish(t)
    back = set(returned(t).get(1, {}))
    return void, back, made - back


def said_of(terms: Terms) -> dict[str, str]:
    """The choice of every reading that is filed."""
    known = readings_chosen(terms)
    return {r.id: r.choice for r in readings_of(UTH, known) if concerns(r, known)}


def between(text: str, begins: str, stops: str) -> str:
    """The part of a text after some words and up to others, which must all be there."""
    _, found, rest = text.partition(begins)
    part, ended, _ = rest.partition(stops)
    assert found and ended, (begins, stops, text)
    return part


ALL = re.compile(r"every wager (?:is )?returned|everything void|all wagers returned|voids? everything")
SETTLED = re.compile(r"(Trips and Progressive|Trips|the Progressive) (?:is |are )?settled")


def agrees(said: str, terms: Terms, *events: str) -> None:
    """That a sentence says of all wagers what becomes of all, and names as settled what is settled."""
    for event in events:
        void, back, kept = ends(terms, event)
        assert void and back, (event, said)
        assert bool(ALL.search(said)) == (not kept), (event, said, kept)
        named = {TITLES[name] for found in SETTLED.findall(said) for name in found.removeprefix("the ").split(" and ")}
        assert named == kept, (event, said, kept)


@pytest.mark.parametrize(("offered", "settles"), OFFERS)
def test_the_readings_say_what_the_table_returns_and_settles(offered: tuple[str, ...], settles: str) -> None:
    equipped = table(UTH, "automated shoe", offered)
    for values in product(*CHOSEN.values()):
        picked = dict(zip(CHOSEN, values, strict=True))
        terms = read_as(equipped, void_settles_progressive=settles, **picked)
        said = said_of(terms)
        _misdeals(terms, said["U-31"], picked["stub_misdeal"])
        _face_up(terms, said["U-34"], picked["one_face_up_after_deal"])
        agrees(between(said["U-46"], "a burn omitted: all hands are void", "."), terms, "board too long", "no burn")
        if picked["early_board"] == "void_but_trips":
            agrees(between(said["U-47"], "played or checked: ", "."), terms, "early board")
        else:
            assert "the round goes on" in said["U-47"] and not ends(terms, "early board")[0]
        _spares(terms, said)


def _misdeals(terms: Terms, said: str, chosen: str) -> None:
    void, back, _ = ends(terms, "count: player")
    assert void == (chosen == "all_void") and back
    if chosen == "all_void":
        agrees(between(said, "7(f)(2), all hands void and ", "."), terms, *(e for e in EVENTS if e.startswith("count")))
    else:
        alike = "a wrong board, a burn omitted or a wrong hand of the dealer's"
        begins, end = (alike, ".") if alike in said else ("a burn omitted, all hands are void", ";")
        agrees(between(said, begins, end), terms, "count: board", "count: burn")
        agrees(between(said, "a wrong hand of the dealer's, ", "."), terms, "count: dealer", "later: dealer")
        assert "found later (X-05) is reported by the place with the wrong number, with the same consequence." in said
        with pytest.raises(AssertionError, match="report the place with the wrong number of cards"):
            ends(terms, "count: later")
        assert ends(terms, "later: board") == ends(terms, "count: board")
        assert ends(terms, "later: player") == ends(terms, "count: player")


def _face_up(terms: Terms, said: str, chosen: str) -> None:
    assert ends(terms, "one face up")[0] == (chosen == "void_but_trips")
    if chosen == "play_on":
        after, _, before = between(said, "More than one: ", ".").partition(" if the initial cards were out, otherwise ")
        agrees(before or after, terms, "two face up in the deal")
        agrees(after, terms, "two face up")
    else:
        agrees(between(said, "one card or more: ", ". Before"), terms, "one face up", "two face up")
        agrees(said.rpartition("and more than one ")[2], terms, "two face up in the deal")


def _spares(terms: Terms, said: dict[str, str]) -> None:
    """The readings and clauses of a void that spares some wagers."""
    _, back, kept = ends(terms, "dealer's card")
    rows = [row for row in rows_in_force(rules_for(terms)) if row.consequence == "void_spare"]
    assert rows and all({name for name in rules_for(terms).spared if terms.wager(name)} == kept for _ in rows)
    assert ("U-33 holds" in said["X-01"]) == bool(kept) == ("(U-33)" in said["X-20"])
    names = " and ".join(name for name, wager in TITLES.items() if wager in kept)
    assert not kept or f"{names} {'are' if len(kept) > 1 else 'is'} saved" in said["X-20"]
    if "U-33" in said:
        first = said["U-33"].partition(".")[0]
        lists = re.findall(r"(?:^|; )([^;]+?) (?:is|are) returned", first)
        listed = {name for found in lists for name in re.split(r", | and ", found.replace("the ", ""))}
        assert {TITLES[name] for name in listed} == back | {"play"}
        assert {TITLES[n] for f in SETTLED.findall(first) for n in f.removeprefix("the ").split(" and ")} == kept
    known = readings_chosen(terms)
    exposed, found = (added(clause(f"MA-UTH {cited}"), known)[0] for cited in ("15(a)/1", "15(b)/3"))
    other = re.search(r"; wagers(?: other than (.+))? go back\. \[", exposed)
    assert other and set((other[1] or "").replace("the ", "").lower().split(" and ")) - {""} == kept
    assert ("wagers go back" in found) == (not kept) and all(name in found.lower() for name in kept)


def test_a_table_of_the_first_edition_is_told_what_holds_there() -> None:
    """Tables keep the edition of their terms, and so do the words for them."""
    terms = read_as(table(UTH, "automated shoe", ("trips",)), stub_misdeal="as_15d")
    before = replace(terms, edition=UNSET)
    said = said_of(before)["U-31"]
    assert said.endswith("If it is reported only later (X-05), all hands are void and every wager is returned.")
    assert "reported only later" not in said_of(terms)["U-31"]
    assert ends(before, "count: later") == (True, {"ante", "blind", "trips"}, set())
