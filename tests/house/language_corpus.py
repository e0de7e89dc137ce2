"""What the house can say at a table, in English: every kind of event with its cases, to every kind of reader, rounds of
every game that is shipped, and the words of each game. For the tests of other languages."""

import ast
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

import pitboss
from cli.test_event_words import NOBODY, OTHER, OWN, SEVERAL, sample
from pitboss.house.server.routes.terms_form import shown
from pitboss.house.server.routes.work import BETWEEN
from pitboss.house.server.speaking import WORDS
from pitboss.house.server.web_words import first_hand_words, game_words
from pitboss.odds.request import MAIN, base_of, unit
from pitboss.rulebook.book import book
from pitboss.rulebook.pays import Dollars, ForOne, Half, Lose, MeterShare, Push, Returned, ToOne
from pitboss.rulebook.roles import ROWS
from pitboss.rulebook.submission_form import form_of, started
from pitboss.rulebook.words import wager_title
from pitboss.table import actions as a
from pitboss.table import events as e
from pitboss.table.definition import CONSEQUENCES
from pitboss.table.rules import Rules
from pitboss.wording.choices import label
from pitboss.wording.choices import told as chosen
from pitboss.wording.consequences import follows
from pitboss.wording.events import holds, sentence
from pitboss.wording.hand_kinds import HIGH, LOW, MIDDLE, NEAR, NO_PAIR, ORDER, PAIRS, SMALL, habit_words
from pitboss.wording.hands import SaidHand, in_words, sides
from pitboss.wording.house_events import of_house
from pitboss.wording.how_to_play import in_brief
from pitboss.wording.lines import narrate, said
from pitboss.wording.mishaps import kind_words
from pitboss.wording.money_events import became, odds, reason
from pitboss.wording.outcomes import does
from pitboss.wording.postings import METERED, POSTED, metered, posted
from pitboss.wording.ranked import ranked
from pitboss.wording.trouble_events import QUESTIONS, RULINGS, by_clock, by_whom, waits
from support import PROCEDURES, SHIPPED, UTH, finish, rules, seated, table

SOURCE = Path(pitboss.__file__).parent
READERS = (OWN, OTHER, SEVERAL, NOBODY)
HOUSE = (
    "HouseDecided", "CommitmentPublished", "SeedRevealed", "TableParked", "TableSetAside", "TableResumed",
    "TableClosed", "SeedAdded", "PlayerReady",
)  # fmt: skip
PAYS = (
    *(Lose(), Half(), Push(), Returned()),
    *(ToOne(3, 2), ForOne(50), Dollars(2500, False), Dollars(2500, True), MeterShare("Grand", 10)),
)

REMOVED = ("44 cards counted", "defects found", "the shuffler counted 51 cards", "changed", "not misdealt")
REASONS = (
    "higher", "lower", "equal", "more", "fewer", "below_pair", "pair_or_better", "not_qualified", "qualified", "folded",
    "void", "spared", "forfeited", "abandoned",
)  # fmt: skip

