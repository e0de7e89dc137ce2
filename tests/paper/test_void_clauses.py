"""The PAR sheet names every clause by which a round becomes void at its table, and no other: each report that can be
made is made at every moment of a round, and what the table makes of it is held against the paper."""

from collections.abc import Iterator

import pytest

from paper import filed_tables as tables
from pitboss.games import rules_for
from pitboss.paper import par_rules as of
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.clauses import clause
from pitboss.rulebook.terms import Terms
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.dealing import recorded_places
from pitboss.table.examples import spare_cards
from pitboss.table.flow import targets_due
from pitboss.table.refusals import Refusal
from support import GAMES, PLAIN, STAY, Clock, accepted, seated
from table.test_irregularities_bench import deliver, outcome


def chosen(game: str) -> Iterator[tuple[str, Terms]]:
    """Each equipment with all wagers and with none, and each choice of what an irregularity leads to."""
    for dealing in tables.equipment(game):
        for offered in (tables.SIDE[game], ()):
            made = tables.table(game, dealing, offered)
            yield f"{dealing}, {offered}", made
            rows = rules_for(made).game.mishaps
            for name, value in dict.fromkeys(row.option for row in rows if row.option and offered):
                yield f"{dealing}, {offered}, {name}={value}", tables.read_as(made, **{name: value})


def at_every_moment(terms: Terms) -> Iterator[Table]:
    """A round of two players with all wagers, as each step begins and in the midst of the deals."""
    bound = rules_for(terms)
    table = Table(bound, source=ScriptedPlaces(bound.deck, {}), clock=Clock()).open()
    side = [w for w in bound.wagers if not w.later and w.id not in PLAIN[terms.game]]
    for seat in (1, 3):
        seated(table, seat, **{w.id: bound.limits(w.id).minimum // 100 for w in side if _can_be_made(terms, w.id)})
    accepted(table, "dealer", a.CloseBets())
    seen = ""
    while table.step_name != "clear":
        due = len(targets_due(bound, table.state))
        if table.step_name != seen or due == 1:
            yield table
        seen = table.step_name
        if due > 1:
            deliver(table, due - 1)
        elif not table.perform():
            seat = table.turn
            accepted(table, f"player:P{seat}", a.Decide(seat, STAY[table.step_name]))


def _can_be_made(terms: Terms, wager: str) -> bool:
    return wager != "cover_all" or terms.procedure == "automated_shoe"


def made_void(terms: Terms) -> set[str]:
    """The clauses that voided the round or saved wagers from it, whatever was reported or counted."""
    found: set[str] = set()
    for table in at_every_moment(terms):
        offers = [offer for by in ("dealer", "floorperson") for offer in table.offers(by)]
        reports = {(o.by, o.example) for o in offers if isinstance(o.example, a.Report)}
        reports.add(("dealer", a.Report("card_face_up", cards=spare_cards(table.rules, table.state, 2))))
        acts: list[tuple[str, a.AnyAction]] = [*reports, *(("dealer", count) for count in wrong_counts(table))]
        for by, report in acts:
            happened = outcome(table, by, report)
            if not isinstance(happened, Refusal):
                voided = [ev for ev in happened if isinstance(ev, e.RoundVoided)]
                found |= {cited for ev in voided for cited in (ev.clause, ev.saves) if cited}
    return found


def wrong_counts(table: Table) -> list[a.CountStub]:
    """Where the stub is counted: one card less in it, and one more at each place in turn."""
    if table.step_name != "stub":
        return []
    places = recorded_places(table.state)
    stub = table.rules.deck_size - sum(places.values()) - 1
    return [a.CountStub(stub, tuple({**places, at: count + 1}.items())) for at, count in places.items()]


@pytest.mark.parametrize("game", GAMES)
def test_the_paper_names_what_the_table_voids_by(game: str) -> None:
    for name, terms in chosen(game):
        bound = rules_for(terms)
        named = {f"{bound.book.document} {row[0]}" for row in of.settlement(bound)}
        void = made_void(terms)
        inputs = {each for each in void if clause(each).kind == "input"}
        assert inputs <= named, (name, inputs - named)
        assert {cited for cited, _ in of.voids(bound)} <= void, (name, {c for c, _ in of.voids(bound)} - void)
