"""TOML that people hand in: what is too deep, too long or too much is refused before it costs anything, and whatever
else the standard reader takes is read as it reads it."""

import tomllib
import tracemalloc
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.rulebook import toml_text
from pitboss.rulebook.submission import check, default_submission
from pitboss.rulebook.toml_text import BadToml, read_toml
from support import GAMES

ROOT = Path(__file__).parents[2]


def refused(text: str) -> BadToml:
    with pytest.raises(BadToml) as bad:
        read_toml(text)
    return bad.value


def dotted(parts: int) -> str:
    return ".".join(["a"] * parts)


# --- both sides of each bound -----------------------------------------------------------------------------------------

DEEP: dict[str, Callable[[int], str]] = {
    "a dotted key": lambda n: f"{dotted(n)} = 1",
    "a dotted key with blanks and quotes": lambda n: " . ".join(["'a'", '"a"', "a"][i % 3] for i in range(n)) + " = 1",
    "a section": lambda n: f"[{dotted(n - 1)}]\nb = 1",
    "a section without keys": lambda n: f"[{dotted(n)}]",
    "sections in a list": lambda n: f"[[ {dotted(n - 2)} ]] # here\nb.c = 1",
    "lists": lambda n: f"x = {'[' * (n - 1)}1{']' * (n - 1)}",
    "lists of several lines": lambda n: "x = " + "[ 1.5, # [\n" * (n - 1) + "]" * (n - 1),
    "inline tables": lambda n: "x = " + "{a = " * (n - 1) + "1.5" + "}" * (n - 1),
    "the second in a list": lambda n: f"x = [[1, 2], {{ y = 1, {dotted(n - 2)} = 2.5 }}]",
    "the second in an inline table": lambda n: f"x = {{ y = [[1]], {dotted(n - 1)} = 2.5 }}",
    "all together": lambda n: f"z.z.z = 1\n[a.b]\nc.d = [{{ e = 1, f = {{ {dotted(n - 7)}.y = 2.5 }} }}]",
}


@pytest.mark.parametrize("kind", DEEP)
def test_sixteen_levels_are_read_and_seventeen_are_not(kind: str) -> None:
    assert toml_text.DEEPEST == 16
    deepest = DEEP[kind](16)
    assert read_toml(deepest) == tomllib.loads(deepest, parse_float=Decimal)
    bad = refused("\n" + DEEP[kind](17))
    assert bad.sentence.endswith(
        ": this lies more than 16 levels deep; permitted: at most 16 levels of tables, lists and dotted keys"
    )
    assert bad.line >= 2


@pytest.mark.parametrize(
    ("whole", "over"),
    [
        ("".join(f"k{n} = 1\n" for n in range(2_000)), "last = 1"),
        (f"x = [{'1, ' * 1_999}1]\n", "y = 1"),
        ("[[x]]\n" * 2_000, "y = 1"),
        ("[[x]]\n" * 2_000, "[y]"),
        (f"x = [{'{a = 1},' * 999}]\ny = 1\n", "z = 1"),
    ],
)
def test_two_thousand_entries_are_read_and_one_more_is_not(whole: str, over: str) -> None:
    assert read_toml(whole) == tomllib.loads(whole)
    bad = refused(whole + over)
    assert str(bad) == "this text has more than 2,000 entries"
    assert bad.line == whole.count("\n") + 1 and bad.allowed == "at most 2,000 keys, sections and elements of lists"


@pytest.mark.parametrize("text", ["x = {}", "{} = 1", "x.{}.y = 1", "x = 1.{}", "x = -{}"])
def test_numbers_and_keys_have_a_length(text: str) -> None:
    most = 99 if "-" in text else 100
    assert read_toml(text.format("9" * most)) == tomllib.loads(text.format("9" * most), parse_float=Decimal)
    bad = refused(text.format("9" * (most + 1)))
    assert (str(bad), bad.allowed) == ("a key or a number has 101 characters", "at most 100 characters without quotes")


@pytest.mark.parametrize("number", ["1{}", "-1.5{}", "1_0.0{}"])
def test_numbers_have_an_end(number: str) -> None:
    for mark in ("e99", "E-99", "e+99"):
        text = f"x = [0.5, {number.format(mark)}]"
        assert read_toml(text) == tomllib.loads(text, parse_float=Decimal)
    for mark in ("e100", "E-100", "e+999999999"):
        bad = refused(f"\nx = [0.5, {number.format(mark)}]")
        assert bad.sentence == "line 2: this number is too large or too small; permitted: exponents from e-99 to e99"
    assert read_toml("1e100 = 1") == {"1e100": 1}, "a key may look like one"