CASES: dict[type, list[dict[str, Any]]] = {
    e.SeatTaken: [{"player": ""}],
    e.BetsClosed: [{"seats": (3,)}, {"seats": (1, 3, 5)}, {"seats": (6,)}],
    e.Decided: [
        {"for_absent": True},
        {"choice": "check"},
        {"step": "final", "choice": "fold"},
        {"choice": "old_choice"},
    ],
    e.TableCleared: [{"void": True}],
    e.CardsDealt: [
        {"up": up, "extra": extra, "cards": cards, "to": to, "seat": seat}
        for up in (True, False)
        for extra in (True, False)
        for cards in (("Ah",), ("Ah", "Kd"), ("??",), ("Ah", "??"))
        for to, seat in (("seat", 3), ("dealer", 0), ("community", 0), ("burn", 0), ("box", 0), ("thrown", 0))
    ],
    e.StubCounted: [{"verdict": "misdealt"}, {"verdict": "not misdealt"}],
    e.CardsShown: [
        {"place": place, "cards": cards, "hand": hand}
        for place in ("dealer", "box", "community")
        for cards in (("Ah",), ("Ah", "Kd"))
        for hand in ("", "flush")
    ],
    e.HandTurned: [{"hand": ""}, {"hand": "three of a kind"}, {"cards": ("Ah", "??")}],
    e.WagerPlaced: [{"cents": 0, "before": 500}, {"before": 500}],
    e.WagerReturned: [
        {"reason": why} for why in ("player leaves before the deal", "incomplete at no more bets", "withdrawn", "void")
    ],
    e.WagerSettled: [{"pay": pay} for pay in PAYS] + [{"cell": (why,)} for why in REASONS],
    e.ChipsCounted: [{"chips": n, "expected": 2} for n in (0, 1, 2, 3, 4, 5, 6, 7, 12)],
    e.MeterPaid: [{"added": 5_000_000}],
    e.EnvyPaid: [{"of_seat": 3, "seat": 5}, {"of_seat": 3, "seat": 5, "hand": ""}],
    e.CardsReceived: [{"preshuffled": True}],
    e.DeckMoved: [{"stage": stage} for stage in ("inspected", "verified", "looked", "washed", "stacked")],
    e.CardsShuffled: [{"device": False}],
    e.DeckRemoved: [{"reason": why} for why in REMOVED],
    e.RecutOrdered: [{"reason": "it was seen"}],
    e.ShuffleOrdered: [{"reason": "it was seen"}],
    e.TableIdle: [{"face_up": True}, {"face_up": False}],
    e.DeviceFailed: [{"device": "shoe"}],
    e.DeviceSetAside: [{"measure": measure} for measure in ("marked", "covered")],
    e.ProcedureChanged: [{"procedure": each} for each in PROCEDURES],
    e.RoundVoided: [{"spared": ("trips",)}, {"spared": ("trips", "blind")}],
    e.PlayerAway: [{"ruling": "losing"}],
    e.MatterRaised: [
        {"matter": "chips:ante"},
        {"matter": "violation"},
        {"matter": "report:card_face_up", "seat": 0},
        {"matter": "count", "seat": 0},
        {"matter": "other", "seat": 0},
        {"matter": "other"},
    ],
    e.MatterSettled: [
        {"ruling": "confirmed"},
        {"ruling": "dismissed"},
        {"ruling": "losing"},
        {"ruling": "resolved", "matter": "chips:ante"},
        {"ruling": "misdealt"},
        {"ruling": "confirmed", "matter": "report:card_face_up"},
        {"ruling": "corrected", "matter": "report:card_face_up"},
        *({"ruling": ruling, "matter": "count"} for ruling in ("confirmed", "dismissed", "corrected")),
    ],
    e.FloorCalled: [
        {"about": a.CountStub(37)},
        {"about": a.CountStub(1)},
        {"about": a.Report("dealer_card_exposed")},
        {"about": a.Report("wrong_number", seat=3, place="seat", count=4, detail="it was seen")},
        {"about": a.Report("card_face_up", cards=("Ah",))},
    ],
    e.Irregularity: [
        {"detail": "it was seen", "cards": ("Ah", "??"), "count": 2},
        {"seat": 0, "cards": (), "count": 0},
    ],
    e.CardSetAside: [{"card": "??"}],
    e.Owed: [{"count": 8}, {"count": 9}, {"count": 10}, {"count": 11}, {"seat": 0, "to": "dealer", "count": 1}],
}


def events() -> Iterator[e.AnyEvent]:
    """Every kind of event, and its cases."""
    for kind in get_args(e.AnyEvent):
        plain = sample(kind)
        yield plain
        known = {each.name for each in msgspec.structs.fields(kind)}
        for case in CASES.get(kind, []):
            yield replace(plain, **{name: value for name, value in case.items() if name in known})


