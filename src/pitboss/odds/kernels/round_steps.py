"""Many rounds of one player each, all of them one answer further: who is asked what next, what he sees, what a round
that is decided brings. Ways of answering and what hands are worth reach the kernel as arrays."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.kernels import kernel

Array = NDArray[Any]


class StepWays(NamedTuple):
    """All ways to answer."""

    then: Array
    """[decision, action]: the next decision, or −1 for the first ending, −2 for the second, …; for what cannot be
    chosen, what follows from the least choice."""
    legal: Array
    """[decision, action]"""
    step: Array
    """decision → its place among the steps."""
    wagers: Array
    """[decision, wager], in units of the base."""
    draws: Array
    """[decision, n]: the draws that are seen."""
    parts: Array
    """[decision, n]: where what is seen of such a card begins."""
    many: Array
    """decision → how many cards are seen."""


class StepRounds(NamedTuple):
    """The rounds that are being played."""

    at: Array
    """The decision that is asked."""
    cards: Array
    """[round, draw]"""
    made: Array
    """What the cards make: a row of the results."""
    number: Array
    """The number of the round."""
    over: Array


class DealtAhead(NamedTuple):
    """Rounds that wait to be played."""

    cards: Array
    made: Array


@kernel
def next_rounds(rounds: Any, which: Any, ahead: Any, first: Any, taken: Any) -> Any:
    """Those that are marked begin the next rounds; how many of the waiting ones are then taken."""
    for n in range(len(rounds.at)):
        if which[n]:
            rounds.at[n] = 0
            rounds.over[n] = 0
            rounds.made[n] = ahead.made[taken]
            rounds.number[n] = first + taken
            for draw in range(rounds.cards.shape[1]):
                rounds.cards[n, draw] = ahead.cards[taken, draw]
            taken += 1
    return taken


@kernel
def answer(rounds: Any, ways: Any, actions: Any, nets: Any, illegal: Any, cents: Any) -> None:
    """Every round that is not over goes on by its action."""
    most = ways.legal.shape[1]
    for n in range(len(rounds.at)):
        illegal[n] = 0
        cents[n] = 0
        if rounds.over[n]:
            continue
        at, action = rounds.at[n], actions[n]
        if action < 0 or action >= most:
            action = most
        illegal[n] = action == most or ways.legal[at, action] == 0
        then = ways.then[at, action]
        if then >= 0:
            rounds.at[n] = then
        else:
            rounds.over[n] = 1
            cents[n] = nets[rounds.made[n], -1 - then]


@kernel
def look(rounds: Any, ways: Any, which: Any, wagers_from: Any, steps: Any, seen: Any, mask: Any) -> None:
    """What the players of the marked rounds see, and what they may do; of a round that is over, what was seen last."""
    for n in range(len(rounds.at)):
        if not which[n]:
            continue
        at, row, allowed = rounds.at[n], seen[n], mask[n]
        row[:] = 0
        allowed[:] = 0
        if rounds.over[n]:
            row[steps] = 1
            allowed[0] = 1
        else:
            row[ways.step[at]] = 1
            for action in range(len(allowed)):
                allowed[action] = ways.legal[at, action]
        for k in range(ways.many[at]):
            row[ways.parts[at, k] + np.int64(rounds.cards[n, ways.draws[at, k]])] += 1
        for k in range(ways.wagers.shape[1]):
            row[wagers_from + k] = ways.wagers[at, k]
