"""A proof for tests: a round whose shuffle anyone can follow."""

import json
from typing import Any

from pitboss.cards.shuffle import cut
from pitboss.games.decks import decks
from pitboss.house.fair import scheme
from pitboss.house.fair.proof import DealtCard, Proof, ProofRows, SeatSeed

SEED = bytes(range(32))
SEATS = ((1, "Ann", "my lucky seed", 12), (3, "Bob", "Grüße", 11))


def a_proof(
    *, game: str = "let-it-ride", deck: str = "standard", cuts: tuple[int, ...] = (26,), format: scheme.Scheme = 1
) -> Proof:
    """Seven cards: six hidden at two seats, one of them after a card set aside, and an open one."""
    context = scheme.context_of("Table 1", 1, 7)
    cards = decks()[deck].cards
    order = scheme.order(cards, SEED, [(seat, text) for seat, _, text, _ in SEATS], context)
    for depth in cuts:
        order = cut(order, depth)
    masks = scheme.Masks(SEED)
    hidden = [DealtCard(i, order[i], "seat", (1, 3)[i % 2], masks.mask(i, order[i])) for i in (0, 1, 2, 3)]
    aside = DealtCard(5, order[5], "aside", aside=True)
    later = [DealtCard(i, order[i], "seat", (1, 3)[i // 6], masks.mask(i, order[i])) for i in (4, 6)]
    return Proof(
        pitboss_shuffle=format,
        table="Table 1",
        chain=1,
        game=game,
        round=3,
        shuffle=7,
        context=context,
        deck=cards,
        commitment=scheme.commitment(SEED, format, cards),
        seed=SEED.hex(),
        seeds=tuple(SeatSeed(seat, name, text, row) for seat, name, text, row in SEATS),
        cuts=cuts,
        cards=(*hidden, aside, *later, DealtCard(7, order[7], "community")),
        ending="settled",
        rows=ProofRows(10, 13, 40),
    )


def as_read(proof: Proof) -> dict[str, Any]:
    """As a stranger reads it."""
    found: dict[str, Any] = json.loads(proof.encode())
    return found


def unfinished(proof: dict[str, Any]) -> dict[str, Any]:
    """As it stands while the round is open: nothing that a spectator may not see."""
    hidden = [{**card, "card": "" if card["digest"] else card["card"]} for card in proof["cards"]]
    return {**proof, "seed": "", "ending": "", "rows": {**proof["rows"], "reveal": 0}, "cards": hidden}
