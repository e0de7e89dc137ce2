"""The placard: the sign at the table with the odds, amounts and limits of every wager offered, and the phrases a layout
or sign must bear; and the two-sided card with the same tables that players take from the rack."""

from typing import Any, Literal

from pitboss.felt.drawing import alt
from pitboss.felt.inscribed import inscribed
from pitboss.felt.places import COMBINED, dealer_side
from pitboss.felt.small import lettered, small_felt
from pitboss.paper.printing import Paper, PaperTrouble, heading, template
from pitboss.paper.sheets import USUAL
from pitboss.paper.words import amounts, dollars, listed, number, sentence, stake_words, wager_title
from pitboss.rulebook.clauses import AGAIN
from pitboss.rulebook.terms import WagerTerms
from pitboss.rulebook.words import limited_title
from pitboss.table.layout import Layout, WagerSign, layout
from pitboss.table.rules import Rules
from pitboss.wording.filing_words import filing_of
from pitboss.wording.how_to_play import condition, made_later, of_wager, sized, steps
from pitboss.wording.ranked import ranked

Size = Literal["letter", "a4", "sign"]
PAGES: dict[str, tuple[float, float, tuple[int, ...]]] = {
    "a4": (210.0, 297.0, (2, 1)),
    "letter": (215.9, 279.4, (2, 1)),
    "sign": (279.4, 177.8, (3, 2, 1)),
    "rack": (101.6, 228.6, (1, 2)),
}
"""Width and height in millimetres and in how many columns the tables may stand, the likeliest first: two sheets, a
table sign of 11 by 7 inches, a rack card of 4 by 9 inches. Which number is best is measured when the paper is set."""


def placard(rules: Rules, size: Size = USUAL) -> Paper:
    """The sign of a table under these rules."""
    made = layout(rules)
    data = _said(rules, made, size, _blocks(rules, made, on_sign=True))
    return Paper(source=template("placard.typ"), data=data, title=f"{made.title}, {made.table}: odds and limits")


def rack_card(rules: Rules) -> Paper:
    """The card for players: how to play on one side, what is paid on the other."""
    made = layout(rules)
    blocks = _blocks(rules, made)
    told = [{"title": b["title"], "amounts": b["amounts"], "text": of_wager(rules, b["id"])} for b in blocks]
    letters = [[letter, place.title, place.note] for letter, place in lettered(rules)]
    own = {
        "steps": steps(rules),
        "wagers": told,
        "ranking": _ranking(rules),
        "alt": alt(made),
        "letters": letters,
        "positions": _positions(made),
    }
    data = _said(rules, made, "rack", blocks) | own
    drawing = {"felt.svg": small_felt(rules).encode()}
    return Paper(source=template("rack_card.typ"), data=data, title=f"{made.title}: how to play", files=drawing)


def _ranking(rules: Rules) -> str:
    """The hands from the highest, where hands decide the main game and there are several."""
    hands = [hand.words for hand in ranked(rules).hands]
    if len(hands) < 2:
        return ""
    if any(sign in hand for hand in hands for sign in ",;:"):
        return ". ".join(hands) + "."
    return f"{hands[0]}, {listed(hand[:1].lower() + hand[1:] for hand in hands[1:])}."


def several_boxes(rules: Rules) -> str:
    """That one player may play several positions, where the operator permits it."""
    most = rules.terms.positions_per_player
    return f"You may play up to {number(most)} positions side by side." if most > 1 else ""


def _positions(made: Layout) -> str:
    """How the positions of the small drawing are counted, and which of them are not open."""
    if len(made.positions) == 1:
        return "It has one position."
    shut = [str(position.number) for position in made.positions if not position.open]
    faint = {0: "", 1: f" Position {''.join(shut)} is not open."}.get(
        len(shut), f" Positions {listed(shut)} are not open."
    )
    return f"Positions are counted from the dealer's left.{faint}"


