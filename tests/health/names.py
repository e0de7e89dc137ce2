"""Finds the names of games and of their wagers in code that should know none. `PYTHONPATH=src:tests python -m
health.names` lists every place as file:line:name; a folder or file given behind it shows only what lies there.

Names come from the games themselves (`Names.of_games`). How each kind is looked for:

* **Games**: id, title and document in every spelling (`dragon-poker`, `dragon_poker`, `DragonPoker`, Dragon Poker,
  MD-DRAGON and with it every clause id), anywhere: identifiers, texts, comments, docstrings, names of files. So are the
  abbreviations of `ABBREVIATIONS`, as whole parts of a word: `uth_sides`, `playHoldem`.
* **Wagers of several words** (`cover_all`, Three Card Bonus): the same. Where the words are plain English ("to cover
  all costs", "bet 1"), words with spaces between them must have capitals.
* **Wagers of one word**: in code, an identifier or a text that is nothing else (`ante=10`, `"trips"`, `.blind`,
  `ANTE`). In sentences only what cannot mean anything else: `ante` always, the others where they have a capital in the
  middle of a sentence (the Play wager, a Blind of $5). `play`, `call` and `envy` are found as texts (`"play"`) and not
  as identifiers: two are verbs, and one of them a command and a package of ours; the third is a property that any wager
  may have and a field of every log.

What a decision, a hand or a reading of one game is called is not looked for."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from health.pieces import NAME, PROSE, STRING, languages, pieces
from pitboss.rulebook import folders
from pitboss.rulebook.book import book

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "pitboss"
ABBREVIATIONS = ("uth", "lir", "top5", "holdem", "texas", "top five", "hold 'em")
"""What the code calls games for short, beside their names."""
NAMED_AFTER = ("dragon",)
"""Short for a game in identifiers; in sentences it is a card of the deck."""
ENGLISH = ("cover all", "bet 1", "bet 2", "bet 3")
"""Wagers whose words also stand in ordinary sentences."""
ONLY_TEXTS = ("play", "call", "envy")
ALWAYS = ("ante", "antes")
ALSO = ("envy",)
"""Called like a wager, though no player makes it."""
EXCUSED = {
    ("cli/main.py", "play"): "the command `pitboss play`",
    ("cli/demo.py", "play"): "the command `pitboss play`",
    ("cli/play.py", "play"): "the command `pitboss play`",
    ("cli/new_game.py", "play"): "the command `pitboss play`",
    ("rulebook/words.py", "envy"): "the bonus for what others hold, which any wager may have",
    ("rulebook/coverage.py", "play"): "the package `pitboss.play`",
    ("paper/par_proof.py", "play"): "the package `pitboss.play`",
    ("cli/strategy.py", "play"): "a key of the JSON that is printed: what to do",
    ("web/script/text/round.js", "Play"): "the button that shows a round again",
    ("cards/fast.py", "_TRIPS"): "a hand",
    ("rulebook/data/readings.toml", "Trips"): "a hand: three of a kind on a paytable",
    ("web/script/text/es/audit.js", "antes"): "Spanish: before",
    ("web/script/text/es/fairness.js", "Antes"): "Spanish: before",
    ("web/script/text/es/fairness.js", "antes"): "Spanish: before",
    ("web/script/text/es/house.js", "Antes"): "Spanish: before",
    ("web/script/text/es/round.js", "Antes"): "Spanish: before",
    ("web/script/text/es/round.js", "antes"): "Spanish: before",
    ("web/script/text/es/staff.js", "antes"): "Spanish: before",
    ("wording/es/events.toml", "antes"): "Spanish: before",
    ("wording/es/games.toml", "antes"): "Spanish: before",
    ("wording/es/refusals.toml", "antes"): "Spanish: before",
}
"""(file, name) → what is meant instead."""


@dataclass(frozen=True)
class Hit:
    line: int
    name: str


@dataclass(frozen=True)
class Names:
    """What to look for. `games` and `wagers` are lower-case words with spaces between them."""

    games: frozenset[str]
    documents: frozenset[str]
    wagers: frozenset[str]

    @classmethod
    def of_games(cls) -> "Names":
        books = [book(game) for game in folders.games()]
        wagers = {text for each in books for w in each.wagers for text in (w.id, w.family, w.title)}
        wagers |= {place.removeprefix("the ") for each in books for place in each.places.values()}
        games = {text for each in books for text in (each.game, each.title)}
        plain = {_words(text) for text in games}
        documents = frozenset(each.document for each in books)
        return cls(frozenset(plain), documents, frozenset({_words(text) for text in wagers} - plain | {*ALSO}))

    @cached_property
    def single(self) -> frozenset[str]:
        return frozenset(name for name in self.wagers if " " not in name)

    @cached_property
    def anywhere(self) -> re.Pattern[str]:
        several = {name for name in self.wagers if " " in name}
        short = {name for name in ABBREVIATIONS if " " in name}
        found = [_joined(name) for name in sorted({*self.games, *several, *short}, key=len, reverse=True)]
        found += [re.escape(name).replace("\\-", "[-_]") for name in sorted(self.documents)]
        return re.compile("|".join(found))

    @cached_property
    def said(self) -> re.Pattern[str]:
        """Wagers of one word in the middle of a sentence: not its first word, which has a capital anyhow."""
        capital = "|".join(sorted(name.capitalize() for name in self.single - {*ALWAYS, *ALSO, *NAMED_AFTER}))
        return re.compile(rf"(?<=[a-z,;(] )(?:{capital})\b(?!\s+[A-Z])")


def _words(text: str) -> str:
    """`let_it_ride`, `let-it-ride` and Let It Ride are the same words; so are Hold 'Em and holdem."""
    return re.sub(r"[-_]", " ", text).lower()


