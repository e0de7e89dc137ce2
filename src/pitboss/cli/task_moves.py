"""Moves of chips as a trainee types them: what is done, which wager, at which position, in which chips."""

import re
from collections.abc import Sequence
from decimal import Decimal

from pitboss.messages.tasks import AskMoves, ChipPile, DealerMove, WagerLying
from pitboss.rulebook.pays import dollars
from pitboss.rulebook.words import listed

VERBS = ("take", "pay", "push")
_CHIPS = re.compile(r"\$?(\d*\.?\d+)(?:x(\d{1,6}))?")
_AT = re.compile(r"\d{1,3}")


class UnreadAnswer(ValueError):
    """What was typed is no answer; the sentence says what is."""


def moves_help(ask: AskMoves) -> str:
    """How moves are typed, with the wagers that lie there."""
    first, last = ask.wagers[0], ask.wagers[-1]
    high, low = ask.tray[0].cents, ask.tray[-1].cents
    lines = (
        (f"take {first.wager} {first.seat}", "take the whole wager into the tray"),
        (f"push {first.wager} {first.seat}", "it stays the player's"),
        (
            f"pay {last.wager} {last.seat} {_dollars(high)}x2 {_dollars(low)}",
            f"pay two chips of {dollars(high)} and one of {dollars(low)}",
        ),
        (
            f"take {first.wager} {first.seat} {_dollars(low)}x2",
            f"take two chips of {dollars(low)}, not the whole wager",
        ),
        ("undo", "take the last move back"),
        ("moves", "show the moves so far"),
        ("done", "these are all"),
    )
    wide = max(len(typed) for typed, _ in lines)
    return "\n".join(
        [
            "Say what you do with the wagers, one move after the other, in the order in which you do it:",
            *(f"  {typed:<{wide}}  {said}" for typed, said in lines),
            "Several moves may stand in one line, apart by ;",
        ]
    )


def move_of(ask: AskMoves, text: str) -> DealerMove:
    """The move of this line. Raises `UnreadAnswer`."""
    words = text.lower().replace(",", " ").split()
    verb = _one_of(words[0] if words else "", VERBS, "a move begins with")
    rest = words[1:]
    count = next((n for n, word in enumerate(rest) if _CHIPS.fullmatch(word)), len(rest))
    wager = _wager(ask, "_".join(rest[:count]))
    seats = [each.seat for each in ask.wagers if each.wager == wager]
    rest = rest[count:]
    if rest and _AT.fullmatch(rest[0]):
        seat, rest = int(rest[0]), rest[1:]
    elif len(seats) == 1:
        seat = seats[0]
    else:
        raise UnreadAnswer(f"say at which position: {verb} {wager} {seats[0]}")
    if seat not in seats:
        raise UnreadAnswer(f"there is no {wager} at position {seat}; there is one at {listed(map(str, seats))}")
    chips = tuple(_pile(ask, word) for word in rest)
    if verb == "pay" and not chips:
        raise UnreadAnswer(f"say in which chips: {verb} {wager} {seat} {_dollars(ask.tray[0].cents)}x2")
    if verb == "push" and chips:
        raise UnreadAnswer("a wager that is pushed stays as it lies; no chips belong to that")
    return DealerMove(seat, wager, verb, chips)


def move_words(move: DealerMove) -> str:
    """A move as it is typed."""
    return " ".join([move.do, move.wager, str(move.seat), *map(_pile_words, move.chips)])


def lying_words(lying: WagerLying) -> str:
    """What lies at a wager's place: `$5 x 2`, `lammer`; nothing at a place where only something may have to be paid."""
    piles = [f"{dollars(pile.cents)} x {pile.count}" for pile in lying.chips]
    return ", ".join([*piles, *["lammer"] * lying.lammer])


def tray_words(tray: Sequence[ChipPile]) -> str:
    """What lies in the tray."""
    return ", ".join(f"{dollars(pile.cents)} x {pile.count}" for pile in tray)


def move_completions(ask: AskMoves, before: str, word: str) -> list[str]:
    """What Tab offers: verbs, then wagers, then positions, then chips."""
    words = before.rpartition(";")[2].lower().split()
    if not words:
        offered = [*VERBS, "undo", "moves", "done"]
    elif len(words) == 1:
        offered = list(dict.fromkeys(each.wager for each in ask.wagers)) if words[0] in VERBS else []
    elif len(words) == 2:
        offered = [str(each.seat) for each in ask.wagers if each.wager == words[1]]
    else:
        offered = [_dollars(pile.cents) for pile in ask.tray]
    return [each for each in offered if each.startswith(word.lower())]


def _one_of(word: str, words: Sequence[str], why: str) -> str:
    if word in words:
        return word
    found = [each for each in words if word and each.startswith(word)]
    if len(found) == 1:
        return found[0]
    raise UnreadAnswer(f"{why} {listed(words, 'or')}; ? explains")


def _wager(ask: AskMoves, word: str) -> str:
    known = list(dict.fromkeys(each.wager for each in ask.wagers))
    return _one_of(word.replace("-", "_"), known, "name a wager that lies there:")


def _pile(ask: AskMoves, word: str) -> ChipPile:
    found = _CHIPS.fullmatch(word)
    known = {pile.cents for pile in (*ask.tray, *(pile for each in ask.wagers for pile in each.chips))}
    cents = Decimal(found[1]) * 100 if found else Decimal(0)
    if found is None or cents not in known:
        chips = listed([dollars(each) for each in sorted(known, reverse=True)])
        raise UnreadAnswer(
            f"there are no chips of '{word}'; write 25x2 for two chips of $25; there are chips of {chips}"
        )
    return ChipPile(int(cents), int(found[2] or 1))


def _pile_words(pile: ChipPile) -> str:
    return _dollars(pile.cents) + (f"x{pile.count}" if pile.count != 1 else "")


def _dollars(cents: int) -> str:
    return dollars(cents).lstrip("$").replace(",", "")
