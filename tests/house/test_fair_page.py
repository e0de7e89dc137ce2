"""The page that a stranger writes a checker from: its example is held against both implementations."""

import hashlib
import hmac
import re
from pathlib import Path

import pytest

from pitboss import checker
from pitboss.cards.deck import STANDARD
from pitboss.cards.shuffle import cut
from pitboss.games.decks import decks
from pitboss.house.fair import scheme
from pitboss.house.fair.proof import Proof

PAGE = Path(__file__).parents[2] / "docs" / "fairness.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def example() -> dict[str, str]:
    """Name and value of each line; a line that begins with blanks goes on with the value above it."""
    block = TEXT.split("```text\n")[1].split("```")[0]
    made: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        if line[:16].strip():
            name = line[:16].strip()
            made[name] = line[16:]
        else:
            made[name] += (" " if " " in line[16:] else "") + line[16:]
    return made


def test_the_worked_example(example: dict[str, str]) -> None:
    seed = bytes.fromhex(example["seed"])
    seeds = [(1, example["seat 1"]), (3, example["seat 3"])]
    context = example["context"]
    assert context == scheme.context_of("Table 1", 1, 7)
    assert example["commitment"] == scheme.commitment(seed) == checker.commitment_of(seed)
    key = bytes.fromhex(example["key"])
    assert hashlib.sha256(bytes.fromhex(example["hashed to key"])).digest() == key
    assert key == scheme.key(seed, seeds, context) == checker.key_of(seed, seeds, context)
    assert bytes.fromhex(example["stream"]) == scheme.stream(seed, seeds, context)(64)
    assert bytes.fromhex(example["stream"]) == checker.chacha20_block(key, 0, bytes(12))
    shuffled = example["shuffled"].split()
    assert shuffled == list(scheme.order(STANDARD.cards, seed, seeds, context))
    assert shuffled == checker.order_of(list(STANDARD.cards), key)
    assert example["dealt from"].split() == list(cut(shuffled, int(example["cut"])))
    assert bytes.fromhex(example["mask key"]) == hmac.digest(seed, b"pitboss-shuffle-1 mask\n", "sha256")
    top = example["dealt from"].split()[0]
    assert example["card 0 hidden"] == scheme.Masks(seed).mask(0, top) == checker.digest_of(seed, 0, top)


def test_the_example_by_the_letter_of_the_page(example: dict[str, str]) -> None:
    """A third implementation, written from the page alone, on the stream it prints."""
    stream = iter(bytes.fromhex(example["stream"]))
    deck = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
    for n in range(len(deck), 1, -1):
        b = next(stream)
        while b >= max(multiple for multiple in range(0, 257, n)):
            b = next(stream)
        deck[n - 1], deck[b % n] = deck[b % n], deck[n - 1]
    assert deck == example["shuffled"].split()


def test_the_page_names_every_field_and_prefix() -> None:
    for field in Proof.__struct_fields__:
        assert f"`{field}`" in TEXT
    for prefix in ("1 commitment", "2 commitment", "1 key", "1 mask"):
        assert f'`"pitboss-shuffle-{prefix}\\n"`' in TEXT


def test_the_page_names_every_card() -> None:
    words = {"one": 1, "three": 3, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12}
    counted = re.findall(r"(\w+) `([A-Z]{2})`", TEXT.split("Dragon Poker): ")[1].split(". Tables")[0])
    assert [card for word, card in counted for _ in range(words[word])] == list(decks()["dragon"].cards)
    assert hashlib.sha256(" ".join(decks()["dragon"].cards).encode()).hexdigest() == checker.EARLIER
