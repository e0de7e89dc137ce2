"""What the standard reader says of a faulty TOML text, in words that tell its author what to write instead."""

import re

LAWFUL = "key = value, or [table]"

_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")
_GROUPED = re.compile(r"[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?")
_CURLED = re.compile("[\u201c\u201d\u2018\u2019]")

_MARKS = 'text between two marks, as "text"'

_SAID: tuple[tuple[str, str, str], ...] = (
    ("Cannot overwrite a value", "this key stands here for the second time", "each key once in its table"),
    ("Duplicate inline table key", "this key stands here for the second time", "each key once in its table"),
    ("Cannot declare", "this table stands here for the second time", "each [table] once, with all its keys below it"),
    ("Cannot redefine", "this table stands here for the second time", "each [table] once, with all its keys below it"),
    ("Cannot mutate", "this table is complete already", "all keys of a table in one place"),
    ("Unterminated string", "a text is opened and never closed", _MARKS),
    ("Expected \"'\"", "a text is opened and never closed", _MARKS),
    ("Illegal character '\\n'", "this text is opened and never closed", _MARKS),
    ("Unclosed array", "a list is never closed", "a list between [ and ], its values with commas between them"),
    ("Unclosed inline table", "a table on one line is never closed", "{ key = value, key = value }"),
    ("Expected '=' after", "there is no = behind this key", LAWFUL),
    ("Expected ']", "the bracket that closes the table's name is missing", "[table]"),
    ("Invalid statement", "a line begins with a key, a [table] or #", LAWFUL),
    ("Invalid initial character", "this is not how a key begins", "letters, digits, _ and - in a key"),
    ("Unescaped '\\'", "a backslash has a meaning of its own", "\\\\ for one backslash"),
    ("Expected newline", "there is more on this line than one value", "one key = value on each line"),
    ("Invalid value", "there is no value here that can be read", 'a number, true, false, or text in quotation marks'),
)  # fmt: skip
"""How the reader begins, what is wrong, and what can stand there. Those that say less come last."""


def in_words(said: str, line: str) -> tuple[str, str]:
    """What is wrong with this line, and what could stand there. The reader's own words, where it says something new."""
    value = line.partition("=")[2].strip()
    if _CURLED.search(line.partition("#")[0]) and not said.startswith(("Unterminated", "Illegal")):
        return "quotation marks must be straight", _MARKS
    if said.startswith(("Expected newline", "Invalid value", "Invalid date")):
        for shape, wrong, allowed in _OF_VALUES:
            if shape.match(value):
                return wrong, allowed
    for begins, wrong, allowed in _SAID:
        if said.startswith(begins):
            return wrong, allowed
    return said, LAWFUL


_OF_VALUES = (
    (_DATE, "a date stands in quotation marks", 'a date as "2027-01-15"'),
    (_GROUPED, "a number has no commas between its digits", "a number as 1000"),
    (re.compile(r"[0-9.]+\s*%"), "a percentage is written without its sign", "a number as 5"),
    (re.compile(r"\$"), "an amount is written without its sign", "a number as 5"),
    (re.compile(r"\."), "a number begins with a digit", "a number as 0.5"),
    (re.compile(r"0[0-9]"), "a number does not begin with 0", "a number as 5"),
    (re.compile(r"(?i)(yes|no|on|off|true|false)\b"), "yes and no are written otherwise", "true or false"),
    (re.compile(r"[A-Za-z]"), "text stands in quotation marks", _MARKS),
)  # fmt: skip
"""What people write for a value, by its shape; what is wrong with it; and how it is written."""
