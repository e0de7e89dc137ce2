"""`pitboss shuffle-bytes`: the shuffle as a stream of random bytes, for test suites of random bits."""

import errno
import os
import sys

from pitboss.cli.numbers import WholeNumber
from pitboss.cli.screen import GOOD, Trouble
from pitboss.cli.shuffle_test import MOST_WORKERS, a_number, a_plant, the_decks

_Number = WholeNumber
MOST_BYTES = 10**15


def shuffle_bytes(
    *,
    bytes: _Number = None,
    forever: bool = False,
    game: str | None = None,
    deck: str | None = None,
    random_seed: str | None = None,
    plant: str | None = None,
    workers: _Number = None,
) -> int:
    """Write random bytes made from shuffles of the deck, for test suites such as PractRand or dieharder.

    Each shuffle gives 16 bytes: from the top, the cards are taken in eight groups of four or five; the order of each
    group among the cards that are left is a number, all equally likely, and is scaled to a word of 16 bits, lower byte
    first. A shuffle with a number that would favour some words (about one in twenty-five) is thrown away. Nothing is
    mixed, so that a fault of the shuffle stays visible in the bytes.

    Examples:

    pitboss shuffle-bytes --forever | RNG_test stdin: PractRand, until you stop it.

    pitboss shuffle-bytes --bytes 1000000000 > shuffle.bin; dieharder -a -g 201 -f shuffle.bin

    pitboss shuffle-bytes --forever --plant one_percent | RNG_test stdin: a biased shuffle, for comparison.

    Exit status: 0 written, or nobody reads any more; 2 wrong usage; 130 after Ctrl-C.

    Parameters
    ----------
    bytes
        How many bytes to write.
    forever
        Write until nobody reads any more.
    game
        The deck of this game; the standard deck unless --game or --deck is given.
    deck
        The deck by its name: standard (52 cards), or one that a game has for itself; a wrong name lists them.
    random_seed
        A seed for a reproducible stream in place of the operating system's random bytes.
    plant
        Shuffle with a planted fault, as in `pitboss shuffle-test`.
    workers
        How many processes shuffle; all cores unless given. The bytes do not depend on it.
    """
    if (bytes is None) == (not forever):
        raise Trouble("say how many bytes with --bytes N, or --forever; one of the two")
    from pitboss.cards.deck import STANDARD
    from pitboss.games.decks import decks
    from pitboss.simulation import shuffle_bytes as made
    from pitboss.simulation.shuffle_source import usable_cores

    left = None if bytes is None else a_number(bytes, "--bytes", 0, 1, MOST_BYTES)
    hands = a_number(workers, "--workers", usable_cores(), 1, MOST_WORKERS)
    cards = decks()[the_decks(game, deck)[0] if game or deck else STANDARD.id].size
    fault = "" if plant is None else a_plant(plant)
    if sys.stdout.isatty():
        raise Trouble("these bytes are not for a screen: send them to a program with | or into a file with >")
    output = getattr(sys.stdout, "buffer", None)
    if output is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    pieces = made.shuffle_bytes(cards, random_seed, fault, made.useful_workers(left, hands))
    try:
        for piece in pieces:
            output.write(piece if left is None else piece[:left])
            left = None if left is None else left - len(piece)
            if left is not None and left <= 0:
                break
        output.flush()
    finally:
        pieces.close()
    return GOOD
