"""A full round of every game from the lobby to the settlement, with two browsers at one table. What each may know is
asserted on the traffic: a card that is not his does not reach his browser before the rules turn it up."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES, Served, served
from web.conftest import ONE_BY_ONE, Visit
from web.playing import BOLD, GOOD_AND_BAD, MAINS, MEEK, SIDES, decks, play, sit_two
from web.stacked import stacked
from web.visitor import Visitor


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house whose decks lie as the test wants them."""
    with stacked(decks()), served(tmp_path_factory.mktemp("stacked"), pace=ONE_BY_ONE) as made:
        yield made


LUCKY = {"dragon-poker": 3, "top-five-poker": 3, "let-it-ride": 4, "ultimate-texas-holdem": 3}
"""The position that gets the good hand."""


def leaks(visitor: Visitor, cards: tuple[str, ...]) -> list[str]:
    """Messages with one of these cards in them that came before the card was turned up for everybody."""
    found = []
    for raw, message in zip(visitor.raw_heard, visitor.heard, strict=True):
        told = [t for t in message.get("told", ()) if t["event"] in ("HandTurned", "CardsShown")]
        if any(card in t["facts"].get("cards", ()) for t in told for card in cards):
            break  # from here on everybody knows them
        found += [raw for card in cards if f'"{card}"' in raw]
    return found


def early(visitor: Visitor, community: tuple[str, ...]) -> list[str]:
    """Messages with a community card in them that came before both had decided for the first time."""
    found: list[str] = []
    decided = 0
    for raw, message in zip(visitor.raw_heard, visitor.heard, strict=True):
        decided += sum(t["event"] == "Decided" for t in message.get("told", ()))
        if decided >= 2:
            return found
        found += [raw for card in community if f'"{card}"' in raw]
    raise AssertionError("nobody decided")


def own_cards(visitor: Visitor) -> set[tuple[str, ...]]:
    """What lay at the reader's own position while it was his turn, by the traffic."""
    views = [m["view"] for m in visitor.heard if "view" in m]
    return {tuple(view["seats"][visitor.seat - 1]["cards"]) for view in views if view["turn"] == visitor.seat}


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_a_round(game: str, visit: Visit) -> None:
    """From the lobby to the settlement. One plays a good hand, the other gives up a bad one with a side bet on it,
    which the rules settle nevertheless."""
    ann, ben = visit(), visit()
    sit_two(game, ann, ben, from_lobby=True)
    for visitor in (ann, ben):
        visitor.bet(*MAINS[game], SIDES[game])
    good, bad = (ann, ben) if ann.seat == LUCKY[game] else (ben, ann)
    number = play({good: BOLD, bad: MEEK})
    wanted = GOOD_AND_BAD[game]
    for visitor, other in ((ann, ben), (ben, ann)):
        assert wanted[f"seat{visitor.seat}"] in own_cards(visitor), "each sees the faces of his own cards"
        assert leaks(visitor, wanted[f"seat{other.seat}"]) == []
        assert leaks(visitor, wanted.get("dealer", ())) == []
        assert early(visitor, wanted.get("community", ())) == []
    assert ann.told("WagerSettled") == ben.told("WagerSettled") != [], "two browsers stay in step"
    assert [facts["wager"] for facts in bad.told("WagerSettled") if facts["seat"] == bad.seat][-1] == SIDES[game]
    if game != "let-it-ride":
        assert {facts["wager"] for facts in good.told("WagerCollected")} >= set(MAINS[game]), (
            "the folded wager is taken"
        )
    for visitor in (good, bad):
        expect(visitor.find(f".ledger a[href='/rounds/{GAMES[game]}/{number}']")).to_have_count(1)
        assert visitor.raw() == []
    assert net(good) > 0


def test_a_meter_is_hit(visit: Visit) -> None:
    """A royal flush on the progressive: the meter pays, both pages say so, and the display on the felt starts again."""
    ann, ben = visit(), visit()
    sit_two("let-it-ride", ann, ben)
    good, bad = (ann, ben) if ann.seat == LUCKY["let-it-ride"] else (ben, ann)
    before = good.view["meters"]["Progressive"]
    for visitor in (ann, ben):
        visitor.bet("bet_1", "progressive")
    play({good: BOLD, bad: MEEK})
    (paid,) = good.told("MeterPaid")
    assert paid["meter"] == "Progressive"
    assert paid["cents"] >= before
    shown = good.find(".ledger .line", has_text="meter pays")
    expect(shown.first).to_contain_text(f"{paid['cents'] / 100:,.2f}".removesuffix(".00"))
    assert bad.told("EnvyPaid"), "the other player shares in it"
    assert good.view["meters"]["Progressive"] < paid["cents"] + 1000
    reading = good.find("#area-progressive_system .reading").first
    expect(reading).to_contain_text(f"{good.view['meters']['Progressive'] / 100:,.2f}".removesuffix(".00"))


def test_a_meter_is_written_as_its_reader_writes_money(visit: Visit) -> None:
    """Also where the sign of the currency stands apart: each change replaces the whole amount."""
    ann = visit(locale="es-AR")
    ann.sit_from_lobby(GAMES["let-it-ride"])
    ann.bet("bet_1")
    reading = ann.find("#area-progressive_system .reading").first
    cents = ann.view["meters"]["Progressive"]
    shown = f"{cents // 100:,}".replace(",", ".") + f",{cents % 100:02d}"
    expect(reading).to_have_text(f"$\u00a0{shown}")


def test_a_folded_hand_is_never_shown(visit: Visit) -> None:
    """Without a side bet there is nothing to look at: the cards go to the discard rack as they lie."""
    ann, ben = visit(), visit()
    sit_two("dragon-poker", ann, ben)
    for visitor in (ann, ben):
        visitor.bet("ante")
    good, bad = (ann, ben) if ann.seat == LUCKY["dragon-poker"] else (ben, ann)
    play({good: BOLD, bad: ("fold",)})
    heard = "".join(good.raw_heard)
    assert [card for card in GOOD_AND_BAD["dragon-poker"][f"seat{bad.seat}"] if f'"{card}"' in heard] == []


def net(visitor: Visitor) -> int:
    """What the page says the round brought, in cents."""
    text = visitor.find(".round-result").first.text_content() or ""
    return round(float(text.replace("$", "").replace(",", "").replace("\u2212", "-")) * 100)


def test_the_leak_check_can_fail(visit: Visit) -> None:
    """A planted message with another's card is found."""
    ann = visit()
    ann.raw_heard.append('{"type":"change","view":{"seats":[{"cards":["GD"]}]}}')
    ann.heard.append({"type": "change"})
    assert leaks(ann, ("GD",)) != [] and leaks(ann, ("RA",)) == []
