"""`pitboss shuffle-bytes`: the shuffle as a stream of random bytes, for test suites of random bits."""

import errno
import os
import sys

from pitboss.cli.help_text import helped
from pitboss.cli.numbers import WholeNumber
from pitboss.cli.screen import GOOD, Trouble
from pitboss.cli.shuffle_test import MOST_WORKERS, a_number, a_plant, the_decks

_Number = WholeNumber
MOST_BYTES = 10**15


@helped("shuffle-bytes")
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
