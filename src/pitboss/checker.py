"""Checks the shuffle of a round from its proof, with Python's standard library alone: `python checker.py FILE`.

This file shares nothing with the program that dealt the cards. It has its own ChaCha20, its own shuffle and its own
list of the ordinary cards, so that a fault over there cannot hide here. `docs/fairness.md` describes every step;
whoever trusts neither program can write a third."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import struct
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

STANDARD = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
"""The ordinary 52 cards in the order in which they lie before the shuffle, the top card first."""
EARLIER = "81381d830ebbab577a50411e59889657d6f605480c4b01b3c9c862cd1362b427"
"""SHA-256 of the only other deck, its cards with blanks between them, whose commitments were ever made by format 1.
Every deck but the ordinary 52 cards has been fixed by the commitment itself since: format 2."""
MOST = 256
"""A deck has no more cards: each step of the shuffle takes one byte."""
LARGEST = 1 << 20
"""A proof has a few thousand bytes; a file beyond this many is something else."""


class BadProof(ValueError):
    """This is not a proof, or a part of it is not of the form that the description asks for."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at. `ok` is None where it cannot be known before the seed is revealed."""

    name: str
    ok: bool | None
    text: str


@dataclass(frozen=True)
class Verification:
    checks: tuple[Check, ...]

    @property
    def verdict(self) -> str:
        """wrong, unfinished (nothing wrong so far, but the seed is not revealed yet) or fair."""
        if any(check.ok is False for check in self.checks):
            return "wrong"
        return "unfinished" if any(check.ok is None for check in self.checks) else "fair"

    @property
    def findings(self) -> list[str]:
        return [check.text for check in self.checks if check.ok is False]

    def as_dict(self) -> dict[str, Any]:
        return {"verdict": self.verdict, "checks": [asdict(check) for check in self.checks]}


# --- the scheme -----------------------------------------------------------------------------------------------------


def chacha20_block(key: bytes, counter: int, nonce: bytes) -> bytes:
    """64 bytes of the keystream (RFC 8439, section 2.3)."""
    start = [
        *struct.unpack("<4I", b"expand 32-byte k"),
        *struct.unpack("<8I", key),
        counter,
        *struct.unpack("<3I", nonce),
    ]
    now = list(start)

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for left, right, mixed, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            now[left] = (now[left] + now[right]) & 0xFFFFFFFF
            word = now[mixed] ^ now[left]
            now[mixed] = ((word << turn) | (word >> (32 - turn))) & 0xFFFFFFFF

    for _ in range(10):
        for column in range(4):
            quarter(column, 4 + column, 8 + column, 12 + column)
        for place in range(4):
            quarter(place, 4 + (place + 1) % 4, 8 + (place + 2) % 4, 12 + (place + 3) % 4)
    return struct.pack("<16I", *((now[place] + start[place]) & 0xFFFFFFFF for place in range(16)))


def commitment_of(seed: bytes, version: int = 1, deck: list[str] | None = None) -> str:
    """What format 1 promises is the seed; what format 2 promises is the seed and the deck."""
    if version == 1:
        return hashlib.sha256(b"pitboss-shuffle-1 commitment\n" + seed).hexdigest()
    return hashlib.sha256(b"pitboss-shuffle-2 commitment\n" + seed + _together(deck or []).encode()).hexdigest()


def _together(deck: list[str]) -> str:
    return " ".join(deck)


def key_of(seed: bytes, seeds: list[tuple[int, str]], context: str) -> bytes:
    parts = [b"pitboss-shuffle-1 key\n", seed, _with_length(context), struct.pack(">I", len(seeds))]
    parts += [struct.pack(">I", seat) + _with_length(text) for seat, text in seeds]
    return hashlib.sha256(b"".join(parts)).digest()


def _with_length(text: str) -> bytes:
    raw = text.encode("utf-8")
    return struct.pack(">I", len(raw)) + raw


def order_of(deck: list[str], key: bytes) -> list[str]:
    """Fisher-Yates from the bottom up; a byte that would favour some places is thrown away."""
    cards, stream, counter = list(deck), b"", 0
    for count in range(len(cards), 1, -1):
        while True:
            if not stream:
                stream, counter = chacha20_block(key, counter, bytes(12)), counter + 1
            byte, stream = stream[0], stream[1:]
            if byte < 256 // count * count:
                break
        cards[count - 1], cards[byte % count] = cards[byte % count], cards[count - 1]
    return cards


