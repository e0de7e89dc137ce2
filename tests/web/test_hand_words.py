"""Hands on the pages as players say them: at the table, in its ledger and in the record of a round."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from house.server_support import GAMES, Served, served
from web.conftest import Visit
from web.playing import play
from web.stacked import Wanted, deck, stacked
from web.visitor import Visitor

SEAT = {"top-five-poker": 3, "let-it-ride": 4}
HANDS: dict[str, Wanted] = {
    "top-five-poker": {"seat3": ("Kh", "As", "Ts", "Jd", "9c", "Jh", "4h")},
    "let-it-ride": {"seat4": ("Jh", "Jd", "2c"), "community": ("5s", "9d")},
}
SAID = {
    "top-five-poker": ("pair of queens, jacks or tens", "pair below kings"),
    "let-it-ride": ("pair of tens or better", "pair tens or better"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    decks = {game: deck(game, (SEAT[game],), hands) for game, hands in HANDS.items()}
    with stacked(decks), served(tmp_path_factory.mktemp("hands")) as made:
        yield made


@pytest.mark.parametrize("game", HANDS)
def test_a_pair_of_jacks(game: str, visit: Visit) -> None:
    ann: Visitor = visit()
    assert ann.take_seat(GAMES[game]) == SEAT[game]
    ann.bet("ante" if game == "top-five-poker" else "bet_1")
    number = play({ann: ("play", "ride")})
    words, raw = SAID[game]
    assert any(raw in facts.get("hand", "") for facts in ann.told("HandTurned")), "as the record has it"
    expect(ann.find("#panel-ledger")).to_contain_text(words)
    expect(ann.find("p.info")).to_contain_text(words)
    assert raw not in ann.text()
    ann.open(f"/rounds/{GAMES[game]}/{number}")
    expect(ann.find(".step-words", has_text=words[1:]).first).to_be_visible()
    ann.find(".step-words").last.click()
    assert raw not in ann.text().lower()
