"""A second reading of the pages' scripts, which knows strings, templates within templates, patterns and remarks. The
house reads them by lines only (`web_modules.py`), so it must not be its own judge."""

import re

_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*[\s\S]*?\*/)*")
_STRING = re.compile(r'"(?:[^"\\\n]|\\[\s\S])*"|\'(?:[^\'\\\n]|\\[\s\S])*\'')
_PATTERN = re.compile(r"/(?![*/])(?:[^\\/\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_CHUNK = re.compile(r"((?:[^`\\$]|\\[\s\S]|\$(?!\{))*)(`|\$\{)")
_WORD = re.compile(r"[#\w$]+|[^#\w$]")
_VALUE = re.compile(r"[\w$)\]}\"'`]")
"""What ends a value: a slash after it divides."""
_BEFORE_PATTERN = ("return", "typeof", "case", "of", "in", "do", "else", "void", "await", "yield")


def tokens(text: str) -> list[str]:
    """The words of a script without white space and remarks. A piece of a template is one word; the white space at the
    beginnings of its lines is left out, since it means nothing between tags."""
    found: list[str] = []
    braces: list[int] = []
    """How many are open in each `${…}` that is being read."""
    place = _after(_SPACE, text, 0)
    while place < len(text):
        sign = text[place]
        if sign == "`" or (sign == "}" and braces and braces[-1] == 0):
            del braces[len(braces) - (sign == "}") :]
            chunk = _CHUNK.match(text, place + 1)
            if chunk is None:
                raise ValueError("a template does not end")
            if chunk[2] == "${":
                braces.append(0)
            found.append(sign + re.sub(r"\n\s*", "\n", chunk[1]) + chunk[2])
            place = chunk.end()
        else:
            if braces and sign in "{}":
                braces[-1] += 1 if sign == "{" else -1
            divides = found and found[-1] not in _BEFORE_PATTERN and _VALUE.match(found[-1][-1])
            end = _after(_STRING, text, place) or (0 if divides else _after(_PATTERN, text, place))
            end = end or _after(_WORD, text, place)
            found.append(text[place:end])
            place = end
        place = _after(_SPACE, text, place)
    return found


def _after(pattern: re.Pattern[str], text: str, place: int) -> int:
    """Where it ends, if it is here; 0 where it is not."""
    found = pattern.match(text, place)
    return found.end() if found else 0
