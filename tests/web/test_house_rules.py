"""Games by house rules of our own, each only a folder, in the browser: from the lobby to the settlement, coached."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from house.server_support import Served, served
from pitboss.rulebook.folders import games
from support import CARIBBEAN, THREE
from web.conftest import ONE_BY_ONE, Visit
from web.stacked import Wanted, deck, stacked
from web.test_coach import COUNTED
from web.test_rounds import leaks, net

SEAT = 3
"""The lobby seats people in the middle."""
CARDS: dict[str, Wanted] = {
    THREE: {"seat3": ("4s", "4h", "4d"), "dealer": ("Kc", "Qc", "Jc")},
    CARIBBEAN: {"seat3": ("As", "Kh", "9d", "6c", "2s"), "dealer": ("Ad", "Kc", "5h", "3d", "9c")},
}
SIDES = {THREE: "pair_plus", CARIBBEAN: "five_card_bonus"}
CHOICES = {THREE: "play", CARIBBEAN: "call"}
BROUGHT = {THREE: 15 - 5 + 150, CARIBBEAN: 5 + 10 - 5}
"""Worked by hand, in dollars, every wager at its least of $5. Three of a kind lose to a straight flush, and the bonus
of the Ante and Pair Plus are paid all the same; ace-king-nine-six beats ace-king-nine-five, and the Call is twice the
Ante."""
WORTH = {THREE: ("+5.6987", "\u22121.0000"), CARIBBEAN: ("\u22120.9747", "\u22121.0000")}
"""What the coach says of both choices; tests/games counts it a second time."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    decks = {game: deck(game, (SEAT,), wanted) for game, wanted in CARDS.items()}
    with stacked(decks), served(tmp_path_factory.mktemp("house_rules"), pace=ONE_BY_ONE) as made:
        yield made


@pytest.mark.parametrize("game", CARDS)
def test_a_round_with_the_coach(game: str, visit: Visit) -> None:
    ann = visit()
    assert ann.sit_from_lobby(games().index(game) + 1) == SEAT
    ann.page.get_by_role("tab", name="Coach").click()
    ann.bet("ante", SIDES[game])
    number = ann.view["round"]
    ann.deal()
    assert ann.wait_decision() == [CHOICES[game], "fold"]
    *hidden, last = CARDS[game]["dealer"]
    if game == CARIBBEAN:
        assert ann.view["dealer"] == ["??", "??", "??", "??", last], "the card that lies open, and no other"
    else:
        hidden.append(last)
    expect(ann.find(".worths li")).to_have_count(2, timeout=COUNTED)
    told = ann.find(".worths b").all_inner_texts()
    assert all(words in said for words, said in zip(WORTH[game], told, strict=True)), told
    assert leaks(ann, tuple(hidden)) == []
    ann.decide(CHOICES[game])
    ann.wait_round_over(number)
    assert net(ann) == 100 * BROUGHT[game]
    assert ann.raw() == []