def _joined(name: str) -> str:
    """The words with nothing, a hyphen, an underscore or spaces between them, as a part of a longer name too."""
    words = [re.escape(word) for word in name.split()]
    capitals = [re.escape(word.capitalize() if word[0] != "'" else word.title()) for word in name.split()]
    between = "[-_]?" if name in ENGLISH else r"(?:[-_]|\s{1,20})?"
    small = rf"(?<![A-Za-z])(?i:{between.join(words)})(?![a-z0-9])"
    return rf"{small}|{'[-_ ]?'.join(capitals)}(?![a-z0-9])"


# --- one file -------------------------------------------------------------------------------------------------------


def find(source: str, language: str, names: Names) -> list[Hit]:
    """Every name in a text of this language (a key of `pieces.languages`), in order."""
    hits: list[Hit] = []
    for line, kind, text in pieces(source, language):
        for offset, name in sorted(_in_piece(kind, text, names)):
            hits.append(Hit(line + text.count("\n", 0, offset), name))
    return hits


def _in_piece(kind: str, text: str, names: Names) -> Iterator[tuple[int, str]]:
    taken: list[tuple[int, int]] = []

    def free(found: re.Match[str]) -> bool:
        if any(found.start() < end and start < found.end() for start, end in taken):
            return False
        taken.append(found.span())
        return True

    for found in names.anywhere.finditer(text):
        if free(found):
            yield found.start(), " ".join(found[0].split())
    for found in _alone(kind, text, names):
        if free(found):
            yield found.start(), found[0]


def _alone(kind: str, text: str, names: Names) -> Iterator[re.Match[str]]:
    """Names of one word."""
    if kind == STRING and text.strip().lower() in names.single:
        whole = re.match(r"\s*(\S+)", text)
        assert whole is not None
        yield whole
        return
    parts = {*ALWAYS, *(name for name in ABBREVIATIONS if " " not in name)}
    for word in re.finditer(r"[A-Za-z_$][\w$-]*" if kind == NAME else r"[A-Za-z_$][\w$]*", text):
        said = {part.lower() for part in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+", word[0])}
        only = word[0].strip("_$").lower()
        in_code = kind == NAME and (only in names.single - {*ONLY_TEXTS} or said & {*NAMED_AFTER})
        if said & parts or in_code:
            yield word
    if kind in (STRING, PROSE):
        yield from names.said.finditer(text)


# --- all files ------------------------------------------------------------------------------------------------------


def scanned() -> list[Path]:
    """Everything outside the games' own folders, and what builds the project."""
    inside = [path for path in sorted(SOURCE.rglob("*")) if path.suffix in languages()]
    return [path for path in inside if path.relative_to(SOURCE).parts[0] != "games"] + [
        ROOT / "Makefile",
        ROOT / "pyproject.toml",
    ]


def report(names: Names) -> dict[Path, list[Hit]]:
    """File → what is named there; line 0 is the name of the file itself."""
    found: dict[Path, list[Hit]] = {}
    for path in scanned():
        place = path.relative_to(SOURCE) if path.is_relative_to(SOURCE) else path.relative_to(ROOT)
        called = [Hit(0, hit.name) for hit in find(" ".join(place.with_suffix("").parts), "path", names)]
        said = find(path.read_text(encoding="utf-8"), path.suffix or path.name, names)
        hits = [*called, *(hit for hit in said if (str(place), hit.name) not in EXCUSED)]
        if hits:
            found[path.relative_to(ROOT)] = hits
    return found


def main(*only: str) -> None:
    wanted = tuple(str(Path(each)) for each in only)
    for path, hits in report(Names.of_games()).items():
        if not wanted or str(path).startswith(wanted):
            for hit in hits:
                print(f"{path}:{hit.line}:{hit.name}")


if __name__ == "__main__":
    main(*sys.argv[1:])
