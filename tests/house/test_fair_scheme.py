"""The scheme: known answers, nothing runs together, hidden cards open only under their seed."""

import base64
import hashlib
import hmac
from collections.abc import Callable
from itertools import combinations

import pytest

from pitboss import checker
from pitboss.cards.deck import STANDARD
from pitboss.games.decks import decks
from pitboss.house.fair import scheme

SEED = bytes(range(32))
RFC_8439_ZERO_KEY = bytes.fromhex(
    "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
    "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
    "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
    "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
)
"""Appendix A.1, test vectors 1 and 2: blocks 0 and 1 under a key and a nonce of zeros."""


def test_the_stream_is_chacha20(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheme, "key", lambda *_: bytes(32))
    read = scheme.stream(SEED, [], "")
    assert read(64) + read(1) + read(63) == RFC_8439_ZERO_KEY


def test_the_checkers_own_chacha20() -> None:
    assert checker.chacha20_block(bytes(32), 0, bytes(12)) + checker.chacha20_block(bytes(32), 1, bytes(12)) == (
        RFC_8439_ZERO_KEY
    )
    # Section 2.3.2, with a nonce and a key that are not zero.
    assert checker.chacha20_block(SEED, 1, bytes.fromhex("000000090000004a00000000")).hex() == (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )


def test_the_commitment_by_hand() -> None:
    # sha256sum of the prefix and the bytes 00 … 1f
    assert scheme.commitment(SEED) == "5036fb91c7d3d95f83ef3a5fa8dd28a2881a66b5dc94f1a87673c10f1b53b208"
    assert scheme.commitment(SEED) != hashlib.sha256(SEED).hexdigest()


def test_the_commitment_to_a_deck_by_hand() -> None:
    # { printf 'pitboss-shuffle-2 commitment\n'; the bytes 00 … 1f; printf 'RD RD BD'; } | sha256sum
    known = "97deeb013608bcf7937fad55245eb9d88afd8d0c45f2c9cf7d09d540a4cc0aab"
    assert scheme.commitment(SEED, 2, ("RD", "RD", "BD")) == known == checker.commitment_of(SEED, 2, ["RD", "RD", "BD"])
    assert scheme.commitment(SEED, 2, ("RD", "BD", "RD")) != known
    with pytest.raises(ValueError, match="none were given"):
        scheme.commitment(SEED, 2)


def test_which_scheme_a_deck_has() -> None:
    assert scheme.scheme_for(STANDARD.cards) == 1
    for other in (STANDARD.cards[1:], STANDARD.cards[::-1], STANDARD.cards * 2, decks()["dragon"].cards):
        assert scheme.scheme_for(other) == 2


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_seed_has_32_bytes(length: int) -> None:
    for use in (scheme.commitment, scheme.Masks, lambda seed: scheme.key(seed, [], "")):
        with pytest.raises(ValueError, match=f"has 32 bytes; given: {length}"):
            use(bytes(length))


@pytest.mark.parametrize("deck", ["standard", "dragon"])
def test_the_scheme_and_the_checker_agree(deck: str) -> None:
    cards = decks()[deck].cards
    for n in range(60):
        seed = hashlib.sha256(f"{deck}{n}".encode()).digest()
        seeds = [(seat, "ö" * (n % 65) + str(seat)[: 64 - n % 65]) for seat in range(1, n % 7 + 1)]
        context = scheme.context_of(f"Tisch №{n}", n, n * n)
        made = scheme.order(cards, seed, seeds, context)
        assert list(made) == checker.order_of(list(cards), checker.key_of(seed, seeds, context))
        assert sorted(made) == sorted(cards)
        assert scheme.commitment(seed) == checker.commitment_of(seed)
        assert scheme.Masks(seed).mask(n, made[0]) == checker.digest_of(seed, n, made[0])


def test_they_agree_beyond_the_first_block() -> None:
    """One deck seldom needs more than 64 bytes; four decks always do."""
    cards = STANDARD.cards * 4
    made = scheme.order(cards, SEED, [(2, "x")], "1/1/T")
    assert list(made) == checker.order_of(list(cards), checker.key_of(SEED, [(2, "x")], "1/1/T"))


