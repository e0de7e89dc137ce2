"""A strategy file that is wrong is told everything that is wrong with it, at once, with what is allowed."""

from pathlib import Path

import pytest

from pitboss.cli.main import dispatch
from pitboss.lab.strategies.api import strategy_cost
from pitboss.lab.strategies.written import BadStrategy
from support import LIR, THREE, UTH

GOOD = """
strategy = "good"
[decision.decide]
default = "fold"
[[decision.decide.rule]]
do = "play"
hand = "pair or better"
"""


def faults(text: str | Path, game: str = THREE) -> str:
    with pytest.raises(BadStrategy) as told:
        strategy_cost(game, text)
    return "\n".join(told.value.faults)


def test_a_good_one_has_none() -> None:
    assert strategy_cost(THREE, GOOD).title == "good"


def test_all_faults_at_once() -> None:
    text = """
colour = "red"
game = "let-it-ride"
[decision.decide]
[[decision.decide.rule]]
do = "raise"
hand = "pear"
[[decision.decide.rule]]
do = "play"
highst = "Q"
[[decision.decide.rule]]
do = "play"
outs = 20
[[decision.decide.rule]]
do = "play"
[[decision.decide.rule]]
hand = "pair"
[[decision.decide.rule]]
do = "play"
suited = "often"
[decision.flop]
default = "check"
"""
    said = faults(text).splitlines()
    wanted = [
        "'colour' is not known here",
        'it begins with strategy = "its title"',
        "decision 'decide' has no default",
        "rule 1: 'raise' is not offered; the choices are play and fold",
        "rule 1: hand: 'pear' is not understood",
        "rule 2: there is no word 'highst'; did you mean 'highest'?",
        "rule 3: 'outs' is not known at this decision",
        "rule 4 has no words",
        "rule 5 does not say what to do",
        "rule 6: suited: 'often' is not understood; allowed is true or false",
        "it is for the game 'let-it-ride', not for 'three-card-poker'",
        "there is no decision 'flop'; the decisions are decide",
    ]
    for each in wanted:
        assert any(each in line for line in said), each
    assert len(said) == len(wanted)


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ('hand = "pair"\nhighest = "2"\nlowest = "3"', "no hand fits all its words"),
        ('hand = "pair of aces"', "the rules before it take all its hands"),
        ('hand = "pair or better"', "the rules before it take all its hands"),
    ],
)
def test_a_rule_that_can_never_apply(rule: str, why: str) -> None:
    text = f'{GOOD}\n[[decision.decide.rule]]\ndo = "play"\n{rule}\n'
    assert faults(text) == f"decision 'decide', rule 2 can never apply: {why}"


def test_rules_that_can_never_apply_are_told_beside_a_rule_that_is_not_understood() -> None:
    """And none is made up: what the rule with the unknown word would take nobody knows."""
    rules = [
        'hand = "pear"',
        'highst = "Q"\nhand = "A-K-2 or better"',
        'highest = "2"\nlowest = "3"',
        'hand = "A-K-J or better"',
    ]
    text = GOOD + "".join(f'\n[[decision.decide.rule]]\ndo = "play"\n{rule}\n' for rule in rules)
    said = faults(text).splitlines()
    assert [line.partition(":")[0] for line in said] == [
        "decision 'decide', rule 3",
        "decision 'decide', rule 2",
        "decision 'decide', rule 4 can never apply",
    ]


def test_the_last_hand_of_a_rule_is_enough() -> None:
    """One hand more than the rules before it leave nothing, one less can apply."""
    more = '\n[[decision.decide.rule]]\ndo = "play"\nhand = ["pair", "A-K-J or better"]\n'
    assert strategy_cost(THREE, GOOD + more).rules[1].share > 0


def test_decisions_that_are_missing_or_too_many() -> None:
    assert "decision 'decide_2' is missing" in faults('strategy = "x"\n[decision.decide_1]\ndefault = "ride"\n', LIR)


def test_a_word_of_another_decision() -> None:
    text = 'strategy = "x"\n' + "".join(
        f'[decision.{step}]\ndefault = "{default}"\n'
        for step, default in (("preflop", "check"), ("postflop", "check"), ("final", "fold"))
    )
    text += '[[decision.final.rule]]\ndo = "play_1x"\nsuited = true\n'
    assert "rule 1: 'suited' is not known at this decision" in faults(text, UTH)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("strategy = \n", "not valid TOML"),
        ("[paytable]\nlines = []\n", "it does not say that it is a strategy"),
        ('strategy = "x"\ndecision = 3\n', "it has no decision"),
        ('strategy = "x"\n[decision]\ndecide = 3\n', "decision 'decide' is a table"),
        ('strategy = "x"\n[decision.decide]\ndefault = "fold"\nrule = 3\n', "rules are tables"),
        ('strategy = 4\n[decision.decide]\ndefault = "fold"\n', "'strategy' is the title: a text"),
        (
            'strategy = "x"\n[decision.decide]\ndefault = "fold"\n[[decision.decide.rule]]\ndo="play"\nhighest=[]\n',
            "empty",
        ),
    ],
)
def test_what_is_no_strategy_file(text: str, why: str) -> None:
    assert why in faults(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert "there is no such file" in faults("nothing")
    assert "play-all" in faults("play_all")
    assert "it cannot be read" in faults(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    assert "not a text in UTF-8" in faults(tmp_path / "bytes.toml")
    (tmp_path / "good.toml").write_text(GOOD, encoding="utf-8")
    assert strategy_cost(THREE, tmp_path / "good.toml").title == "good"


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    """Some editors write one."""
    file = tmp_path / "mine.toml"
    file.write_text(GOOD, encoding="utf-8-sig")
    assert strategy_cost(THREE, file).title == "good"


def test_a_word_without_its_rank() -> None:
    said = faults(GOOD.replace("hand =", "cards_from_ ="))
    assert (
        said
        == "decision 'decide', rule 1: 'cards_from_' ends with a rank, or with the code of a card, such as cards_from_A"
    )


@pytest.mark.parametrize(
    "command", [["strategy", THREE, "--cost"], ["simulate", THREE, "--rounds", "10", "--strategy"]]
)
def test_the_commands_tell_every_fault_on_a_line_of_its_own(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD.replace('"pair or', '"pear or').replace('"play"', '"raise"'), encoding="utf-8")
    assert dispatch([*command, str(file)]) == 2
    first, second, last = capsys.readouterr().err.splitlines()
    assert first == (
        f"pitboss: {file}: decision 'decide', rule 1: 'raise' is not offered; the choices are play and fold"
    )
    assert second.startswith(f"pitboss: {file}: decision 'decide', rule 1: hand: 'pear or better' is not understood")
    assert last == f"pitboss: {file}: 2 faults; it cannot be used as a strategy"