def digest_of(seed: bytes, index: int, card: str) -> str:
    salt = hmac.new(seed, b"pitboss-shuffle-1 mask\n", hashlib.sha256).digest()
    made = hmac.new(salt, f"{index}:{card}".encode(), hashlib.sha256).digest()
    return f"#{index}:" + base64.urlsafe_b64encode(made[:16]).decode().rstrip("=")


# --- reading a proof ------------------------------------------------------------------------------------------------

_FORM: dict[str, Any] = {
    "pitboss_shuffle": int, "table": str, "chain": int, "game": str, "round": int, "shuffle": int, "context": str,
    "deck": [str], "commitment": str, "seed": str, "seeds": [{"seat": int, "player": str, "seed": str, "row": int}],
    "cuts": [int],
    "cards": [{"index": int, "card": str, "to": str, "seat": int, "digest": str, "aside": bool}],
    "ending": str, "rows": {"commitment": int, "shuffled": int, "reveal": int},
}  # fmt: skip
_WORDS = {int: "a whole number", str: "text", bool: "true or false"}
_HEX = re.compile(r"[0-9a-f]{64}")
_CARD = re.compile(r"[0-9A-Za-z]{2}")
_DIGEST = re.compile(r"#(0|[1-9][0-9]{0,2}):[A-Za-z0-9_-]{22}")


def _formed(value: Any, form: Any, name: str) -> None:
    """Refuses whatever is not of the form described: missing or unknown fields, the wrong kind of value."""
    if isinstance(form, list):
        if not isinstance(value, list):
            raise BadProof(f"{name} must be a list")
        for place, each in enumerate(value, 1):
            _formed(each, form[0], f"entry {place} of {name}")
    elif isinstance(form, dict):
        if not isinstance(value, dict):
            raise BadProof(f"{name} must be an object with the fields {', '.join(form)}")
        for field in [*form, *value]:
            if field not in value:
                raise BadProof(f"{name} has no field '{field}'")
            if field not in form:
                raise BadProof(f"{name} has a field {_shown(str(field))} that this version does not know")
            _formed(value[field], form[field], f"'{field}' of {name}")
    elif type(value) is not form:
        raise BadProof(f"{name} must be {_WORDS[form]}")
    elif form is int and not 0 <= value < 1 << 63:
        raise BadProof(f"{name} must be a number from 0 to 2^63 - 1")
    elif form is str:
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise BadProof(f"{name} is text that cannot be written as UTF-8") from None


def read(raw: bytes) -> dict[str, Any]:
    """The proof in a file."""
    if len(raw) > LARGEST:
        raise BadProof("this is not a proof of a shuffle: it is far too long")
    try:
        found = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_once)
    except BadProof:
        raise
    except (ValueError, RecursionError):
        raise BadProof("this is not a proof of a shuffle: it is not JSON") from None
    if not isinstance(found, dict) or "pitboss_shuffle" not in found:
        raise BadProof("this is not a proof of a shuffle: it has no field 'pitboss_shuffle'")
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise BadProof("a field stands twice in this proof; it could be read in two ways")
    return made


def _shown(text: str) -> str:
    """Somebody's text for a sentence: short, and without characters that could move the cursor."""
    return "'" + "".join(c if c.isprintable() else "?" for c in text[:64]) + "'"


# --- the checks -----------------------------------------------------------------------------------------------------


def check(proof: dict[str, Any]) -> Verification:
    """Every check of a proof, in the order in which the round went."""
    version = proof.get("pitboss_shuffle") if isinstance(proof, dict) else None
    if type(version) is int and version not in (1, 2):
        raise BadProof(f"this proof has format {version}; this checker reads the formats 1 and 2")
    _formed(proof, _FORM, "the proof")
    for name in ("commitment", "seed"):
        if not _HEX.fullmatch(proof[name]) and (name, proof[name]) != ("seed", ""):
            raise BadProof(f"'{name}' of the proof must be 64 hexadecimal digits in small letters")
    checks = [_deck(proof), _context(proof), _rows(proof), _ending(proof), _commitment(proof), _seeds(proof)]
    for further in (_places, _faces):  # which only make sense of what has held so far
        if all(each.ok is not False for each in checks):
            checks += further(proof)
    return Verification(tuple(checks))