def test_nothing_runs_together() -> None:
    """Lists of seeds and contexts that look the same when they are written one after the other give different keys."""
    alike = [
        ([(1, "ab"), (2, "c")], "x"), ([(1, "a"), (2, "bc")], "x"), ([(1, "abc"), (2, "")], "x"), ([(1, "abc")], "x"),
        ([(2, "abc")], "x"), ([], "xabc"), ([], "x"), ([], ""), ([(1, "")], ""), ([(1, ""), (2, "")], ""),
        ([(1, "\x00\x00\x00\x02")], ""), ([(1, "x")], ""), ([], "1/12/3"), ([], "11/2/3"),
    ]  # fmt: skip
    keys = [scheme.key(SEED, seeds, context) for seeds, context in alike]
    assert all(a != b for a, b in combinations(keys, 2))
    assert scheme.key(SEED, [], "x") != scheme.key(bytes(32), [], "x")


def test_seats_stand_in_order_once() -> None:
    for seeds in ([(2, "a"), (1, "b")], [(1, "a"), (1, "b")], [(0, "a")], [(-1, "a")]):
        with pytest.raises(ValueError, match="in the order of the seats, each seat once"):
            scheme.key(SEED, seeds, "")


def test_a_seats_seed_has_at_most_64_characters() -> None:
    assert scheme.key(SEED, [(1, "🂡" * 64)], "")
    with pytest.raises(ValueError, match="seat 4 has 65 characters; at most 64"):
        scheme.key(SEED, [(4, "a" * 65)], "")
    with pytest.raises(ValueError, match="UTF-8"):
        scheme.key(SEED, [(1, "\ud800")], "")


def test_a_mask_is_hmac() -> None:
    salt = hmac.digest(SEED, b"pitboss-shuffle-1 mask\n", "sha256")
    digest = base64.urlsafe_b64encode(hmac.digest(salt, b"51:Ah", "sha256")[:16]).decode().rstrip("=")
    assert scheme.Masks(SEED).mask(51, "Ah") == f"#51:{digest}"


@pytest.mark.parametrize("deck", ["standard", "dragon"])
def test_masks_open_under_their_seed_alone(deck: str) -> None:
    faces = decks()[deck].cards
    masks, others = scheme.Masks(SEED), scheme.Masks(bytes(32))
    for index, face in enumerate(faces):
        text = masks.mask(index, face)
        assert scheme.is_masked(text)
        assert masks.open(text, faces) == face
        with pytest.raises(ValueError, match="none of the faces"):
            others.open(text, faces)
        with pytest.raises(ValueError, match="none of the faces"):
            masks.open(text, [other for other in faces if other != face])
        with pytest.raises(ValueError, match="none of the faces"):
            masks.open(f"#{index + 1}{text[text.index(':') :]}", faces)


def test_copies_of_a_card_cannot_be_told_by_their_digests() -> None:
    rabbits = {scheme.Masks(SEED).mask(index, "RA") for index in range(12)}
    assert len({text.partition(":")[2] for text in rabbits}) == 12


@pytest.mark.parametrize(
    "text",
    ["", "#", "Ah", "#1", "#01:" + "a" * 22, "#1:" + "a" * 21, "#1:" + "a" * 23, "#1:" + "=" * 22, "#１:" + "a" * 22],
)
def test_what_is_no_hidden_card_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="is not a hidden card"):
        scheme.Masks(SEED).open(text, STANDARD.cards)


def test_no_face_looks_hidden() -> None:
    assert not any(scheme.is_masked(face) for deck in decks().values() for face in (*deck.cards, "??", ""))


def test_the_mask_key_is_not_the_shuffles_nor_the_commitments() -> None:
    """Three uses of one seed give three unrelated values."""
    made: list[Callable[[], bytes]] = [
        lambda: bytes.fromhex(scheme.commitment(SEED)),
        lambda: scheme.key(SEED, [], ""),
        lambda: hmac.digest(SEED, b"pitboss-shuffle-1 mask\n", "sha256"),
    ]
    assert len({make() for make in made}) == 3
