"""Cards are read as people write them."""

import pytest

from pitboss.cards.deck import DRAGON, STANDARD, BadCard


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
    assert DRAGON.read_all("RDphRA") == ("RD", "PH", "RA")
    assert DRAGON.read_all("gold phoenix TI") == ("GD", "PH", "TI")
    assert DRAGON.read_all("rabbit PARA") == ("RA", "PA", "RA"), "a name stays a name"


@pytest.mark.parametrize("text", ["AhKx", "Ah1", "1h", "hA", "A♥K", "AAhh", "Ah-Kd"])
def test_what_is_no_card_is_named_as_it_was_written(text: str) -> None:
    with pytest.raises(BadCard, match=f"'{text}' is not a card of the standard deck; its cards are As"):
        STANDARD.read_all(text)
