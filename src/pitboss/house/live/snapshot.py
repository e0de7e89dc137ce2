"""A table between two rounds, as it is kept so that a restart need not replay years. There is no seed in it and no
card: the orders of the decks follow from the sealed seeds."""

import hashlib
from collections.abc import Callable

import msgspec
from msgspec import Struct

from pitboss.house.fair.scheme import context_of
from pitboss.house.live.now import Fixed, Now
from pitboss.house.live.packs import ComingShuffle, Pack
from pitboss.table.rules import Rules
from pitboss.table.state import State, plain

OwnSeeds = tuple[tuple[int, str, str], ...]


class KeptPack(Struct, frozen=True, forbid_unknown_fields=True):
    shuffle: int
    seeds: OwnSeeds
    cuts: tuple[int, ...]
    next: int
    gone: tuple[int, ...]


class KeptComing(Struct, frozen=True, forbid_unknown_fields=True):
    shuffle: int
    commitment: str
    seeds: OwnSeeds


class Kept(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    state: State
    seq: int
    shuffles: int
    packs: dict[int, KeptPack]
    coming: dict[int, KeptComing]
    practice: bool = False


_JSON = msgspec.json.Encoder()
_READ = msgspec.json.Decoder(Kept)


def fingerprint(state: State) -> str:
    return hashlib.sha256(_JSON.encode(plain(state))).hexdigest()


def kept(now: Now) -> bytes:
    packs = {deck: KeptPack(p.shuffle, p.seeds, p.cuts, p.next, p.gone) for deck, p in now.packs.items()}
    coming = {deck: KeptComing(c.shuffle, c.commitment, c.seeds) for deck, c in now.coming.items()}
    whole = {"state": plain(now.state), "seq": now.seq, "shuffles": now.shuffles, "packs": packs, "coming": coming}
    return _JSON.encode({**whole, "practice": True} if now.practice else whole)


def read(text: bytes) -> Kept:
    return _READ.decode(text)


def taken_up(
    found: Kept, fixed: Fixed, rules: Rules, head: tuple[int, bytes, int], seed: Callable[[int], bytes]
) -> Now:
    """The table as it was; `head` is the row after which it was kept, `seed(shuffle)` gives the unsealed seeds."""
    cards = rules.deck.cards if fixed.cards == "shuffle" else ()
    packs: dict[int, Pack] = {}
    for deck, old in found.packs.items():
        coming = ComingShuffle(old.shuffle, deck, "", seed(old.shuffle), old.seeds)
        pack = coming.shuffled(cards, context_of(fixed.name, fixed.chain, old.shuffle))
        for depth in old.cuts:
            pack = pack.cut(depth)
        packs[deck] = msgspec.structs.replace(pack, next=old.next, gone=old.gone)
    return Now(
        rules=rules,
        state=found.state,
        number=head[0],
        hash=head[1],
        at=head[2],
        seq=found.seq,
        packs=packs,
        coming={
            deck: ComingShuffle(c.shuffle, deck, c.commitment, seed(c.shuffle), c.seeds)
            for deck, c in found.coming.items()
        },
        shuffles=found.shuffles,
        practice=found.practice,
    )
