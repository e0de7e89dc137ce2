"""Kinds of hands: those that no wager can tell apart."""

from collections.abc import Iterable
from typing import assert_never

from pitboss.cards.ranking import Hand
from pitboss.table.cells import Compared, Computed, Fields, HandsDealt, HighestNamed, Named, Qualified, Standing


def kinds(fields: Iterable[Fields], hands: tuple[Hand, ...]) -> tuple[list[int], tuple[Hand, ...]]:
    """The number of the kind of each hand, and an example of each kind, highest first. Hands of one kind are in the
    same cells of wagers with these fields, all of which look at one and the same hand."""
    columns = []
    for field in dict.fromkeys(field for each in fields for field in each):
        match field:
            case Named():
                columns.append([field.called(hand) for hand in hands])
            case Qualified():
                columns.append([field.says(hand) for hand in hands])
            case Standing():
                pass
            case Compared() | HandsDealt() | HighestNamed() | Computed():
                raise ValueError(f"'{field.name}' is no matter of one hand alone")
            case _:
                assert_never(field)
    cells = list(zip(*columns, strict=True)) or [()] * len(hands)
    order = sorted(range(len(hands)), key=lambda place: hands[place].key, reverse=True)
    examples = {cells[place]: hands[place] for place in reversed(order)}
    number = {cell: n for n, cell in enumerate(dict.fromkeys(cells[place] for place in order))}
    return [number[cell] for cell in cells], tuple(examples[cell] for cell in number)
