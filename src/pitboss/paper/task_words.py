"""Tasks of the school as data for a paper: cards that are drawn, the table, what is asked, and the solution."""

from collections.abc import Iterable
from string import ascii_uppercase
from typing import Any

from pitboss.cards.deck import SUIT, SUIT_SIGNS, UNKNOWN, Card, Deck
from pitboss.messages.tasks import (
    Ask,
    AskChoice,
    AskNumber,
    ChoiceAnswer,
    DealerMove,
    DrillAnswer,
    DrillTask,
    MovesAnswer,
    NumberAnswer,
    TaskName,
    TaskVerdict,
)
from pitboss.paper.words import dollars, listed, sentence, wager_title
from pitboss.rulebook.words import place_words
from pitboss.school.drills import DRILLS
from pitboss.table.rules import Rules
from pitboss.table.views import View
from pitboss.wording.things import wager as wager_words

RED = "hd"
DOES = {"take": "Take", "pay": "Pay", "push": "Push"}


def marks(count: int) -> list[str]:
    """What the answers are called on paper: A, B, …, and numbers where letters do not suffice."""
    return list(ascii_uppercase[:count]) if count <= len(ascii_uppercase) else [str(n) for n in range(1, count + 1)]


def task_data(rules: Rules, task: DrillTask, number: int) -> dict[str, Any]:
    """A task, without its solution. The title of its topic could tell what is to be found."""
    numbered = isinstance(task.ask, AskChoice) and task.ask.among_told
    told_marks = marks(len(task.ask.options)) if isinstance(task.ask, AskChoice) and numbered else []
    told_marks += [""] * len(task.told)
    return {
        "number": number,
        "title": DRILLS[task.name.drill].title,
        "game": rules.book.title,
        "question": task.question,
        "shown": [{"words": part.words, "cards": drawn(rules.deck, part.cards)} for part in task.shown],
        "earlier": [{"words": each.words, "table": table_data(rules, each.view)} for each in task.earlier],
        "table": table_data(rules, task.view) if task.view is not None else None,
        "told": [[mark, said] for mark, said in zip(told_marks, task.told, strict=False)],
        "ask": _ask(task.ask, len(task.told)),
    }


def answer_place(task: DrillTask, number: int) -> dict[str, Any]:
    """The task's place on the answer sheet."""
    match task.ask:
        case AskChoice(options=options):
            return {"number": number, "kind": "choice", "marks": marks(len(options))}
        case AskNumber(unit=unit):
            return {"number": number, "kind": "number", "unit": unit}
        case _:
            return {"number": number, "kind": "moves"}


def drawn(deck: Deck, cards: Iterable[Card]) -> list[dict[str, Any]]:
    """Cards as the template draws them."""
    return [_card(deck, card) for card in cards]


def _card(deck: Deck, card: Card) -> dict[str, Any]:
    if card == UNKNOWN:
        return {"kind": "back"}
    if card in SUIT:
        suit = SUIT[card]
        return {"kind": "suit", "rank": card[0].replace("T", "10"), "suit": SUIT_SIGNS[suit], "red": card[1] in RED}
    return {"kind": "sign", "sign": deck.signs.get(card, "◇"), "name": deck.names.get(card, card)}


def table_data(rules: Rules, seen: View) -> dict[str, Any]:
    """The table: every position with a player, and what lies elsewhere."""
    rows = []
    for seat in seen.seats:
        if seat.player:
            wagers = [f"{wager_words(rules, name)} {dollars(cents)}" for name, cents in seat.wagers.items()]
            wagers += [f"{wager_words(rules, name)} (lammer)" for name in seat.lammers]
            cards = drawn(rules.deck, seat.cards)
            rows.append({"who": str(seat.number), "wagers": wagers, "cards": cards, "standing": seat.standing})
    third = sentence(place_words(rules.book, "box").removeprefix("the "))
    places = (("Dealer", seen.dealer), ("Community", seen.community), (third, seen.box))
    return {
        "rows": rows,
        "elsewhere": [{"words": name, "cards": drawn(rules.deck, cards)} for name, cards in places if cards],
        "said": [f"The {name} meter shows {dollars(cents)}." for name, cents in seen.meters.items()],
    }


def _ask(ask: Ask, told: int) -> dict[str, Any]:
    match ask:
        case AskChoice(options=options, several=several, among_told=among_told):
            named = zip(marks(len(options)), options, strict=True)
            shown = [{"mark": mark, "words": each.words} for mark, each in named]
            return {
                "kind": "choice",
                "several": several,
                "told": among_told and told > 0,
                "options": shown[told:] if among_told else shown,
            }
        case AskNumber(unit=unit):
            return {"kind": "number", "unit": unit}
        case _:
            return {
                "kind": "moves",
                "tray": ", ".join(f"{pile.count} of {dollars(pile.cents)}" for pile in ask.tray),
                "chips": [dollars(pile.cents) for pile in ask.tray],
                "wagers": [
                    [
                        str(each.seat),
                        each.words,
                        ", ".join([_piles(each.chips), *["lammer"] * each.lammer]).strip(", "),
                    ]
                    for each in ask.wagers
                ],
            }


def _piles(chips: Iterable[Any]) -> str:
    return ", ".join(f"{pile.count} of {dollars(pile.cents)}" for pile in chips)


# --- answers ----------------------------------------------------------------------------------------------------------


def answer_words(rules: Rules, task: DrillTask, answer: DrillAnswer) -> str:
    """An answer as a paper states it: the mark of what was chosen with its words, the number, or the moves."""
    match answer:
        case ChoiceAnswer(ids=ids):
            assert isinstance(task.ask, AskChoice)
            named = zip(marks(len(task.ask.options)), task.ask.options, strict=True)
            return listed([f"{mark} ({each.words})" for mark, each in named if each.id in ids]) or "none of them"
        case NumberAnswer(value=value):
            assert isinstance(task.ask, AskNumber)
            return f"{value:,} {task.ask.unit}"
        case MovesAnswer(moves=moves):
            return "; ".join(move_words(rules, each) for each in moves) or "nothing"


def move_words(rules: Rules, move: DealerMove) -> str:
    """What is done, with which wager, at which position, in which chips."""
    chips = f": {_piles(move.chips)}" if move.chips else ""
    return f"{DOES.get(move.do, move.do)} {wager_title(rules.book, move.wager)} at position {move.seat}{chips}"


def key_data(rules: Rules, task: DrillTask, verdict: TaskVerdict, number: int) -> dict[str, Any]:
    """The solution of a task with the rules behind it, and the name by which the task is made again."""
    moves = verdict.solution.moves if isinstance(verdict.solution, MovesAnswer) else ()
    return {
        "number": number,
        "answer": verdict.words if moves else answer_words(rules, task, verdict.solution),
        "moves": [move_words(rules, each) for each in moves],
        "name": name_words(task.name),
        "topic": task.title,
        "why": [[each.words, each.clause] for each in verdict.why],
    }


def name_words(name: TaskName) -> str:
    """Game, drill, topic and seed, and the place in a series where it has several."""
    return "/".join([name.game, name.drill, name.topic, str(name.seed), *[str(name.place)] * bool(name.place)])