def out_of_order(rules: Rules) -> Paper:
    """The signs that a failed shuffler or shoe may bear, one page for each device at the table."""
    words = next((i for i in rules.book.inscriptions if i.id == "out_of_order"), None)
    if words is None:
        raise PaperTrouble(f"the rulebook of {rules.book.title} knows no out-of-order sign; a failed device is removed")
    devices = [box.title for box in dealer_side(rules, layout(rules)) if box.id in failing(rules)]
    if not devices:
        raise PaperTrouble(
            "this table has no device that could bear an out-of-order sign: it has neither a shuffler nor an automated "
            "shoe; see dealing in the submission"
        )
    # a sign says nothing about how clauses are cited: of two with the same number it says which
    clause = words.clause.removesuffix(AGAIN) + ", the second of that number" * words.clause.endswith(AGAIN)
    data = {"head": heading(rules.terms), "devices": devices, "text": words.text, "clause": clause}
    return Paper(source=template("out_of_order.typ"), data=data, title=f"{rules.terms.table}: out of order")


def failing(rules: Rules) -> set[str]:
    """The devices of this table; a shoe that a dealer deals from by hand is none."""
    return {"shuffler", COMBINED} | ({"shoe"} if rules.terms.procedure == "automated_shoe" else set())


# --- what is on it --------------------------------------------------------------------------------------------------


def _said(rules: Rules, made: Layout, page: str, blocks: list[dict[str, Any]]) -> dict[str, Any]:
    """What both papers say: the tables, the meters, the phrases."""
    wide, tall, columns = PAGES[page]
    return {
        "head": heading(rules.terms),
        "page": {"width": wide, "height": tall},
        "columns": columns,
        "blocks": [b for b in blocks if not b["hands"]],
        "wide": [b for b in blocks if b["hands"]],
        "phrases": [*_phrases(rules, made), *filter(None, [several_boxes(rules), filing_of(rules.terms).helpline])],
        "meters": [
            {"name": meter.name, "initial": dollars(meter.initial), "reset": dollars(meter.reset)}
            for meter in rules.terms.meters
        ],
    }


def _phrases(rules: Rules, made: Layout) -> list[str]:
    """What a layout or sign must bear."""
    return [said for words, said, _ in inscribed(rules, made) if words.id != "operator"]


def _blocks(rules: Rules, made: Layout, on_sign: bool = False) -> list[dict[str, Any]]:
    """The wagers; a sign says of each what wins it, which the other side of a card has said already."""
    return [_block(rules, sign, on_sign) for sign in made.signs]


def _block(rules: Rules, sign: WagerSign, on_sign: bool) -> dict[str, Any]:
    """One wager: its name, what may be staked, its lines; one on the whole table has a column for each number of
    hands."""
    terms = rules.terms.wager(sign.wager)
    hands = sorted({line.column for line in sign.odds if line.column})
    rows: list[dict[str, Any]]
    if hands:
        pays = {(line.hand, line.column): sentence(line.pays) for line in sign.odds}
        named = dict.fromkeys(line.hand for line in sign.odds)
        rows = [{"hand": sentence(h), "pays": [pays[h, n] for n in hands]} for h in named]
    else:
        rows = [_row(line.hand, line.pays) for line in sign.odds]
    notes = [condition(rules, sign.wager), of_wager(rules, sign.wager) if on_sign or hands or not terms else ""]
    notes += [stake_words(rules, terms.lines)] if terms else []
    return {
        "id": sign.wager,
        "title": wager_title(rules.book, sign.wager),
        "amounts": sentence(staked(rules, terms)) if terms else "",
        "hands": hands,
        "rows": rows,
        "note": " ".join(said for said in notes if said),
    }


def _row(hand: str, pays: str) -> dict[str, Any]:
    return {"hand": sentence(hand), "pays": sentence(pays)}


def staked(rules: Rules, terms: WagerTerms) -> str:
    """What may be staked on a wager, in words; a wager that must equal another or follows a decision says so."""
    wagers = [w for w in rules.wagers if w.family == terms.id]
    before = [w for w in wagers if not w.later]
    if not before:
        return sized(rules, wagers[0].id)
    if before[0].equal_to:
        return f"equal to the {rules.book.wager(before[0].equal_to).title}"
    each = ", each the same" if len(before) > 1 else ""
    later = made_later(rules, terms.id)
    whose = f"{limited_title(rules.book, terms.id)}: " if later else ""
    return "; ".join([f"{whose}{amounts(terms)}{each}", *later])