def of_events() -> Iterator[str]:
    bound = rules(UTH)
    for event in events():
        for reader in READERS:
            text = sentence(event, bound, reader)
            yield text
            yield by_clock(event, text)
            for by in ("dealer:Dora", "floorperson"):
                yield text + by_whom(event, by)
        yield from (odds(event, bound), became(event, bound), holds(event, bound))
        if isinstance(event, e.CardsDealt):
            yield from (line.text for faces in (True, False) for line in narrate(bound, [event], faces=faces))
        if isinstance(event, e.WagerSettled):
            yield reason(bound, event)
    for reader in READERS:
        yield from (of_house(name, 3, reader) for name in HOUSE)
        yield from (waits(bound, matter, 3, reader) for matter in ("chips:ante", "violation", "player_left", "other"))


def of_rounds(game: str) -> Iterator[str]:
    """Rounds as they are told: dealt by each procedure, with all that is said together."""
    for procedure in PROCEDURES:
        done = finish(seated(table(game, procedure), 1, 3))
        given = [record.event for record in done.log]
        for reader in READERS:
            yield from said(done.rules, given, reader)
            yield from (sentence(event, done.rules, reader) for event in given)
        yield from (line.text for line in narrate(done.rules, given, faces=True))
        for event in given:
            yield from (odds(event, done.rules), became(event, done.rules), holds(event, done.rules))
            yield reason(done.rules, event) if isinstance(event, e.WagerSettled) else ""


def of_game(bound: Rules) -> Iterator[str]:
    """The words of a game."""
    for procedure in PROCEDURES:
        yield from _words(game_words(bound, procedure))
    yield in_brief(bound)
    yield from _words(first_hand_words(bound))
    main = bound.wagers[0].id
    for pay in PAYS:
        yield sentence(e.WagerSettled(3, main, 500, pay, 2500, 500, ""), bound)
    yield from (follows(bound, each) for each in CONSEQUENCES)
    for row in bound.mishaps:
        for reader in READERS:
            yield sentence(e.Irregularity(row.kind, row.consequence, row.clause, 3), bound, reader)
        yield from (row.title, follows(bound, row.consequence), kind_words(row.kind))
    for step in {step.name: step for script in bound.scripts.values() for step in script}.values():
        for choice in step.choices:
            name = chosen(bound, step.name, choice.name)
            yield from of_habits(label(bound, choice))
            yield from (reader.does(3, name) for reader in READERS)


def of_habits(choice: str) -> Iterator[str]:
    """What is said of a mistake that is made again and again."""
    for nth in range(len(ORDER) + 1):
        yield from (habit_words(nth, choice, choice, times, 6) for times in (5, 6))
    yield from (PAIRS, NO_PAIR, NEAR, LOW, SMALL, MIDDLE, HIGH)