def _deck(proof: dict[str, Any]) -> Check:
    """The ordinary deck is known here. Any other must have been fixed before the shuffle; whether it is that of the
    game only its rulebook can say."""
    deck = proof["deck"]
    if deck == STANDARD:
        return Check("deck", True, "The deck is the ordinary one, 52 cards in their fixed order.")
    if sorted(deck) == sorted(STANDARD):
        return Check(
            "deck", False, "The deck of the proof is not in the order in which it must lie before the shuffle."
        )
    if not 1 < len(deck) <= MOST or not all(_CARD.fullmatch(card) for card in deck):
        fault = f"A deck has 2 to {MOST} cards, each written as two letters or figures; the deck of the proof has not."
        return Check("deck", False, fault)
    if proof["pitboss_shuffle"] == 1 and hashlib.sha256(_together(deck).encode()).hexdigest() != EARLIER:
        fault = "The deck is not the ordinary 52 cards, and this commitment, of format 1, does not fix another deck."
        return Check("deck", False, fault)
    counted = ", ".join(f"{deck.count(card)} {card}" for card in dict.fromkeys(deck))
    said = f"This deck is not the ordinary 52 cards; compare it with the rulebook of the game: {counted}."
    fixed = "It was fixed before the shuffle." if proof["pitboss_shuffle"] == 1 else "The commitment must fit it too."
    return Check("deck", True, f"{said} {fixed}")


def _context(proof: dict[str, Any]) -> Check:
    expected = f"{proof['chain']}/{proof['shuffle']}/{proof['table']}"
    if proof["context"] != expected:
        return Check("context", False, "The context names another table or another shuffle than the proof does.")
    return Check("context", True, f"The key is bound to shuffle {proof['shuffle']} of table {proof['chain']}.")


def _rows(proof: dict[str, Any]) -> Check:
    rows = proof["rows"]
    begun = {"the commitment": [rows["commitment"]], "the seeds of the seats": [each["row"] for each in proof["seeds"]]}
    # A commitment may be voided before its shuffle; then that row is 0. An unrevealed one has no row for the reveal.
    stages = {
        **begun,
        "the shuffle": [rows["shuffled"]] * (rows["shuffled"] > 0),
        "the reveal": [rows["reveal"]] * bool(proof["seed"]),
    }
    if not proof["seed"] and rows["reveal"]:
        return Check("rows", False, "The proof names a row that reveals the seed, but it has no seed.")
    last, before = 0, "the trail begins"
    for name, numbers in stages.items():
        if any(number <= last for number in numbers):
            return Check("rows", False, f"The row of {name} does not come after the row where {before}.")
        if numbers:
            last, before = max(numbers), f"{name} stands" if name != "the seeds of the seats" else f"{name} stand"
    there = ", then ".join(name for name, numbers in stages.items() if numbers)
    return Check("rows", True, f"The rows of the trail are in the right order: {there}.")


def _ending(proof: dict[str, Any]) -> Check:
    if proof["ending"] not in (("settled", "voided") if proof["seed"] else ("",)):
        allowed = "settled or voided" if proof["seed"] else "empty while the seed is not revealed"
        return Check("ending", False, f"The ending is {_shown(proof['ending'])}; it must be {allowed}.")
    if not proof["rows"]["shuffled"] and (proof["cards"] or proof["cuts"] or proof["ending"] == "settled"):
        return Check("ending", False, "The proof has cards, cuts or a settled round, but no row of a shuffle.")
    if not proof["seed"]:
        return Check("ending", None, "The round is unfinished: its seed is not revealed yet.")
    return Check("ending", True, f"The commitment was brought to an end: the round was {proof['ending']}.")


def _commitment(proof: dict[str, Any]) -> Check:
    if not proof["seed"]:
        return Check("commitment", None, "The commitment can be checked once the seed is revealed.")
    version = proof["pitboss_shuffle"]
    what = "The seed is" if version == 1 else "Seed and deck are"
    which = "the one" if version == 1 else "those"
    if commitment_of(bytes.fromhex(proof["seed"]), version, proof["deck"]) != proof["commitment"]:
        return Check("commitment", False, f"{what} not {which} that the house committed itself to.")
    return Check("commitment", True, f"{what} {which} that the house committed itself to.")


def _seeds(proof: dict[str, Any]) -> Check:
    seats = [each["seat"] for each in proof["seeds"]]
    if seats != sorted(set(seats)) or 0 in seats or max(seats, default=0) >= 1 << 32:
        return Check("seeds", False, "The seats' seeds do not stand in the order of the seats, each seat once.")
    if any(len(each["seed"]) > 64 for each in proof["seeds"]):
        return Check("seeds", False, "A seat's seed is longer than 64 characters.")
    named = ", ".join(f"{each['seat']} {_shown(each['seed'])}" for each in proof["seeds"])
    return Check("seeds", True, f"Seeds of the seats went in: {named}." if named else "No seat added a seed.")


