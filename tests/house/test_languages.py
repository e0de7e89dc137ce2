"""What the house says in another language: no sentence of a table and no refusal is missing, nothing is left over, and
each takes the values of its English one."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

import pitboss
from house.language_corpus import corpus, faults, refusals, sources
from pitboss.house.people.permits import OPERATIONS
from pitboss.wording.translating import ENGLISH, TABLES, Catalogue, catalogue, languages, preferred, rows

GAMES, WORDS_OF = (Path(pitboss.__file__).parent / part for part in ("games", "wording"))
OTHERS = tuple(each for each in languages() if each != ENGLISH)

WITHOUT_BONUS = (
    "Make the Fifth Street wager, one, two or three times your Ante, or fold. The third community card is turned up. "
    "Whoever folds gives up the Ante and every street wager made."
)
SELDOM = {
    "five", "five times: {what}", "six times: {what}", "{n} hands dealt",
    "{what} face up, outside the plan, to {where}",
    "a floorperson decides whether the hand is played out or its wagers are lost",
    "the wagers are lost at once; a floorperson may rule that the hand is played out",
    "the main hands are void and their wagers go back; {wagers} are settled on the full board",
    "make the {wager} wager.", "make the {wagers} wagers, equal to each other.",
    "your hand is paid by the table of each wager.",
    "your hand is compared with the dealer's. What each wager pays stands in its table.", WITHOUT_BONUS,
}  # fmt: skip
"""Said only under terms or in rounds that the corpus does not have."""

FOR_PROGRAMS = {
    "this address does not take this method", "there is nothing at this address", "the head of the request is too long",
    "the request did not come in time", "this token belongs to no session", "this method is not used here",
    "this cannot be read", "the request does not have the documented shape", "this is not JSON",
    "the message does not have the documented shape", "this house is not known under this name",
    "there is no such parameter", "this is no place in the list", "the figures are not for there",
    "the store has not answered for {} seconds", "there is no such part",
    "there is no socket at this address", "not a row", "a message says one thing", "messages are text", "no such row",
}  # fmt: skip
"""Refusals that no page leads to: whoever reads them writes a program. They stay English."""

FREE = re.compile(r"\$[\d,]+|[\w' ]+ \d×|Envy Bonus")
"""What is the same in every language: sums, and titles of wagers."""
WORDS = re.compile(
    r"\b(the|is|are|was|you|your|hand|hands|face|goes|cards?|dealer|positions?|wagers?|meter|of|to|and|with|for|has|it)\b"
)
"""English words that no title of a wager has by itself."""
TYPED = re.compile(r"“it was seen”|\(it was seen\)")
"""What somebody wrote in a report."""
MARK = re.compile("⟦(\\d+)⟧")


@cache
def used(language: str) -> frozenset[str]:
    """The rows that say something of the corpus: each is marked by its number."""
    found = rows(language)
    keys = sorted({text for table in TABLES for text in found[table]})
    marked = {table: {text: f"{found[table][text]}⟦{keys.index(text)}⟧" for text in found[table]} for table in TABLES}
    said = Catalogue(marked)
    return frozenset(keys[int(n)] for text in corpus() for n in MARK.findall(said.find(text) or ""))


@pytest.mark.parametrize("language", OTHERS)
def test_everything_that_is_said_at_a_table_is_known(language: str) -> None:
    said = catalogue(language)
    assert said is not None
    missing = [text for text in corpus() if said.find(text) is None and not FREE.fullmatch(text)]
    assert missing == []
    mixed = [found for text in corpus() if WORDS.search(TYPED.sub("", found := said.said(text)))]
    assert mixed == []


HOLE = re.compile(r"\{[~!^]?(\w+)\}")


def plain(text: str) -> str:
    """A row's text with {} for its values, as refusals are found in the sources."""
    return HOLE.sub("{}", text)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_over(language: str) -> None:
    """A row says something of the corpus, is seldom used, or its words stand in the house's sources."""
    found = rows(language)
    idle = {text for table in TABLES for text in found[table]} - used(language) - SELDOM
    written = sources()
    assert [text for text in sorted(idle) if any(part not in written for part in HOLE.split(text)[::2])] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_is_known(language: str) -> None:
    known = {plain(text) for text in rows(language)["sentences"]}
    assert sorted(refusals() - known - FOR_PROGRAMS) == []
    assert sorted(FOR_PROGRAMS - refusals()) == [], "no refusal any more"
    assert not FOR_PROGRAMS & known