def _words(told: Any) -> Iterator[str]:
    """What the pages are told in words."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        yield from (text for each in told.values() for text in _words(each))
    elif isinstance(told, list | tuple):
        yield from (text for each in told for text in _words(each))
    elif isinstance(told, msgspec.Struct):
        fields = WORDS.get(type(told), ())
        yield from (text for field in fields for text in _words(getattr(told, field)))


def of_staff() -> Iterator[str]:
    yield from (BETWEEN, *QUESTIONS.values(), *RULINGS.values(), *(row.title for row in ROWS))


def of_books() -> Iterator[str]:
    yield from (posted(f"{why} 3 ante") for why in POSTED)
    yield from (metered(what) for what in METERED)
    yield from (unit(game, MAIN, base_of(game, MAIN)) for game in SHIPPED)


ENDS = ("beats", "beat", "loses to", "lose to", "ties with", "tie with")
WHOSE = ("Your", "Ann's", "Position 3's")
DRAWN = 120
"""So many hands of each number of cards."""
ENDED = 12
"""So many of them are told to their end."""


def held(bound: Rules) -> Iterator[SaidHand]:
    """Hands of this game as they come together, drawn by lot."""
    own, whole = sides(bound)[:2]
    luck = random.Random(bound.game.id)
    assert own is not None
    for count in range(1, whole + 1):
        drawn = (tuple(luck.sample(bound.deck.cards, count)) for _ in range(DRAWN))
        yield from filter(None, (in_words(bound, own, cards, whole) for cards in drawn))


def of_hands(bound: Rules) -> Iterator[str]:
    """Which hand beats which; hands as they come together, and how they end, as `wording/outcomes.py` says it."""
    found = ranked(bound)
    yield from (found.lead, *(each.words for each in found.hands))
    all_held = {each.whole: each for each in held(bound)}
    yield from all_held
    for hand in list(all_held.values())[-ENDED:]:
        yield from how_it_ends(hand)


def how_it_ends(said: SaidHand) -> Iterator[str]:
    """The sentences of a hand when all is over."""
    whole, short = said.whole.split("; ")[0], said.short
    many = does(short, ("", "x")).endswith("x")
    yield from (short, f"The dealer's {short} {'do' if many else 'does'} not qualify")
    yield from (f"{whose} {whole}, {how} the dealer's {whole}" for whose in WHOSE for how in ENDS[many::2])
    yield from (f"{whose} {short} {how} the dealer's {short}" for whose in WHOSE for how in ENDS[many::2])
    yield from (f"{whose} {short} {how}" for whose in WHOSE for how in WINS[many])
    yield f"Your {short} {ENDS[many]} the dealer's {short} on the other cards"
    yield f"Your {short} {ENDS[many]} the dealer's {short}, which does not qualify"


WINS = (("wins", "loses", "pushes"), ("win", "lose", "push"))


NO_WORDS = re.compile(r"[A-Z]|\$?\d+")
"""Letters of paytables and figures."""


def of_forms(game: str) -> Iterator[str]:
    """What the form of a submission says, without titles of wagers."""
    titles = {wager_title(book(game), each.family) for each in book(game).wagers}
    form = shown(game, started(game, {}))
    for section, plain in zip(form.sections, form_of(game), strict=True):
        told = _words(replace(section, title="" if plain.family else section.title))
        yield from (text for text in told if text not in titles and not NO_WORDS.fullmatch(text))


@cache
def corpus() -> tuple[str, ...]:
    """Everything, each text once."""
    found = [*of_events(), *of_staff(), *of_books()]
    for game in SHIPPED:
        found += of_rounds(game)
        found += of_game(rules(game))
        found += of_hands(rules(game))
        found += of_forms(game)
    return tuple(sorted(set(found) - {""}))


# --- refusals ---------------------------------------------------------------------------------------------------------


def _texts(node: ast.expr | None, around: ast.AST) -> Iterator[str]:
    """The texts that an expression can be, with {} for what is put in; a name is looked up in its file."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.JoinedStr(values=values):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in values)
        case ast.IfExp(body=first, orelse=second):
            yield from (*_texts(first, around), *_texts(second, around))
        case ast.Name(id=name):
            for each in ast.walk(around):
                if isinstance(each, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in each.targets):
                    yield from _texts(each.value, around)


@cache
def refusals() -> frozenset[str]:
    """Every message of a refusal that is written in the rules and in the house, as far as its text stands there."""
    found = set()
    for file in (each for part in ("table", "house") for each in sorted((SOURCE / part).rglob("*.py"))):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for call in (each for each in ast.walk(tree) if isinstance(each, ast.Call)):
            named = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            if named in ("refuse", "Refusal") and len(call.args) > 1:
                found |= set(_texts(call.args[1], tree))
    return frozenset(found)


@cache
def faults() -> frozenset[str]:
    """What is said to be wrong with a submission, as far as its text stands in the checks."""
    found: set[str] = set()
    for file in sorted((SOURCE / "rulebook").glob("submission*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for call in (each for each in ast.walk(tree) if isinstance(each, ast.Call)):
            if getattr(call.func, "attr", getattr(call.func, "id", "")) in ("fault", "notice") and len(call.args) > 1:
                found |= set(_texts(call.args[1], tree))
    return frozenset(found)


@cache
def sources() -> str:
    """Every text that stands in the Python of the rules and of the house, and every book of a game."""
    found = [file.read_text(encoding="utf-8") for file in sorted((SOURCE / "games").glob("*/*.toml"))]
    for file in sorted(SOURCE.rglob("*.py")):
        nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        texts = [each.value for each in nodes if isinstance(each, ast.Constant)]
        found += [text for text in texts if isinstance(text, str)]
    return "\n".join(found)
