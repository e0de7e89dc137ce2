"""The stranger's checker: it stands alone, says yes to a good proof, and finds every change that the seed can show."""

import ast
import copy
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from house.fair_support import SEED, a_proof, as_read, unfinished
from pitboss import checker
from pitboss.cards.deck import STANDARD
from pitboss.checker import BadProof, check, read
from pitboss.games.decks import deck as deck_of
from pitboss.house.fair import scheme
from pitboss.house.fair.proof import DealtCard, Proof, ProofRows, SeatSeed
from support import GAMES

GOOD = as_read(a_proof())


def changed(**fields: Any) -> dict[str, Any]:
    return {**copy.deepcopy(GOOD), **fields}


def with_card(place: int, **fields: Any) -> dict[str, Any]:
    proof = copy.deepcopy(GOOD)
    proof["cards"][place].update(fields)
    return proof


# --- alone ----------------------------------------------------------------------------------------------------------


def test_it_imports_only_the_standard_library() -> None:
    tree = ast.parse(Path(checker.__file__).read_text(encoding="utf-8"))
    named = [each for node in ast.walk(tree) if isinstance(node, ast.Import) for each in (a.name for a in node.names)]
    named += [node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert "hashlib" in named
    assert {name.partition(".")[0] for name in named} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    ("proof", "status", "last"),
    [
        (GOOD, 0, "fair"),
        (unfinished(GOOD), 1, "unfinished"),
        (changed(cuts=[25]), 1, "wrong"),
        ({"pitboss_shuffle": 3}, 2, "this proof has format 3; this checker reads the formats 1 and 2"),
    ],
)
def test_as_a_script_far_from_here(tmp_path: Path, proof: dict[str, Any], status: int, last: str) -> None:
    """One file, no packages, no environment."""
    shutil.copyfile(checker.__file__, tmp_path / "checker.py")
    (tmp_path / "proof.json").write_text(json.dumps(proof), encoding="utf-8")
    words = [sys.executable, "-I", "-S", "checker.py", "proof.json"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, (done.stdout or done.stderr).splitlines()[-1]) == (status, last)


