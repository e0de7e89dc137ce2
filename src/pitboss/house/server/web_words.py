"""The words of a game for pages: the rulebook's own titles, and plain ones for what a choice does."""

from collections.abc import Mapping

from pitboss.house.server.card_pictures import pictures_of
from pitboss.house.server.mishap_words import consequence, without_marks
from pitboss.messages.words import (
    AreaWords,
    ChoiceWords,
    ClauseWords,
    DecidedWords,
    FirstHandWords,
    GameWords,
    GuidedMomentWords,
    GuidedWagerWords,
    LineWords,
    MishapWords,
    PaysWords,
    PaytableWords,
    RankedWords,
    RankingWords,
    ReadingWords,
    StepWords,
    TaskWords,
    WagerNoteWords,
    WagerWords,
)
from pitboss.odds.request import name_of
from pitboss.rulebook.book import Area
from pitboss.rulebook.clauses import Clause
from pitboss.rulebook.readings import about, added
from pitboss.rulebook.roles import ROWS
from pitboss.table.definition import Step
from pitboss.table.layout import layout, line_words, pays_words
from pitboss.table.rules import Rules
from pitboss.wording.choices import label, says
from pitboss.wording.first_hand import guided_moments, guided_wagers
from pitboss.wording.how_to_play import condition, in_brief, made_later, of_wager, sayings, steps
from pitboss.wording.ranked import ranked
from pitboss.wording.things import hand as hand_of


def game_words(rules: Rules, procedure: str = "") -> GameWords:
    """Everything a page shows of a game under these terms."""
    book = rules.book
    procedure = procedure or rules.terms.procedure
    return GameWords(
        game=book.game,
        title=book.title,
        jurisdiction=book.jurisdiction,
        regulator=book.regulator,
        document=book.document,
        deck=book.deck,
        cloth=list(book.felt.cloth),
        cards={code: rules.deck.names.get(code, code) for code, _ in rules.deck.contents},
        own_cards={card.code: card.name for card in book.cards},
        pictures=pictures_of(book.game),
        removed=_removed(rules),
        positions=rules.terms.positions,
        wagers=_wagers(rules),
        areas=[_area(area, procedure) for area in book.areas],
        steps=[_step(rules, step, procedure) for step in rules.script(procedure)],
        tasks={
            name: TaskWords(title=guide.title, clause=guide.clause, reminders=list(guide.reminders))
            for name in rules.tasks
            for guide in (rules.guide(name, procedure),)
        },
        roles={row.name: row.title.capitalize() for row in ROWS},
        hands=_hands(rules),
        paytables=_paytables(rules),
        pays=_pays(rules),
        decided=_decided(rules),
        irregularities=[
            MishapWords(
                kind=row.kind,
                title=row.title,
                does=row.consequence,
                consequence=consequence(rules, row),
                clause=row.clause,
                during=list(row.during),
                by=list(row.by),
            )
            for row in rules.mishaps
        ],
    )


def _removed(rules: Rules) -> list[str]:
    cards = [code for code, _ in rules.deck.contents]
    left = rules.game.remaining(cards) if rules.game.remaining else cards
    return [code for code in cards if code not in left]


def _wagers(rules: Rules) -> list[WagerWords]:
    lies = {area.wager: area.id for area in rules.book.areas if area.per_seat and area.wager == area.id}
    return [
        WagerWords(
            id=w.id,
            title=w.title,
            clause=w.clause,
            family=w.family,
            area=lies.get(w.id, ""),
            compulsory=w.compulsory,
            equal_to=w.equal_to,
            together=[*rules.together(w.id)] if w.id in rules.index and not w.later else [],
            later=w.later,
            offered=w.id in rules.index,
            metered=w.metered,
        )
        for w in rules.book.wagers
    ]


def _area(area: Area, procedure: str) -> AreaWords:
    clause = area.cited(procedure)
    return AreaWords(id=area.id, title=area.title, clause=clause, wager=area.wager, seat=area.per_seat)


