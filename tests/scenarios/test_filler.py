"""Cards that a scenario does not name make nothing, in any game, and are the same every time."""

from itertools import combinations

import pytest

import made_up
from pitboss.games import rules_for
from pitboss.play.scenario import PlayedScenario, play_scenario
from pitboss.play.scenario_file import parse_scenario
from pitboss.play.scenario_filler import quiet_cards
from pitboss.play.sources import ScriptedPlaces
from pitboss.play.table import Table
from pitboss.rulebook.folders import games
from pitboss.rulebook.pays import Push
from pitboss.table import actions as a
from pitboss.table.cells import Named, Qualified
from pitboss.table.definition import Step
from pitboss.table.flow import current
from pitboss.table.rules import Rules
from support import LIR, PLAIN, SHIPPED, STAY, THREE, TOP5, UTH, rules


def stays(step: Step) -> str:
    """What the tests of the round answer here, or what else is no fold."""
    names = [choice.name for choice in step.choices if choice.does != "fold"]
    return STAY[step.name] if STAY.get(step.name) in names else names[0]


def script(game: str, seats: int, deck: str = "") -> str:
    wagers = ", ".join(f"{name} = {amount}" for name, amount in PLAIN[game].items())
    acts = [stays(s) for s in rules(game).script("manual_shoe") if s.kind == "ask"]
    listed = ", ".join(f'"{act}"' for act in acts)
    places = "".join(f"[seats.{n}]\nwagers = {{ {wagers} }}\nacts = [{listed}]\n" for n in range(1, seats + 1))
    return f'game = "{game}"\n{deck}\n{places}'


def play(text: str) -> PlayedScenario:
    return play_scenario(parse_scenario(text))


def heard(bound: Rules, filled: dict[str, tuple[str, ...]]) -> list[str]:
    """By a second way: every named hand of the round that a table in force pays, and every dealer who qualifies. The
    cards are laid on a table of their own."""
    lies = {place: list(cards) for place, cards in filled.items()}
    source = ScriptedPlaces(bound.deck, lies)
    again = Table(bound, source=source).open()
    for number in [int(place[4:]) for place in lies if place.startswith("seat")]:
        again.sit(number, f"P{number}")
        again.bet(number, **{w.id: again.rules.limits(w.id).minimum // 100 for w in bound.wagers if w.compulsory})
    again.apply("dealer", a.CloseBets())
    while (step := current(bound, again.state)) is not None and step.kind != "settle":
        if step.kind == "ask":
            choice = next(c for c in step.choices if c.does != "fold")
            again.apply(f"player:P{again.turn}", a.Decide(again.turn, choice.name))
        else:
            assert again.perform()
    said = []
    for seat in again.state.playing:
        for wager in bound.wagers:
            for field in bound.fields[wager.id]:
                if isinstance(field, Named):
                    name = field.called(field.hand.made(again.state, seat))
                    terms = bound.terms.wager(wager.family)
                    if name == field.values[-1]:
                        continue  # nothing is lower
                    if terms and any(name in line.hands and not isinstance(line.pay, Push) for line in terms.lines):
                        said.append(f"{seat.number} {wager.id} {name}")
                elif isinstance(field, Qualified) and field.hand.made(again.state, seat).key >= field.lowest.key:
                    said.append("the dealer qualifies")
    return said


@pytest.mark.parametrize("game", SHIPPED)
@pytest.mark.parametrize("seats", [1, 3, 5])
def test_nobody_is_paid_for_cards_that_nobody_named(game: str, seats: int) -> None:
    played = play(script(game, seats))
    assert set(played.filled) >= {f"seat{n}" for n in range(1, seats + 1)}
    assert heard(played.table.rules, played.filled) == []


@pytest.mark.parametrize("game", SHIPPED)
def test_the_same_file_gets_the_same_cards(game: str) -> None:
    assert play(script(game, 2)).filled == play(script(game, 2)).filled


def test_every_shipped_game_is_tried() -> None:
    assert set(games()) <= {*SHIPPED, "mississippi-stud", "caribbean-stud", "casino-war"}


@pytest.mark.parametrize("folder", [made_up.OPEN_STUD, made_up.STREET_STUD])
def test_a_game_that_somebody_brings(folder: str) -> None:
    bound = rules_for(made_up.terms_of(folder))
    table = Table(bound).open()
    for seat in (1, 2):
        table.sit(seat, f"P{seat}")
        table.bet(seat, **{w.id: bound.limits(w.id).minimum // 100 for w in bound.wagers if w.compulsory})
    table.apply("dealer", a.CloseBets())
    quiet = quiet_cards(bound, table.state, {})
    assert {"seat1", "seat2"} <= set(quiet)
    assert [said for said in heard(bound, quiet) if not said.endswith("high_card")] == [], "which always pays"


def test_where_nearly_all_cards_are_dealt_the_dealer_is_quiet_at_least() -> None:
    """Six positions of seven cards each and the dealer's: three cards of the pack are left over."""
    played = play(script(TOP5, 6))
    assert "the dealer qualifies" not in heard(played.table.rules, played.filled)


# --- beside what is named -------------------------------------------------------------------------------------------


def test_a_board_that_nobody_named_helps_nobody() -> None:
    """A pair of queens stays a pair of queens; by the order of the deck the board would have been a straight flush."""
    played = play(script(UTH, 1, '[deck]\nseat1 = "Qs Qh"\n'))
    (blind,) = (line for line in played.paid if line.wager == "blind")
    assert blind.hand == "pair" and "seat1" not in played.filled
    (ante,) = (line for line in played.paid if line.wager == "ante")
    assert ante.reason == "push", "the dealer has less than a pair"


def test_no_two_cards_of_the_board_make_less() -> None:
    """Let It Ride with a pair of fours: by trying all boards there is none with which it is less than a pair."""
    from pitboss.cards.fast import best_five

    played = play(script(LIR, 1, '[deck]\nseat1 = "4s 4h 9d"\n'))
    board = played.filled["community"]
    used = {"4s", "4h", "9d", *played.filled["box"]}
    left = [card for card in played.table.rules.deck.cards if card not in used]
    lowest = min((best_five(("4s", "4h", "9d", *pair)) for pair in combinations(left, 2)), key=lambda hand: hand.key)
    assert best_five(("4s", "4h", "9d", *board)).name == lowest.name == "pair"
    assert [line.reason for line in played.paid if line.wager == "bet_1"] == ["loses"], "fours pay nothing"


def test_the_dealer_of_three_cards_stays_below_a_queen() -> None:
    played = play(script(THREE, 1, '[deck]\nseat1 = "Ks 9h 4d"\n'))
    (line,) = (line for line in played.paid if line.wager == "play")
    assert line.outcome == "push", "the dealer does not play"


def test_cards_that_a_report_sets_aside_go_nowhere() -> None:
    quiet = play(script(UTH, 1)).filled
    card = quiet["dealer"][0]
    report = f'\n[[report]]\nkind = "card_face_up"\ncards = "{card}"\nat = "deal"\n'
    again = play(script(UTH, 1) + report).filled
    assert all(card not in cards for cards in again.values())


def test_what_nobody_looks_at_is_left_as_it_comes() -> None:
    """Burned cards and Top Five's small cards: low ones first."""
    assert play(script(UTH, 1)).filled["burn"] == ("3c", "4c")
    assert play(script(TOP5, 1)).filled["seat1"] == ("2c", "2h", "3c", "3h", "4c", "4h", "5c")