@pytest.mark.parametrize("language", OTHERS)
def test_every_fault_of_a_submission_is_known(language: str) -> None:
    said = catalogue(language)
    assert said is not None and len(faults()) > 50
    filled = [[text.replace("{}", each) for each in ("$5", "5")] for text in sorted(faults())]
    assert [texts for texts in filled if all(said.find(text) is None for text in texts)] == []
    told = said.find("the reference of the approval, or the choice “For practice only: yes”")
    assert told == "la referencia de la aprobación, o la elección «Solo para practicar: sí»"


@pytest.mark.parametrize("language", OTHERS)
def test_what_somebody_may_do_is_known(language: str) -> None:
    pieces = rows(language)["pieces"]
    assert [each.what for each in OPERATIONS.values() if each.what not in pieces] == []


@pytest.mark.parametrize("language", OTHERS)
def test_each_row_takes_the_values_of_its_english_one(language: str) -> None:
    for table in TABLES:
        odd = [text for text, says in rows(language)[table].items() if values(text) != values(says)]
        assert odd == []
        assert not [text for text, says in rows(language)[table].items() if not says.strip() or "{~" in text]


def values(text: str) -> set[str]:
    return set(HOLE.findall(text))


TRIED = {
    "sentences": {
        "{who} plays {n} rounds": "{~who} juega {n} rondas",
        "{what}; said by {who}": "{!what}; dice {who}",
        "the end": "el fin",
        "next: {what}": "sigue: {^what}",
    },
    "pieces": {"you": "usted", "position {n}": "la posición {n}", "Position {n}": "Posición {n}"},
    "loose": {"{a} and {b}": "{~a} y {~b}"},
}


@pytest.mark.parametrize(
    ("english", "spanish"),
    [
        ("you plays 3 rounds", "usted juega 3 rondas"),
        ("Position 4 plays 1,000 rounds", "Posición 4 juega 1,000 rondas"),
        ("Ann plays 3 rounds", "Ann juega 3 rondas"),
        ("you and Ann plays 3 rounds", "usted y Ann juega 3 rondas"),
        ("Ann plays many rounds", None),
        ("The end", "El fin"),
        ("The end; said by Bo", "El fin; dice Bo"),
        ("Never heard; said by Bo", None),
        ("Next: The end", "Sigue: El fin"),
        ("Next: Something", "Sigue: Something"),
        ("you and Ann", None),
        ("position 3", None),
        ("", None),
    ],
)
def test_how_a_row_fits(english: str, spanish: str | None) -> None:
    assert Catalogue(TRIED).find(english) == spanish
    assert Catalogue(TRIED).said(english) == (spanish or english)


def test_odds_are_told_as_odds_wherever_they_stand() -> None:
    said = catalogue("es")
    assert said is not None
    assert said.find("1 to 1") == "1 a 1"
    assert (
        said.find("You: Play $20 wins $20 at 1 to 1 (higher hand)")
        == "Usted: Play $20 gana $20 a 1 a 1 (mano más alta)"
    )


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("es", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("en-US,en;q=0.9,es;q=0.8", "en"),
        ("de-DE,de;q=0.9,es;q=0.5,en;q=0.4", "es"),
        ("de", "en"),
        ("es;q=0", "en"),
        ("es;q=0.1,en;q=0.2", "en"),
        ("es;q=what", "en"),
        ("", "en"),
        ("*", "en"),
        (";;,,q=1", "en"),
    ],
)
def test_which_language_a_browser_wants(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_has_the_same_words_in_every_file(language: str) -> None:
    """Of two rows for one text the one that is read last would be said, whatever the other says."""
    found: dict[tuple[str, str], set[str]] = {}
    for file in [*GAMES.glob(f"*/languages/{language}.toml"), *WORDS_OF.glob(f"{language}/*.toml")]:
        for table, read in tomllib.loads(file.read_text(encoding="utf-8")).items():
            for text, said in read.items():
                found.setdefault((table, text), set()).add(said)
    assert len(found) > 1000 and {text: words for text, words in found.items() if len(words) > 1} == {}


def test_english_needs_no_catalogue_and_others_have_none() -> None:
    assert catalogue(ENGLISH) is None and catalogue("xx") is None and catalogue("../es") is None
