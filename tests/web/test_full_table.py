"""A table at its fullest: every seat taken, every wager laid. Each result lies on its own wager and on nothing else, the
names of areas can be read beside the chips, and long names cover no card."""

from collections.abc import Iterator
from typing import Any

import pytest

from house.server_support import GAMES, Served
from web.conftest import Visit
from web.crowd import Crowd, crowd
from web.visitor import PHONE, Visitor
from web.wire import Wire

SIZES = [(390, 844), (820, 1180), (1180, 820), (1440, 900), (1920, 1080)]
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
    const N = 12;
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

TOUCHABLE = ".card, .plate-name { pointer-events: auto !important; }"

NAMES_FREE = """(seat) => {
  const found = [];
  for (const area of document.querySelectorAll(`#seat-${seat} g.staked`)) {
    const texts = [...area.querySelectorAll(':scope > text')].map((each) => each.getBoundingClientRect());
    const name = { top: Math.min(...texts.map((t) => t.top)), bottom: Math.max(...texts.map((t) => t.bottom)),
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
of words are higher than their letters."""

PLATES = """() => {
  const over = (a, b) => Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top);
  const scene = document.querySelector('.scene').getBoundingClientRect();
  const found = [];
  for (const plate of document.querySelectorAll('.plate-name')) {
    const box = plate.getBoundingClientRect();
    if (box.left < scene.left - 1 || box.right > scene.right + 1) found.push([plate.textContent, 'outside']);
    const N = 60;
    for (let i = 0; i < N; i += 1) for (const y of [box.top + 1, box.bottom - 1]) {
      const at = [box.left + (i + .5) * box.width / N, y];
      const card = document.elementsFromPoint(...at).map((each) => each.closest('.card[data-card]')).find(Boolean);
      if (card) found.push([plate.textContent, card.dataset.card]);
    }
  }
  return found;
}"""


def look(visitor: Visitor, size: tuple[int, int]) -> None:
    """The window gets this size, and what moved for it has come to rest."""
    width, height = size
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.until("([w, h]) => innerWidth === w && innerHeight === h", [width, height])
    if width < 720:
        visitor.find(".strip").wait_for()
    visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    visitor.until("() => document.getAnimations().every((each) => each.playState !== 'running' || "
                  "each.effect.getComputedTiming().iterations === Infinity)")


@pytest.fixture
def full(server: Served, game: str) -> Iterator[Crowd]:
    with crowd(server, game) as made:
        yield made


def seated(visit: Visit, full: Crowd, seat: int) -> tuple[Visitor, Wire]:
    """The browser of whoever sits there, at the moment when all wagers are laid."""
    ann = visit().known(full.players[seat - 1].token)
    wire = Wire(ann.context)
    ann.open(f"/tables/{GAMES[full.game]}")
    ann.find(".spot").first.wait_for()
    ann.find(".side .tabs").wait_for(state="attached")
    full.bet()
    laid = sum(len(each.wagers) for each in full.tables[-1].view.seats)
    ann.until("(n) => document.querySelectorAll('.wager').length === n", laid)
    ann.page.add_style_tag(content=TOUCHABLE)
    return ann, wire


def settled(ann: Visitor, wire: Wire, full: Crowd) -> None:
    """Everybody plays, and every result is shown."""
    wire.stops_at = lambda m: any(told["event"] == "TableCleared" for told in m.get("told", ()))
    full.play(lambda: wire.holding, ann)
    told = {(facts["seat"], facts["wager"]) for facts in results(wire)}
    ann.until("(n) => document.querySelectorAll('.result').length === n", len(told))


def results(wire: Wire) -> list[dict[str, Any]]:
    all_told = [told for message in wire.heard for told in message.get("told", ())]
    return [told["facts"] for told in all_told if told["event"] in ("WagerSettled", "WagerCollected")]


@pytest.mark.parametrize("game", GAMES)
def test_every_result_lies_on_its_own_wager(game: str, visit: Visit, full: Crowd) -> None:
    ann, wire = seated(visit, full, 3)
    settled(ann, wire, full)
    expected = {(f["seat"], f["wager"]): f.get("won", 0) + f.get("back", 0) - f.get("stake", f.get("cents", 0))
                for f in results(wire)}  # fmt: skip
    faults: list[object] = []
    for size in SIZES:
        look(ann, size)
        found = ann.page.evaluate(RESULTS)
        said = {(r["seat"], r["wager"]): cents(r["amount"]) for r in found}
        assert said == expected, size
        shown = [r for r in found if r["seen"]]
        own = {r["wager"] for r in shown if r["seat"] == 3}
        assert own == {wager for seat, wager in expected if seat == 3}, "one sees one's own results whole"
        assert len(shown) == len(found) or size[0] < 720
        faults += [(size, r) for r in shown if r["far"] >= 0.9 or max(r["foreign"].values(), default=0) > SMALL]
        faults += [(size, r) for r in shown if r["height"] < 10]
    assert faults == []
    wire.release()


@pytest.mark.parametrize("game", GAMES)
def test_chips_leave_the_names_of_their_areas(game: str, visit: Visit, full: Crowd) -> None:
    """For the seat nearest to the middle of the table, and on a phone, where one's own seat stands upright."""
    ann, _ = seated(visit, full, 4)
    for size in SIZES:
        look(ann, size)
        assert [each for each in ann.page.evaluate(NAMES_FREE, 4) if each[1] > 25] == [], size


@pytest.mark.parametrize("game", ["dragon-poker", "let-it-ride"])
def test_long_names_cover_no_card(game: str, visit: Visit, full: Crowd) -> None:
    """Nor do they leave the window, nor hide an amount in the ledger."""
    ann, wire = seated(visit, full, 3)
    settled(ann, wire, full)
    for size in SIZES[1:]:
        look(ann, size)
        assert ann.page.evaluate(PLATES) == [], size
    wide = "(all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"
    assert ann.page.eval_on_selector_all(".line > *", wide) == []
    wire.release()


@pytest.mark.parametrize("game", ["dragon-poker"])
def test_who_watches_by_phone_sees_what_happens(game: str, visit: Visit, full: Crowd) -> None:
    """First somebody who plays, then whoever is asked or settled."""
    full.tables[0].leave()
    ann = visit(viewport=PHONE)
    wire = Wire(ann.context)
    ann.open(f"/tables/{GAMES[game]}")
    ann.find(".strip").wait_for()
    near = "(seat) => document.querySelector(`.plate[data-seat='${seat}']:not(.away):not(.empty)`) !== null"
    ann.until(near, 2)
    full.tables = full.tables[1:]
    full.bet()
    wire.stops_at = lambda m: any(told["event"] == "TableCleared" for told in m.get("told", ()))
    turns: list[int] = []

    def follows() -> bool:
        turn = ann.view["turn"]
        if turn and turn not in turns and not wire.holding:
            turns.append(turn)
        return wire.holding

    full.play(follows, ann)
    last = next(m["view"]["turn"] for m in reversed(wire.heard) if m.get("view", {}).get("turn"))
    ann.until(near, last)
    wire.release()


def cents(text: str) -> int:
    return round(float(text.replace("$", "").replace(",", "").replace("\u2212", "-")) * 100)
