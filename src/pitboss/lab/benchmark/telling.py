"""A spot as it is told to a policy that is no Python: as plain data, and as a text that asks for an answer."""

from collections.abc import Sequence
from typing import Any

from pitboss.cards.deck import Card
from pitboss.lab.regret.spots import ScoredSpot
from pitboss.rulebook.pays import dollars

ANSWER = "Answer with one of these words alone: {choices}."


def cards_told(own: Sequence[Card], board: Sequence[Card], dealer: Sequence[Card]) -> str:
    """The cards that a player sees, in a few words."""
    parts = [" ".join(own)]
    parts += [f"community cards {' '.join(board)}"] if board else []
    parts += [f"the dealer's {' '.join(dealer)}"] if dealer else []
    return ", ".join(parts)


def spot_data(spot: ScoredSpot) -> dict[str, Any]:
    """For programs. It holds what the player may see, and nothing else."""
    return {
        "game": spot.game,
        "title": spot.rules.book.title,
        "step": spot.step,
        "clause": spot.clause,
        "cards": list(spot.cards),
        "board": list(spot.board),
        "dealer": list(spot.dealer),
        "wagers_cents": spot.wagers,
        "choices": [{"choice": name, "label": spot.label(name), "says": spot.says(name)} for name in spot.choices],
        "text": spot_text(spot),
    }


def spot_text(spot: ScoredSpot) -> str:
    """For readers."""
    title = {wager.id: wager.title for wager in spot.rules.wagers}
    lines = [f"You play {spot.rules.book.full_title}. Your cards: {' '.join(spot.cards)}"]
    if spot.board:
        lines.append(f"Community cards that lie open: {' '.join(spot.board)}")
    if spot.dealer:
        lines.append(f"Cards of the dealer that lie open: {' '.join(spot.dealer)}")
    lines.append(f"Your wagers: {', '.join(f'{title[wager]} {dollars(n)}' for wager, n in spot.wagers.items())}")
    lines.append("You may choose:")
    lines += [f"  {name}: {spot.says(name)}" for name in spot.choices]
    lines.append(ANSWER.format(choices=", ".join(spot.choices)))
    return "\n".join(lines) + "\n"


def read_answer(text: str, choices: Sequence[str]) -> str:
    """The choice that a text names: its last line that is not empty, in capitals or not, with or without quotation
    marks and a full stop. What names none is given back as it is."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    last = lines[-1] if lines else ""
    said = last.strip("\"'`*. ").casefold()
    return next((choice for choice in choices if choice.casefold() == said), last)
