"""The shuffle that anyone can check: what is published before it, how the order of the cards follows from the seeds,
and how a hidden card is written down while it is hidden.

`docs/fairness.md` says the same byte by byte, for people who want to write a checker of their own. Nothing here reads a
clock, a file or a source of randomness."""

import hashlib
import hmac
import re
from binascii import b2a_base64
from collections.abc import Iterable, Sequence
from typing import Literal

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

from pitboss.cards.deck import STANDARD, Card
from pitboss.cards.shuffle import Stream, shuffled

SEED = 32
"""How many bytes the seed of the house has."""
LONGEST = 64
"""How many characters a seat's own seed may have."""
Scheme = Literal[1, 2]
"""The numbers of the schemes. They differ in the commitment alone: the first is for the standard deck, which everybody
knows; the second fixes the deck as well. Another way to shuffle will carry another number."""

Seeds = Sequence[tuple[int, str]]
"""The seeds of the seats: number of the seat and its own text, in the order of the seats."""

_COMMITMENT = b"pitboss-shuffle-1 commitment\n"
_COMMITMENT_WITH_DECK = b"pitboss-shuffle-2 commitment\n"
_KEY = b"pitboss-shuffle-1 key\n"
_MASK = b"pitboss-shuffle-1 mask\n"
_MASKED = re.compile(r"#(0|[1-9][0-9]{0,8}):([A-Za-z0-9_-]{22})", re.ASCII)
_URL_SAFE = bytes.maketrans(b"+/", b"-_")


def context_of(table: str, chain: int, shuffle: int) -> str:
    """The one shuffle that is meant: the same seed for another table or another shuffle gives another order."""
    return f"{chain}/{shuffle}/{table}"


def scheme_for(cards: Sequence[Card]) -> Scheme:
    """The scheme by which this deck is shuffled at a new table."""
    return 1 if tuple(cards) == STANDARD.cards else 2


def commitment(seed: bytes, scheme: Scheme = 1, cards: Sequence[Card] = ()) -> str:
    """What the house publishes before anyone adds a seed: it fits this seed and no other, and by the second scheme this
    deck and no other."""
    if scheme == 1:
        return hashlib.sha256(_COMMITMENT + _whole(seed)).hexdigest()
    if not cards:
        raise ValueError("a commitment by scheme 2 is one to the cards of a deck; none were given")
    return hashlib.sha256(_COMMITMENT_WITH_DECK + _whole(seed) + " ".join(cards).encode()).hexdigest()


def key(seed: bytes, seeds: Seeds, context: str) -> bytes:
    """The key of the stream. Every text goes in with its length, so that no two lists of seeds give the same bytes."""
    seats = [seat for seat, _ in seeds]
    if seats != sorted(set(seats)) or (seats and seats[0] < 1):
        raise ValueError(f"the seeds must stand in the order of the seats, each seat once; given: {seats}")
    parts = [_KEY, _whole(seed), _text(context), _number(len(seeds))]
    for seat, text in seeds:
        if len(text) > LONGEST:
            raise ValueError(f"the seed of seat {seat} has {len(text)} characters; at most {LONGEST} are allowed")
        parts += [_number(seat), _text(text)]
    return hashlib.sha256(b"".join(parts)).digest()


def stream(seed: bytes, seeds: Seeds, context: str) -> Stream:
    """The random bytes of one shuffle: the ChaCha20 keystream under the key, nonce zero, from block 0."""
    cipher = Cipher(ChaCha20(key(seed, seeds, context), bytes(16)), mode=None).encryptor()

    def read(count: int) -> bytes:
        return cipher.update(bytes(count))

    return read


def order(cards: Sequence[Card], seed: bytes, seeds: Seeds, context: str) -> tuple[Card, ...]:
    """The cards as they lie after the shuffle and before the cut, the top card first."""
    return shuffled(cards, stream(seed, seeds, context))


class Masks:
    """Hidden cards of one shuffle as digests that nobody can open without the seed of the house.

    The key is derived once; each digest is HMAC-SHA256 by its definition, on copies of the two halves already begun."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, seed: bytes) -> None:
        salt = hmac.digest(_whole(seed), _MASK, "sha256").ljust(64, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in salt))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in salt))

    def mask(self, index: int, face: Card) -> str:
        """`#index:digest` for the card at this place of the cut deck, the top card being 0."""
        inner = self._inner.copy()
        inner.update(f"{index}:{face}".encode())
        outer = self._outer.copy()
        outer.update(inner.digest())
        digest = b2a_base64(outer.digest()[:16], newline=False).translate(_URL_SAFE, b"=")
        return f"#{index}:{digest.decode()}"

    def open(self, text: str, faces: Iterable[Card]) -> Card:
        """The one of these faces that the digest was made of."""
        found = _MASKED.fullmatch(text)
        if found is None:
            raise ValueError(f"'{text[:60]}' is not a hidden card; one looks like #0: and 22 letters")
        index = int(found[1])
        for face in faces:
            if self.mask(index, face) == text:
                return face
        raise ValueError(f"the hidden card '{text}' is none of the faces it could be under this seed")


def is_masked(text: str) -> bool:
    """Whether this stands for a hidden card. No face of any deck begins so."""
    return text.startswith("#")


def _whole(seed: bytes) -> bytes:
    if len(seed) != SEED:
        raise ValueError(f"the seed of the house has {SEED} bytes; given: {len(seed)}")
    return seed


def _number(value: int) -> bytes:
    return value.to_bytes(4, "big")


def _text(text: str) -> bytes:
    try:
        raw = text.encode()
    except UnicodeEncodeError:
        raise ValueError("a seed must be text that can be written as UTF-8") from None
    return _number(len(raw)) + raw