def test_a_text_has_a_length() -> None:
    text = "x = 1 #" + "é" * (64 * 1024 - 7)
    assert read_toml(text) == {"x": 1}
    bad = refused(text + "é")
    assert (str(bad), bad.allowed) == ("this text has 65,537 characters", "at most 65,536 characters")


@pytest.mark.parametrize("around", ["{} = 1", "[{}]", "x = {{{} = 1}}"])
def test_a_bomb_costs_nothing(around: str) -> None:
    """The standard reader takes a hundred megabytes for each of these, and four thousand for one of 58 kB."""
    text = around.format(dotted(5_000))
    read_toml("x = 1")
    tracemalloc.start()
    try:
        (fault,) = check(text).faults
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (fault.line, fault.message) == (1, "this lies more than 16 levels deep")
    assert peak < 1_000_000


@pytest.mark.parametrize("quotes", [3, 4, 5])
@pytest.mark.parametrize("quote", ['"', "'"])
def test_what_follows_a_text_of_several_lines_is_measured(quote: str, quotes: int) -> None:
    """Such a text may end in up to two quotes of its own."""
    text = f"x = {quote * 3}one\ntwo{quote * quotes}"
    assert read_toml(f"{text}\n{dotted(16)} = 1")["x"] == "one\ntwo" + quote * (quotes - 3)
    assert refused(f"{text}\n{dotted(17)} = 1").line == 3


# --- what is lawful is read as it stands ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        'x = "' + ". [ { , = # '" * 50 + '"',
        "x = '" + '. [ { , = # "' * 50 + "'",
        'x = "' + r"\"[\\" * 50 + '"\ny = 1',
        'x = """' + '.[{"\n""[\\"""' * 50 + '"""',
        "x = '''" + ".[{'\n''[\"\"\"" * 50 + "'''",
        'x = """a"""""\ny = """"""\nz = \'\'\'b\'\'\'\'\'\n[' + dotted(16) + "]",
        "# " + "[.{" * 500 + "\nx = 1",
        "x = 1 # " + "[.{" * 500,
        '"' + ".[" * 60 + '" = 1',
        "x = [" + "1.5, -2.5e3, inf, 1979-05-27T00:32:00.999999-07:00, 0xff_ff,\n" * 100 + "]",
        "x = 1\r\n[y]\r\nz = 2.5\r\n",
        "".join(f"[x{n}.{dotted(14)}]\ny = 1\n" for n in range(20)),
        "[ a . b ]\n  c . d = 1\n\n[[ e ]]\nf = 1\n[[ e ]]\n[e.g]\nh = 1",
    ],
)
def test_marks_in_texts_and_comments_are_not_counted(text: str) -> None:
    assert read_toml(text) == tomllib.loads(text, parse_float=Decimal)


def test_every_file_of_ours_is_far_within_the_bounds() -> None:
    ours = [file.read_text(encoding="utf-8") for file in (ROOT / "tests" / "scenarios").rglob("*.toml")]
    for text in [*ours, *(default_submission(game) for game in GAMES)]:
        assert read_toml(text) == tomllib.loads(text, parse_float=Decimal)
        assert 4 * len(text) < toml_text.LONGEST


PIECES = [
    "a", "b.c", '"k.="', "'[{'", '"""x"""', "'''y\n'''", '"\\""', "1", "2.5", "[", "]", "[[", "]]", "{", "}", ",", ".",
    "=", " ", "\n", "#[.\n", '"', "'", '"""', "a = 1\n", "[a.b]\n", "x = [", "y = {", "a.b.c = ", "d = [{e.f = 1}]\n",
]  # fmt: skip


def depth(value: Any) -> int:
    """How many levels lie in a value; something without levels has none."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


@settings(max_examples=1_500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_whatever_the_reader_reads_is_measured_rightly(text: str) -> None:
    """Against the standard reader, with three levels for sixteen: what it refuses is refused, what it takes is the same
    or too deep. (A section in a list is one level more to the reader than to us, an empty one is one less.)"""
    try:
        taken: dict[str, Any] | None = tomllib.loads(text, parse_float=Decimal)
    except ValueError:
        taken = None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(toml_text, "DEEPEST", 3)
        try:
            found = read_toml(text)
        except BadToml as bad:
            assert taken is None or ("levels deep" in str(bad) and depth(taken) > 3), (text, str(bad))
        else:
            assert found == taken
            assert taken is not None and depth(taken) <= 3 + text.count("[["), text
