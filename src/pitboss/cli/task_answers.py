"""What a trainee types, as an answer of the form that is asked for."""

import re
from decimal import Decimal

from pitboss.cli.task_moves import UnreadAnswer, moves_help
from pitboss.messages.tasks import Ask, AskChoice, AskNumber, ChoiceAnswer, DrillAnswer, NumberAnswer
from pitboss.rulebook.words import listed

NOTHING = ("none", "-")
"""Where several answers may be right: that none is."""
_DOLLARS = re.compile(r"\$(\d+)(?:\.(\d{1,2}))?")


def answer_of(ask: Ask, text: str) -> DrillAnswer:
    """The answer to a choice or for a number. Raises `UnreadAnswer`."""
    if isinstance(ask, AskChoice):
        return _chosen(ask, text)
    assert isinstance(ask, AskNumber), "moves are typed one by one"
    return _number(ask, text)


def answer_help(ask: Ask) -> str:
    """How an answer is typed."""
    if isinstance(ask, AskChoice) and ask.several:
        return "Type the numbers of all answers that apply, such as 1 3; none where none does."
    if isinstance(ask, AskChoice):
        return "Type the number of the answer."
    if isinstance(ask, AskNumber):
        return f"Type a whole number of {ask.unit}" + (", or dollars: $12.50." if ask.unit == "cents" else ".")
    return moves_help(ask)


def _chosen(ask: AskChoice, text: str) -> ChoiceAnswer:
    words = text.lower().replace(",", " ").split()
    known = {each.id.lower(): each.id for each in ask.options}
    known |= {str(number): each.id for number, each in enumerate(ask.options, 1) if str(number) not in known}
    strange = [word for word in words if word not in known]
    if ask.several and words and all(word in NOTHING for word in words):
        return ChoiceAnswer(())
    if strange or not words:
        said = f"there is no answer '{strange[0][:20]}'" if strange else "nothing was chosen"
        raise UnreadAnswer(f"{said}; answer 1 to {len(ask.options)}" + (", or none" if ask.several else ""))
    ids = tuple(dict.fromkeys(known[word] for word in words))
    if not ask.several and len(ids) > 1:
        raise UnreadAnswer(f"choose one of them; {listed(words)} are {len(ids)}")
    return ChoiceAnswer(ids)


def _number(ask: AskNumber, text: str) -> NumberAnswer:
    plain = text.replace(",", "").replace(" ", "")
    money = _DOLLARS.fullmatch(plain) if ask.unit == "cents" else None
    if money:
        plain = str(int(Decimal(plain[1:]) * 100))
    if not re.fullmatch(r"\d{1,18}", plain):
        raise UnreadAnswer(f"'{text[:20]}' is no whole number of {ask.unit}")
    return NumberAnswer(int(plain))
