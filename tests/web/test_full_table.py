"""A table at its fullest: every seat taken, every wager laid. Each result lies on its own wager and on nothing else,
the names of areas can be read beside the chips, and long names cover no card."""

from collections.abc import Callable
from itertools import takewhile
from typing import Any

import pytest

from house.server_support import GAMES, Served
from web.conftest import Visit
from web.crowd import Crowd, crowd
from web.visitor import PHONE, Visitor
from web.wire import Wire

SIZES = [(390, 844), (820, 1180), (1180, 820), (1440, 900), (1920, 1080)]
WAGERS = {"dragon-poker": 5, "top-five-poker": 4, "let-it-ride": 7, "ultimate-texas-holdem": 4}
"""How many areas of a position bear chips at a table as it opens."""
SMALL = 0.15
"""The share of a result that may lie over the edge of something that is not its own."""

RESULTS = """() => {
  const scene = document.querySelector('.scene').getBoundingClientRect();
  const stage = new DOMMatrix(getComputedStyle(document.querySelector('.stage')).transform);
  const scale = Math.hypot(stage.a, stage.b);
  return [...document.querySelectorAll('.result-place')].map((place) => {
    const own = place.dataset.of;
    const [, seat, wager] = own.match(/^seat-(\\d+)-(.+)$/);
    const box = place.querySelector('.result').getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const shape = document.getElementById(own).querySelector('circle, rect');
    const area = shape.getBoundingClientRect();
    const [dx, dy] = [x - (area.left + area.right) / 2, y - (area.top + area.bottom) / 2];
    const half = scale * (shape.r ? shape.r.baseVal.value : Math.min(shape.width.baseVal.value,
      shape.height.baseVal.value) / 2);
    const foreign = {};
    const N = 6;
    for (let i = 0; i < N * N; i += 1) {
      const at = [box.left + ((i % N) + .5) * box.width / N, box.top + (Math.floor(i / N) + .5) * box.height / N];
      const under = document.elementsFromPoint(...at).map((each) =>
        each.closest('.result-place, .plate-name, .card[data-card]') ?? each.closest('g.area'));
      for (const each of new Set(under.filter((each) => each && each !== place && each.id !== own))) {
        const name = each.dataset.of ?? each.dataset.card ?? (each.id || each.textContent);
        foreign[name] = (foreign[name] ?? 0) + 1 / (N * N);
      }
    }
    const seen = x > scene.left && x < scene.right && y > scene.top && y < scene.bottom;
    return { seat: Number(seat), wager, seen, far: Math.hypot(dx, dy) / half, foreign, height: box.height,
      amount: place.querySelector('b').textContent };
  });
}"""
"""Of every result: whose it says it is, how far its middle lies from the middle of that area (1 is the edge), and what
share of it lies on anything else: other areas and results, cards, names of people."""