def _step(rules: Rules, step: Step, procedure: str) -> StepWords:
    return StepWords(
        name=step.name,
        kind=step.kind,
        title=rules.guide(step.name, procedure).title,
        clause=step.clause,
        choices=[
            ChoiceWords(
                name=c.name,
                label=label(rules, c),
                says=says(rules, c),
                clause=c.clause,
                does=c.does,
                wager=c.wager,
                times=c.times,
                of=c.of if c.does == "raise" else "",
            )
            for c in step.choices
        ],
    )


def _hands(rules: Rules) -> dict[str, str]:
    named = [hand for hands in rules.book.hands.values() for hand in hands]
    named += [line.hand for table in rules.book.paytables for line in table.lines]
    named += [line.hand for table in rules.book.envy for line in table.lines]
    named += [line.hand for wager in rules.terms.wagers for line in wager.lines]
    return {hand: hand_of(rules.book, hand) for hand in named}


def _paytables(rules: Rules) -> list[PaytableWords]:
    return [
        PaytableWords(
            wager=table.family,
            letter=table.letter,
            column=table.column,
            lines=[
                LineWords(
                    hand=line.hand,
                    words=line_words(rules, line.hand, table.family, sign=False),
                    pays=pays_words(rules, line.pay),
                    clause=line.clause,
                )
                for line in table.lines
            ],
        )
        for table in rules.book.paytables
        if not table.repeats
    ]


def _pays(rules: Rules) -> list[PaysWords]:
    """What the sign says of each wager beside its odds: by which paytable, and what a hand needs beside its cards."""
    found = []
    for sign in layout(rules).signs:
        terms = rules.terms.wager(sign.wager)
        table = name_of(rules.book, sign.wager, terms.lines, terms.paytable) if terms and terms.paytable else ""
        sizes = (f"{each}." for each in made_later(rules, sign.wager))
        needs = " ".join(filter(None, (*sizes, condition(rules, sign.wager), of_wager(rules, sign.wager))))
        found.append(PaysWords(wager=sign.wager, title=sign.title, paytable=table, needs=needs))
    return found


def ranking_words(rules: Rules) -> RankingWords:
    """Which hand beats which at this table."""
    found, decided = ranked(rules), _decided(rules)
    hands = [RankedWords(words=each.words, cards=list(each.cards)) for each in found.hands]
    return RankingWords(lead=found.lead, order=list(found.order), hands=hands, text=decided.text, clause=decided.clause)


def first_hand_words(rules: Rules) -> FirstHandWords:
    """What is told of each wager and each moment to somebody who plays at this table for the first time."""
    return FirstHandWords(
        lead=in_brief(rules),
        wagers=[
            GuidedWagerWords(
                wagers=list(each.wagers),
                titles=list(each.titles),
                optional=each.optional,
                says=list(each.says),
                notes=[WagerNoteWords(title=note.title, says=note.says) for note in each.notes],
            )
            for each in guided_wagers(rules)
        ],
        moments=[GuidedMomentWords(step=each.step, says=each.says) for each in guided_moments(rules)],
    )


def _decided(rules: Rules) -> DecidedWords:
    """What the card for players says of the settlement."""
    said, told = sayings(rules.game.id).step, steps(rules)
    for place, each in enumerate(said):
        if each.at == "settle":
            return DecidedWords(text=told[place], clause=each.clause)
    settling = (step.clause for step in rules.script(rules.terms.procedure) if step.kind == "settle")
    return DecidedWords(text=told[-1], clause=next(settling, ""))


def clause_words(clause: Clause, title: str, chosen: Mapping[str, str] | None = None) -> ClauseWords:
    """A clause with every reading that concerns it, as they hold under these choices of an operator."""
    text, _ = added(clause, chosen) if chosen else (clause.wording, {})
    return ClauseWords(
        id=clause.id,
        kind=clause.kind,
        game=clause.game,
        title=title,
        text=without_marks(text),
        readings=[
            ReadingWords(id=r.id, title=r.title, choice=r.choice, reason=r.reason, alternatives=list(r.alternatives))
            for r in about(clause.id, chosen)
        ],
    )