def _places(proof: dict[str, Any]) -> list[Check]:
    """Cards leave from the top; one that was set aside may have left from anywhere, and it went nowhere else."""
    left: set[int] = set()
    top = 0
    for card in proof["cards"]:
        index = card["index"]
        if index >= len(proof["deck"]) or index in left:
            return [Check("places", False, f"Card {index} was dealt twice, or the deck has no such card.")]
        while top in left:
            top += 1
        if not card["aside"] and index != top:
            return [Check("places", False, f"Card {index} was dealt while card {top} lay on top.")]
        if (card["to"] == "seat") != (card["seat"] > 0):
            fault = "went to a seat without a number, or to a number without a seat"
            return [Check("places", False, f"Card {index} {fault}.")]
        if card["aside"] != (card["to"] == "aside") or (card["aside"] and card["digest"]):
            fault = "is called set aside, but went to a hand or lay face down, or was not set aside and has no place"
            return [Check("places", False, f"Card {index} {fault}.")]
        left.add(index)
    if proof["ending"] == "settled" and not left:
        return [Check("places", False, "The round was settled, but the proof has no card of it.")]
    aside = [str(card["index"]) for card in proof["cards"] if card["aside"]]
    said = f" Set aside, as was called at the table: {', '.join(aside)}." if aside else ""
    return [Check("places", True, f"{len(left)} cards left the deck, each from the top.{said}")]


def _faces(proof: dict[str, Any]) -> list[Check]:
    if any(not 0 < depth < len(proof["deck"]) for depth in proof["cuts"]):
        return [Check("order", False, "A cut is not inside the deck.")]
    for card in proof["cards"]:
        found = _DIGEST.fullmatch(card["digest"])
        if card["digest"] and (found is None or int(found[1]) != card["index"]):
            return [Check("digests", False, f"The digest of card {card['index']} is not one of that card.")]
    if not proof["seed"]:
        return [Check("order", None, "The order of the cards can be checked once the seed is revealed.")]
    if proof["ending"] == "settled" and not any(card["digest"] for card in proof["cards"]):
        return [Check("digests", False, "Cards lie face down in every round, but the proof has the digest of none.")]
    seed = bytes.fromhex(proof["seed"])
    seeds = [(each["seat"], each["seed"]) for each in proof["seeds"]]
    order = order_of(proof["deck"], key_of(seed, seeds, proof["context"]))
    for depth in proof["cuts"]:
        order = order[depth:] + order[:depth]
    wrong = [card for card in proof["cards"] if card["card"] != order[card["index"]]]
    opened = [card for card in proof["cards"] if card["digest"]]
    unfit = [card for card in opened if digest_of(seed, card["index"], card["card"]) != card["digest"]]
    said = [f"Card {c['index']} was {_shown(c['card'])}; by the seeds it must be {order[c['index']]}." for c in wrong]
    said_unfit = [f"The digest of card {c['index']} was not made of {_shown(c['card'])}." for c in unfit]
    return [
        Check("order", not wrong, " ".join(said) or "Every card is the one that the seeds and the cut put there."),
        Check("digests", not unfit, " ".join(said_unfit) or f"{len(opened)} hidden cards were written down truly."),
    ]


# --- on the command line --------------------------------------------------------------------------------------------


def main(words: list[str]) -> int:
    if len(words) != 1 or words[0] in ("-h", "--help"):
        print(
            "usage: python checker.py FILE\nFILE is the proof of a round. 0: fair. 1: wrong or unfinished. 2: no proof."
        )
        return 0 if words in (["-h"], ["--help"]) else 2
    try:
        with Path(words[0]).open("rb") as file:
            report = check(read(file.read(LARGEST + 1)))
    except (BadProof, OSError) as fault:
        print(f"{fault}", file=sys.stderr)
        return 2
    coding = sys.stdout.encoding or "ascii"
    for each in report.checks:
        mark = "ok" if each.ok else "--" if each.ok is None else "NO"
        print(f"{mark} {each.text}".encode(coding, "replace").decode(coding))
    print(report.verdict)
    return 0 if report.verdict == "fair" else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