TOUCHABLE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.card, .plate-name { pointer-events: auto !important; }');
  document.adoptedStyleSheets.push(sheet);
}"""
"""So that the browser tells where cards and names lie."""

NAMES_FREE = """(seat) => {
  const found = [];
  for (const area of document.querySelectorAll(`#seat-${seat} g.staked`)) {
    const texts = [...area.querySelectorAll(':scope > text')].map((each) => each.getBoundingClientRect());
    const name = { top: Math.min(...texts.map((t) => t.top)),
      bottom: Math.max(...texts.map((t) => t.bottom - t.height / 5)),
      left: Math.min(...texts.map((t) => t.left)), right: Math.max(...texts.map((t) => t.right)) };
    for (const piece of document.querySelectorAll('.wager .chip, .wager .amount')) {
      const chip = piece.getBoundingClientRect();
      const wide = Math.min(name.right, chip.right) - Math.max(name.left, chip.left);
      const tall = Math.min(name.bottom, chip.bottom) - Math.max(name.top, chip.top);
      if (wide > 0 && tall > 0) found.push([area.dataset.area, Math.round(100 * tall / (name.bottom - name.top))]);
    }
  }
  return found;
}"""
"""Areas whose name has chips upon it, and by how many hundredths of its height, for a seat that is seen upright. Boxes
of words are a fifth higher than capitals, which have nothing below their line."""

TOO_WIDE = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"
NEAR = "(seat) => document.querySelector(`.plate[data-seat='${seat}']:not(.away, .empty)`) !== null"
"""Whether this position, where somebody sits, is in the picture."""

WIDEST = """async (text) => {
  const { narrow } = await import('/static/script/table/results.js');
  for (const each of document.querySelectorAll('.result.about b')) {
    const size = Number(each.parentElement.style.getPropertyValue('--fit')) / narrow(each.dataset.about);
    each.dataset.about = text;
    each.parentElement.style.setProperty('--fit', size * narrow(text));
  }
}"""
"""Where only about the amount is shown, as if this had been won: cards that bring it are rare."""

PLATES = """() => {
  const scene = document.querySelector('.scene').getBoundingClientRect();
  const found = [];
  for (const plate of document.querySelectorAll('.plate-name')) {
    const box = plate.getBoundingClientRect();
    if (box.left < scene.left - 1 || box.right > scene.right + 1) found.push([plate.textContent, 'outside']);
    const N = 20;
    for (let i = 0; i < N; i += 1) for (const y of [box.top + 1, box.bottom - 1]) {
      const at = [box.left + (i + .5) * box.width / N, y];
      const card = document.elementsFromPoint(...at).map((each) => each.closest('.card[data-card]')).find(Boolean);
      if (card) found.push([plate.textContent, card.dataset.card]);
    }
  }
  return found;
}"""


DESK = 1024
"""From this width on one sits at one's own place, unless one wants to see the whole table; a tablet held upright shows
it."""


LOOKS = [(size, view) for size in SIZES for view in (("table", "own") if size[0] >= DESK else ("table",))]
"""Every size, with the ways in which somebody who sits there can look at the table."""


def look(visitor: Visitor, size: tuple[int, int], view: str = "table") -> None:
    """The window gets this size, and what moved for it has come to rest."""
    width, height = size
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.until("([w, h]) => innerWidth === w && innerHeight === h", [width, height])
    if width >= DESK and visitor.find(".view-whole:not([hidden])").text_content() == OTHER[view]:
        visitor.find(".view-whole").click()
    if width < 720 or (width >= DESK and view == "own"):
        visitor.find(".strip").wait_for()
    visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    visitor.until("() => document.querySelector('.stage').getAnimations().length === 0")


OTHER = {"table": "Whole table", "own": "My place"}
"""What is pressed to see it so."""


def seated(visit: Visit, full: Crowd, seat: int) -> tuple[Visitor, Wire]:
    """The browser of whoever sits there, at the moment when all wagers are laid."""
    ann = visit().known(full.players[seat - 1].token)
    wire = Wire(ann.context)
    ann.open(f"/tables/{GAMES[full.game]}")
    ann.find(".spot").first.wait_for()
    ann.furnished()
    full.bet()
    laid = sum(len(each.wagers) for each in full.tables[-1].view.seats)
    ann.until("(n) => document.querySelectorAll('.wager').length === n", laid)
    ann.page.evaluate(TOUCHABLE)
    return ann, wire


def has(event: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: any(told["event"] == event for told in message.get("told", ()))


def settled(ann: Visitor, wire: Wire, full: Crowd) -> None:
    """Everybody plays, and every result is shown."""
    wire.stops_at = has("TableCleared")
    full.ready()
    full.play(lambda: wire.holding, ann)
    ann.until("(n) => document.querySelectorAll('.result').length === n", len(brought(wire)))


def brought(wire: Wire) -> dict[tuple[int, str], int]:
    """What each wager of each position brought, in cents, as the house told it."""
    found: dict[tuple[int, str], int] = {}
    for told in (told for message in wire.heard for told in message.get("told", ())):
        facts = told["facts"]
        if told["event"] in ("WagerSettled", "WagerCollected"):
            stake = facts.get("stake", facts.get("cents", 0))
            found[facts["seat"], facts["wager"]] = facts.get("won", 0) + facts.get("back", 0) - stake
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_full_table_can_be_read(game: str, visit: Visit, server: Served) -> None:
    """While wagers lie there and when all are settled, at every size. Names are looked at for the seat nearest to the
    middle, which on a phone stands upright."""
    with crowd(server, game) as full:
        ann, wire = seated(visit, full, 4)
        for size, view in LOOKS:
            look(ann, size, view)
            full.heed()
            assert [each for each in ann.page.evaluate(NAMES_FREE, 4) if each[1] > 25] == [], (size, view)
        settled(ann, wire, full)
        expected = brought(wire)
        assert len({wager for _, wager in expected}) >= WAGERS[game]
        faults: list[object] = []
        for size, view in LOOKS:
            look(ann, size, view)
            full.heed()
            found = ann.page.evaluate(RESULTS)
            assert {(each["seat"], each["wager"]): cents(each["amount"]) for each in found} == expected, (size, view)
            faults += [(size, view, *fault) for fault in misplaced(found)]
            seen = {(each["seat"], each["wager"]) for each in found if each["seen"]}
            whole = size[0] > PHONE["width"] and view == "table"
            assert seen >= {key for key in expected if key[0] == 4 or whole}, (size, view)
            if whole:
                faults += [(size, view, *fault) for fault in ann.page.evaluate(PLATES)]
            for text in ("+8.88", "\u2212888", "+888K", "+88M"):
                ann.page.evaluate(WIDEST, text)
                faults += [(size, view, text, *fault) for fault in misplaced(ann.page.evaluate(RESULTS))]
        assert faults == []
        assert ann.page.eval_on_selector_all(".line > *", TOO_WIDE) == []
        if game == "dragon-poker":  # what is moved by the height of an area, as if to make room, is found
            ann.page.eval_on_selector("[data-of='seat-4-ante'] .result", "(it) => { it.style.translate = '0 60px'; }")
            assert [fault[:2] for fault in misplaced(ann.page.evaluate(RESULTS))] == [(4, "ante")]
        wire.release()


def misplaced(found: list[dict[str, Any]]) -> list[tuple[object, ...]]:
    """Results outside of their area or upon something else, of those that are in the picture."""
    shown = [each for each in found if each["seen"]]
    return [
        (each["seat"], each["wager"], each["far"], each["foreign"], each["height"])
        for each in shown
        if each["far"] > 0.9 or max(each["foreign"].values(), default=0) > SMALL or each["height"] < 10
    ]


def test_who_watches_by_phone_sees_what_happens(visit: Visit, server: Served) -> None:
    """First somebody who plays, then whoever is asked or settled."""
    game = "dragon-poker"
    with crowd(server, game, "w") as full:
        full.tables.pop(0).leave()
        ann = visit(viewport=PHONE)
        wire = Wire(ann.context)
        ann.open(f"/tables/{GAMES[game]}")
        ann.find(".strip").wait_for()
        ann.until(NEAR, 2)
        full.bet()
        wire.stops_at = has("WagerSettled")
        full.ready()
        asked: set[int] = set()
        while len(asked) < len(full.tables):
            view = ann.wait_heard(lambda m: m.get("view", {}).get("turn") not in (None, 0, *asked))["view"]
            ann.until(NEAR, view["turn"])
            asked.add(view["turn"])
            assert full.decide()
        full.play(lambda: wire.holding, ann)
        before = list(takewhile(lambda message: not has("WagerSettled")(message), wire.heard))
        settled_next = [message["view"]["turn"] for message in before if "view" in message][-1]
        ann.until(NEAR, settled_next)
        wire.release()


def cents(text: str) -> int:
    return round(float(text.replace("$", "").replace(",", "").replace("\u2212", "-")) * 100)
