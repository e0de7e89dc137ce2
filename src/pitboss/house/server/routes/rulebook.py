"""The words of the rulebooks for the pages: what everything is called, and the clause behind it."""

from typing import Annotated

from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from pitboss.games import usual
from pitboss.house.live.words import attempted
from pitboss.house.server.access import Signed
from pitboss.house.server.desk import Desk
from pitboss.house.server.endpoints import SAME, Endpoints
from pitboss.house.server.errors import safe
from pitboss.house.server.speaking import asked_in, in_language
from pitboss.house.server.web_files import Sendable, kept_json, sent
from pitboss.house.server.web_words import clause_words, first_hand_words, game_words, ranking_words
from pitboss.messages.words import ClauseWords, FirstHandWords, GameTitle, GameWords, RankingWords
from pitboss.rulebook.book import book
from pitboss.rulebook.clauses import UnknownClause
from pitboss.rulebook.clauses import clause as clause_of
from pitboss.rulebook.folders import games as known_games
from pitboss.rulebook.passages import facts
from pitboss.table.refusals import refuse
from pitboss.table.rules import Rules

GameName = Annotated[str, Meta(max_length=60, description=f"One of {', '.join(known_games())}.")]
OfTable = (
    Annotated[int, Meta(ge=1, le=2**31 - 1, description="A table of this game, whose own terms are meant.")] | None
)
Only = Annotated[
    str, Meta(max_length=200, description="The parts that are wanted, with commas between them; all where empty.")
]
REMEMBERED = 200
"""Games in words that are kept; each change of terms makes another."""


def known_game(game: str) -> str:
    if game not in known_games():
        raise refuse("no_game", "there is no such game", given=safe(game, 60), allowed=known_games())
    return game


def rules_of(desk: Desk, game: str, table: int | None) -> Rules:
    """The rules that are asked for: a table's, or those of the default submission."""
    known_game(game)
    if table is None:
        return usual(game)
    found = desk.table(table).now.rules
    if found.game.id != game:
        raise refuse("no_table", "this table plays another game", given=found.game.id, allowed=game)
    return found


def parts_of(only: str) -> tuple[str, ...]:
    """The parts of a game's words that are asked for, in the order in which they stand there."""
    asked = {part.strip() for part in only.split(",")} - {""}
    parts = GameWords.__struct_fields__
    if odd := sorted(asked - set(parts)):
        raise refuse("shape", "there is no such part", given=safe(odd[0], 60), allowed=parts)
    return tuple(part for part in parts if part in asked)


routes = Endpoints("rulebook")


@routes.get("/games", 401, 422)
async def games(_: Signed) -> list[GameTitle]:
    """The games of the house, those whose odds are counted fastest first."""
    return [GameTitle(game=each, title=book(each).title) for each in known_games()]


@routes.get("/games/{game}", 401, 404, 422, also=SAME)
async def game(
    desk: Desk, game: GameName, request: Request, _: Signed, table: OfTable = None, only: Only = ""
) -> Annotated[Response, GameWords]:
    """A game in words: its wagers, steps, choices, hands and paytables, each with its clause."""
    parts = parts_of(only)
    rules = rules_of(desk, game, table)
    procedure = desk.table(table).now.state.procedure if table is not None else rules.terms.procedure
    language = asked_in(request.scope)
    key = (rules.digest, procedure, parts, language)
    kept: dict[tuple[str, str, tuple[str, ...], str], Sendable] = desk.kept["words"]
    if key not in kept:
        if len(kept) > REMEMBERED:
            kept.clear()
        kept[key] = kept_json(in_language(game_words(rules, procedure), language), parts)
    return sent(request, kept[key])


@routes.get("/games/{game}/ranking", 401, 404, 422)
async def ranking(desk: Desk, game: GameName, _: Signed, table: OfTable = None) -> RankingWords:
    """Which hand beats which, from the highest, with cards that make it."""
    rules = rules_of(desk, game, table)
    told = attempted(rules, lambda: [ranking_words(rules)])
    return told[0] if told else RankingWords(lead="", order=[], hands=[], text="", clause="")


@routes.get("/games/{game}/first-hand", 401, 404, 422)
async def first_hand(desk: Desk, game: GameName, _: Signed, table: OfTable = None) -> FirstHandWords:
    """What a guide says of each wager and each moment, for somebody who plays the game for the first time."""
    rules = rules_of(desk, game, table)
    told = attempted(rules, lambda: [first_hand_words(rules)])
    return told[0] if told else FirstHandWords(lead="", wagers=[], moments=[])


@routes.get("/clauses/{id:path}", 401, 404, 422)
async def clause(
    desk: Desk,
    id: Annotated[str, Meta(max_length=80, description="As it is cited: its document and its number.")],
    _: Signed,
    table: OfTable = None,
) -> ClauseWords:
    """What a clause asks, in our words, and how it is read where its text leaves a question: at a table as its
    operator chose, otherwise by default."""
    try:
        found = clause_of(id)
    except UnknownClause as unknown:
        raise refuse("no_clause", safe(str(unknown)), given=safe(id, 80), allowed="an id as it is cited") from None
    chosen = facts(rules_of(desk, found.game, table).terms) if table is not None else None
    return clause_words(found, book(found.game).title, chosen)
