"""Cards are read as people write them, and a game may declare a deck of its own."""

import shutil
from pathlib import Path

import msgspec
import pytest

from pitboss.cards.deck import STANDARD, BadCard, BadDeck, Deck, deck_of
from pitboss.games.decks import deck, decks
from pitboss.rulebook.book import BookCard, book
from pitboss.rulebook.folders import bring, folder, release


@pytest.mark.parametrize(
    "text",
    [
        "Ah Kd Tc",
        "ah,kd, tc",
        "AhKdTc",
        "AHKD10C",
        "A♥ K♦ 10♣",
        "A♥K♦T♣",
        "a♥\ufe0f k♦\ufe0f 10♣",
        "AhKd 10♣",
        " AhK♦, 10c ",
    ],
)
def test_cards_with_and_without_blanks(text: str) -> None:
    assert STANDARD.read_all(text) == ("Ah", "Kd", "Tc")


def test_every_card_by_its_sign() -> None:
    signs = dict(zip("cdhs", "♣♦♥♠", strict=True))
    for card in STANDARD.cards:
        assert STANDARD.read(card[0] + signs[card[1]]) == card
    assert STANDARD.read_all("".join(STANDARD.cards)) == STANDARD.cards


def test_dragon_cards() -> None:
    dragon = deck("dragon-poker")
    assert dragon.read_all("RDphRA") == ("RD", "PH", "RA")
    assert dragon.read_all("gold phoenix TI") == ("GD", "PH", "TI")
    assert dragon.read_all("rabbit PARA") == ("RA", "PA", "RA"), "a name stays a name"


@pytest.mark.parametrize("text", ["AhKx", "Ah1", "1h", "hA", "A♥K", "AAhh", "Ah-Kd"])
def test_what_is_no_card_is_named_as_it_was_written(text: str) -> None:
    with pytest.raises(BadCard, match=f"'{text}' is not a card of the standard deck; its cards are As"):
        STANDARD.read_all(text)


# --- decks that games declare ---------------------------------------------------------------------------------------


def declared(**changes: object) -> Deck:
    return deck_of(msgspec.structs.replace(book("let-it-ride"), **changes))


JOKER = BookCard("JK", "Joker", 2, aliases=("wild",), sign="*", ink="red")


def test_a_deck_with_jokers() -> None:
    jokers = declared(deck="standard with jokers", packs=1, cards=(JOKER,))
    assert jokers.size == 54 and jokers.count("JK") == 2 and jokers.count("Ah") == 1
    assert jokers.cards[:2] == ("As", "Ah") and jokers.cards[-2:] == ("JK", "JK")
    assert jokers.read_all("AhJK 10♣ wild joker") == ("Ah", "JK", "Tc", "JK", "JK")
    assert jokers.surplus(["JK", "JK", "Ah"]) == () and jokers.surplus(["JK"] * 3) == ("JK",)
    assert not jokers.suited and not jokers.is_standard


def test_several_packs_without_some_cards() -> None:
    nines = tuple(f"{rank}{suit}" for rank in "2345678" for suit in "cdhs")
    two = declared(deck="two short packs", packs=2, without=nines)
    assert two.size == 2 * 24 and two.count("9c") == 2 and two.count("8c") == 0
    assert two.suited and not two.is_standard
    with pytest.raises(BadCard, match="'8c' is not a card of the two short packs deck"):
        two.read("8c")


def test_a_deck_of_own_cards_has_no_others() -> None:
    only = declared(deck="jokers", cards=(JOKER, BookCard("FO", "Fool")))
    assert only.cards == ("JK", "JK", "FO") and only.read("fool") == "FO"


def test_the_standard_deck_is_the_default() -> None:
    assert declared() is STANDARD and STANDARD.is_standard
    assert declared(deck="french").contents == STANDARD.contents


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"packs": -1}, "packs = -1 is not a possible number"),
        ({"without": ("1h",)}, "'1h' is no card of the standard deck"),
        ({"cards": (JOKER, JOKER)}, "the card JK stands there twice"),
        ({"cards": (BookCard("Ah", "Ace"),)}, "the code Ah means a standard card"),
        ({"cards": (BookCard("??", "Nobody"),)}, "'??' must be two letters or figures"),
        ({"cards": (BookCard("J", "Joker"),)}, "'J' must be two letters or figures"),
        ({"cards": (BookCard("JK", "Joker", 0),)}, "JK needs a count of at least 1"),
        ({"packs": 4, "cards": (BookCard("JK", "Joker", 49),)}, "at most 256 cards"),
        ({"packs": -1, "without": ("1h",)}, "packs = -1 is not a possible number; without: '1h'"),
    ],
)
def test_what_makes_no_deck(changes: dict[str, object], said: str) -> None:
    with pytest.raises(BadDeck) as refused:
        declared(**changes)
    assert said in str(refused.value)


def test_256_cards_are_a_deck() -> None:
    assert declared(packs=4, cards=(BookCard("JK", "Joker", 48),)).size == 256


def test_a_brought_game_brings_its_deck(tmp_path: Path) -> None:
    shutil.copytree(folder("dragon-poker"), tmp_path / "own")
    for file in (tmp_path / "own").iterdir():
        if file.suffix in (".toml", ".csv", ".py"):
            text = file.read_text(encoding="utf-8").replace('"dragon-poker"', '"own-poker"').replace("MD-DRAGON", "OWN")
            text = text.replace('readings = "D"', 'readings = "OW"').replace('deck = "dragon"', 'deck = "own"')
            file.write_text(text.replace("count = 12", "count = 11"), encoding="utf-8")
    bring(tmp_path / "own")
    try:
        assert deck("own-poker").size == 52 and decks()["own"].count("RA") == 11
    finally:
        release("own-poker")