def test_as_a_script_used_wrongly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checker.main([]) == 2 and checker.main(["a", "b"]) == 2 and checker.main(["--help"]) == 0
    assert "usage" in capsys.readouterr().out
    assert checker.main([str(tmp_path / "none.json")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_its_deck_is_that_of_the_rulebooks() -> None:
    ordinary = [game for game in GAMES if deck_of(game).cards == tuple(checker.STANDARD)]
    assert len(ordinary) == 3 and checker.STANDARD[:5] == ["As", "Ah", "Ad", "Ac", "Ks"]


def test_its_fields_are_those_that_the_house_writes() -> None:
    form = checker._FORM
    assert tuple(form) == Proof.__struct_fields__
    assert tuple(form["seeds"][0]) == SeatSeed.__struct_fields__
    assert tuple(form["cards"][0]) == DealtCard.__struct_fields__
    assert tuple(form["rows"]) == ProofRows.__struct_fields__


# --- good proofs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cuts", [(), (1,), (26,), (51,), (10, 30)])
@pytest.mark.parametrize(
    ("game", "deck", "format"),
    [
        ("let-it-ride", "standard", 1),
        ("let-it-ride", "standard", 2),
        ("dragon-poker", "dragon", 1),
        ("dragon-poker", "dragon", 2),
    ],
)
def test_a_good_proof(game: str, deck: str, format: scheme.Scheme, cuts: tuple[int, ...]) -> None:
    report = check(read(a_proof(game=game, deck=deck, cuts=cuts, format=format).encode()))
    assert report.verdict == "fair" and report.findings == []
    assert all(each.ok and each.text.endswith(".") for each in report.checks)


def test_the_seeds_of_the_seats_are_shown() -> None:
    said = " ".join(each.text for each in check(GOOD).checks)
    assert "1 'my lucky seed', 3 'Grüße'" in said and "Set aside, as was called at the table: 5" in said


def test_a_seats_text_cannot_move_the_cursor() -> None:
    wicked = changed(seeds=[{"seat": 1, "player": "Ann", "seed": "\x1b[2J\u202e", "row": 11}])
    assert all(each.text.isprintable() for each in check(wicked).checks)


def test_no_seat_added_anything() -> None:
    order = scheme.order(STANDARD.cards, SEED, [], GOOD["context"])
    card = {"index": 0, "card": order[0], "to": "dealer", "seat": 0, "digest": "", "aside": False}
    hidden = {**card, "digest": scheme.Masks(SEED).mask(0, order[0])}
    assert check(changed(seeds=[], cuts=[], cards=[hidden])).verdict == "fair"


def test_a_settled_round_without_its_cards_proves_nothing() -> None:
    bare = [{**card, "digest": ""} for card in GOOD["cards"]]
    for cards, says in (([], "the proof has no card of it"), (bare, "the proof has the digest of none")):
        report = check(changed(cards=cards))
        assert report.verdict == "wrong" and says in " ".join(report.findings)
        assert check(changed(cards=cards, ending="voided")).verdict == "fair", "it may have ended before the deal"


def test_an_unfinished_round_is_not_wrong() -> None:
    report = check(unfinished(GOOD))
    assert report.verdict == "unfinished" and report.findings == []
    assert any("unfinished" in each.text for each in report.checks)
    before_the_shuffle = unfinished(changed(cards=[], cuts=[], seeds=[], rows={**GOOD["rows"], "shuffled": 0}))
    assert check(before_the_shuffle).verdict == "unfinished"


def test_an_unfinished_round_can_be_wrong_already() -> None:
    for bad, says in (
        (unfinished(changed(deck=GOOD["deck"][1:])), "not the ordinary 52 cards"),
        (unfinished(with_card(1, index=2)), "Card 2 was dealt while card 1 lay on top"),
        (unfinished(with_card(1, digest="#2:" + "a" * 22)), "digest of card 1"),
        ({**unfinished(GOOD), "ending": "settled"}, "must be empty while the seed is not revealed"),
        ({**unfinished(GOOD), "rows": GOOD["rows"]}, "it has no seed"),
    ):
        report = check(bad)
        assert report.verdict == "wrong" and says in report.findings[0]


def test_voided_before_the_shuffle() -> None:
    nothing = {"cards": [], "cuts": [], "ending": "voided", "rows": {**GOOD["rows"], "shuffled": 0}}
    assert check(changed(**nothing)).verdict == "fair"
    for more in ({"ending": "settled"}, {"cuts": [26]}, {"cards": GOOD["cards"]}):
        assert check(changed(**{**nothing, **more})).verdict == "wrong"


# --- planted changes ------------------------------------------------------------------------------------------------


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for name, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(each, (*path, name))
    else:
        yield path


def mutations(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, max(value - 1, 0) if value else 2, value + 1000]
    swapped = value[::-1] if value[::-1] != value else value + "?"
    return [value + "x", swapped, value[1:] if value else "y", "Ah" if value != "Ah" else "Kd"]


def found(proof: dict[str, Any]) -> bool:
    try:
        return check(proof).verdict != "fair"
    except BadProof:
        return True


def planted(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    proof = copy.deepcopy(GOOD)
    here: Any = proof
    for name in path[:-1]:
        here = here[name]
    here[path[-1]] = value
    return proof


def value_at(path: tuple[Any, ...]) -> Any:
    here: Any = GOOD
    for name in path:
        here = here[name]
    return here


ROWS = {"seeds.row", "rows.commitment", "rows.shuffled", "rows.reveal"}
LOOSE = {"game", "round", "seeds.player", "cards.to", "cards.seat"} | ROWS
"""Of these the seed knows nothing: which game and which round it was, whose seat, where a card went. Rows of the trail
can only be held against each other. What must be found of them all the same is tested below, sentence by sentence."""


def test_every_planted_change_is_found() -> None:
    missed = set()
    for path in leaves(GOOD):
        if not all(found(planted(path, value)) for value in mutations(value_at(path))):
            missed.add(".".join(str(part) for part in path if not isinstance(part, int)))
    assert missed == LOOSE


def test_every_list_that_was_changed_is_found() -> None:
    for name in ("deck", "seeds", "cuts", "cards"):
        for place in range(len(GOOD[name])):
            shorter = [each for n, each in enumerate(GOOD[name]) if n != place]
            longer = [*GOOD[name][:place], GOOD[name][place], *GOOD[name][place:]]
            # Of cards, the last may be missing: the proof then tells of fewer cards.
            assert found(changed(**{name: shorter})) or (name == "cards" and place == len(shorter))
            assert found(changed(**{name: longer}))
            if place and GOOD[name][place] != GOOD[name][place - 1] and name != "cards":
                turned = list(GOOD[name])
                turned[place - 1 : place + 1] = turned[place - 1 : place + 1][::-1]
                assert found(changed(**{name: turned}))


def test_another_seed_with_its_own_commitment_gives_other_cards() -> None:
    other = bytes(32)
    report = check(changed(seed=other.hex(), commitment=scheme.commitment(other)))
    assert report.verdict == "wrong"
    assert [each.name for each in report.checks if each.ok is False] == ["order", "digests"]


# --- other decks ----------------------------------------------------------------------------------------------------

OWN = as_read(a_proof(game="dragon-poker", deck="dragon", format=2))


def dealt_again(deck: list[str], format: int) -> dict[str, Any]:
    """The forger's proof: the same seeds and the same commitment, and every card as another deck would give it."""
    proof = copy.deepcopy(OWN)
    seeds = [(each["seat"], each["seed"]) for each in proof["seeds"]]
    order = checker.order_of(deck, checker.key_of(SEED, seeds, proof["context"]))
    order = order[26:] + order[:26]
    for card in proof["cards"]:
        card["card"] = order[card["index"]]
        card["digest"] = card["digest"] and scheme.Masks(SEED).mask(card["index"], card["card"])
    return {**proof, "pitboss_shuffle": format, "deck": deck}


def test_another_deck_is_named_and_its_cards_are_counted() -> None:
    said = check(OWN).checks[0]
    assert said.ok and "not the ordinary 52 cards; compare it with the rulebook" in said.text
    assert "3 RD, 3 BD, 1 GD, 7 PH, 8 TI, 9 PA, 10 MO, 12 RA" in said.text


def test_the_house_cannot_choose_its_deck_afterwards() -> None:
    """Neither its order nor its content, nor by the format that does not fix it."""
    deck = OWN["deck"]
    assert check(dealt_again(deck, 2)).verdict == "fair", "it is dealt as the seeds say"
    for other in (deck[::-1], [*deck[3:], *deck[:3]], ["RD", *deck], deck[:-1]):
        assert [each.name for each in check(dealt_again(other, 2)).checks if each.ok is False] == ["commitment"]
        old = {**dealt_again(other, 1), "commitment": scheme.commitment(SEED)}
        assert [each.name for each in check(old).checks if each.ok is False] == ["deck"]
    old = {**dealt_again(deck, 1), "commitment": scheme.commitment(SEED)}
    assert check(old).verdict == "fair", "a deck that had its order before there was another format"


def test_two_cards_exchanged_with_their_digests() -> None:
    """As if the house had dealt a better card from further down."""
    proof = copy.deepcopy(GOOD)
    one, two = proof["cards"][0], proof["cards"][1]
    one["card"], two["card"] = two["card"], one["card"]
    for card in (one, two):
        card["digest"] = scheme.Masks(SEED).mask(card["index"], card["card"])
    report = check(proof)
    assert [each.name for each in report.checks if each.ok is False] == ["order"]
    assert f"Card 0 was '{one['card']}'; by the seeds it must be {two['card']}." in report.findings[0]


def test_a_hand_picked_from_further_down_is_not_set_aside() -> None:
    """The forger calls the cards set aside, with digests that fit, and deals the others from the top."""
    order = scheme.order(STANDARD.cards, SEED, [], GOOD["context"])

    def card(index: int, to: str, seat: int, aside: bool = False, hidden: bool = True) -> dict[str, Any]:
        digest = scheme.Masks(SEED).mask(index, order[index]) if hidden else ""
        return {"index": index, "card": order[index], "to": to, "seat": seat, "digest": digest, "aside": aside}

    others = [card(0, "dealer", 0), card(1, "dealer", 0)]
    for hidden in (True, False):
        picked = [card(place, "seat", 1, aside=True, hidden=hidden) for place in (40, 45)]
        assert check(changed(seeds=[], cuts=[], cards=picked + others)).verdict == "wrong"
    honest = [card(0, "seat", 1), card(1, "seat", 1), card(40, "aside", 0, aside=True, hidden=False)]
    assert check(changed(seeds=[], cuts=[], cards=honest)).verdict == "fair"


@pytest.mark.parametrize(
    ("proof", "says"),
    [
        (changed(deck=GOOD["deck"][::-1]), "is not in the order in which it must lie"),
        (changed(deck=[*GOOD["deck"], "Ah"]), "does not fix another deck"),
        (changed(deck=["RD"] * 53), "does not fix another deck"),
        (changed(deck=["Ah"]), "A deck has 2 to 256 cards"),
        (changed(deck=["Ah"] * 257), "A deck has 2 to 256 cards"),
        (changed(deck=["Ah", "K d"]), "each written as two letters or figures"),
        (changed(pitboss_shuffle=2), "Seed and deck are not those that the house committed itself to"),
        (changed(table="Table 2"), "names another table or another shuffle"),
        (changed(commitment="0" * 64), "not the one that the house committed itself to"),
        (changed(rows={"commitment": 11, "shuffled": 13, "reveal": 40}), "row of the seeds of the seats does not come"),
        (changed(rows={"commitment": 10, "shuffled": 12, "reveal": 40}), "row of the shuffle does not come after"),
        (changed(rows={"commitment": 10, "shuffled": 13, "reveal": 13}), "row of the reveal does not come after"),
        (changed(rows={"commitment": 0, "shuffled": 13, "reveal": 40}), "row of the commitment does not come after"),
        (changed(rows={"commitment": 10, "shuffled": 13, "reveal": 0}), "row of the reveal does not come after"),
        (changed(ending="lost"), "it must be settled or voided"),
        (changed(seeds=GOOD["seeds"][::-1]), "do not stand in the order of the seats"),
        (changed(seeds=[{"seat": 0, "player": "", "seed": "", "row": 11}]), "do not stand in the order of the seats"),
        (changed(seeds=[{"seat": 1, "player": "", "seed": "a" * 65, "row": 11}]), "longer than 64 characters"),
        (changed(cuts=[0]), "A cut is not inside the deck"),
        (changed(cuts=[52]), "A cut is not inside the deck"),
        (with_card(1, index=0), "Card 0 was dealt twice"),
        (with_card(7, index=52), "Card 52 was dealt twice, or the deck has no such card"),
        (with_card(4, aside=False), "Card 5 was dealt while card 4 lay on top"),
        (with_card(4, to="community"), "Card 5 is called set aside, but went to a hand"),
        (with_card(4, digest="#5:" + "A" * 22), "Card 5 is called set aside, but went to a hand or lay face down"),
        (with_card(2, aside=True), "Card 2 is called set aside, but went to a hand"),
        (with_card(7, to="aside"), "or was not set aside and has no place"),
        (with_card(2, seat=0), "went to a seat without a number"),
        (with_card(7, seat=2), "went to a seat without a number, or to a number without a seat"),
        (with_card(2, digest="#2:" + "A" * 22), "The digest of card 2 was not made of"),
        (with_card(2, digest="#3:" + "A" * 22), "The digest of card 2 is not one of that card"),
        (with_card(2, digest="nonsense"), "The digest of card 2 is not one of that card"),
    ],
)
def test_every_finding_is_a_sentence(proof: dict[str, Any], says: str) -> None:
    report = check(proof)
    assert report.verdict == "wrong" and says in " ".join(report.findings)
    assert all(text[0].isupper() or text[0] == "'" for text in report.findings)
    assert all(text.endswith(".") for text in report.findings)


# --- what is no proof -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "no field 'pitboss_shuffle'"),
        (b"{}", "no field 'pitboss_shuffle'"),
        (b'{"pitboss_shuffle": 1, "pitboss_shuffle": 1}', "a field stands twice"),
        (b'{"pitboss_shuffle": %s}' % (b"1" * 5000), "not JSON"),
        (b" " * (checker.LARGEST + 1), "far too long"),
        (b'{"pitboss_shuffle": 1}', "the proof has no field 'table'"),
        (b'{"pitboss_shuffle": "1"}', "'pitboss_shuffle' of the proof must be a whole number"),
        (b'{"pitboss_shuffle": true}', "'pitboss_shuffle' of the proof must be a whole number"),
    ],
)
def test_files_that_are_no_proof(raw: bytes, says: str) -> None:
    with pytest.raises(BadProof, match=says):
        check(read(raw))


@pytest.mark.parametrize(
    ("proof", "says"),
    [
        (changed(extra=1), "the proof has a field 'extra' that this version does not know"),
        (changed(seed="0" * 63), "'seed' of the proof must be 64 hexadecimal digits"),
        (changed(seed="A" * 64), "'seed' of the proof must be 64 hexadecimal digits in small letters"),
        (changed(commitment=""), "'commitment' of the proof must be 64 hexadecimal digits"),
        (changed(cuts=26), "'cuts' of the proof must be a list"),
        (changed(cuts=[True]), "entry 1 of 'cuts' of the proof must be a whole number"),
        (changed(cuts=[-1]), "must be a number from 0"),
        (changed(cuts=[26.0]), "must be a whole number"),
        (changed(rows=[]), "must be an object with the fields commitment, shuffled, reveal"),
        (changed(table="\ud800"), "cannot be written as UTF-8"),
        (with_card(2, aside=0), "'aside' of entry 3 of 'cards' of the proof must be true or false"),
        (with_card(2, more=0), "entry 3 of 'cards' of the proof has a field 'more'"),
    ],
)
def test_parts_of_the_wrong_form(proof: dict[str, Any], says: str) -> None:
    with pytest.raises(BadProof, match=says):
        check(proof)


def test_what_is_no_object_at_all() -> None:
    proof: Any = []
    with pytest.raises(BadProof, match="must be an object"):
        check(proof)
