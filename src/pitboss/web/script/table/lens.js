/* One's own betting areas seen near, where the whole table is shown and its words are too small to read: on a tablet
   held upright. It repeats what is drawn and what lies on the felt, for the eye only; what is pressed here is pressed
   there. Loaded only where it is wanted. */

import { find, html, put, sheet } from "../dom.js";
import { money } from "../format.js";
import { seenFrom } from "./geometry.js";

/** The pixels that the smallest word gets, how large the picture is at least, and what is free around it. */
const [LEAST, SCALE, EDGE] = [10.5, 0.8, 5];
/** Where chips lie on an area, in millimetres below its middle. */
const LOWER = 22;
const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name
    @param {Record<string, any>} attributes
    @param {...any} inside
    @returns {any} */
function draw(name, attributes, ...inside) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

/** Puts it before the panels and keeps it true as long as `wanted` (a media query) holds.
    @param {any} picture
    @param {HTMLElement} place
    @param {MediaQueryList} wanted */
export async function lens({ stage, pieces }, place, wanted) {
  await sheet("lens");
  if (find(".lens")) return;
  const element = html`<div class="lens" aria-hidden="true" hidden></div>`;
  place.before(element);
  let waiting = 0;
  const soon = () => {
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      look(stage, pieces, element, wanted);
    });
  };
  const watch = { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] };
  new MutationObserver(soon).observe(stage.element, watch);
  wanted.addEventListener("change", soon);
  /** @param {any} event */
  const press = ({ target }) => {
    const { id, dataset } = target.closest("[data-wager]")?.near ?? {};
    const found = id && (stage.layer.querySelector(`[data-of="${id}"] .result`)
      ?? stage.layer.querySelector(`.spot[data-seat="${dataset.seat}"][data-wager="${dataset.wager}"]`));
    found?.click();
  };
  element.addEventListener("click", press);
  soon();
}

/** @param {any} stage
    @param {any} pieces
    @param {HTMLElement} element
    @param {MediaQueryList} wanted */
function look(stage, pieces, element, wanted) {
  const plate = stage.layer.querySelector(".plate.mine.turn") ?? stage.layer.querySelector(".plate.mine");
  const seat = plate?.dataset.seat;
  element.hidden = !seat || !wanted.matches;
  if (element.hidden) return put(element);
  const middle = stage.at(`#seat-${seat}-cards`);
  const areas = [...stage.element.querySelectorAll(`#seat-${seat} g.area:not([data-area="cards"])`)];
  const group = draw("g", {}, ...areas.map((area) => near(area, stage, pieces, middle)));
  const back = draw("rect", { fill: "url(#cloth)" });
  const letters = stage.element.querySelector(".felt").getAttribute("font-family");
  const drawing = draw("svg", { class: "felt", "font-family": letters }, back, group);
  put(element, drawing);
  const box = group.getBBox();
  const [x, y, width, height] = [box.x - EDGE, box.y - EDGE, box.width + 2 * EDGE, box.height + 2 * EDGE];
  for (const [key, value] of Object.entries({ x, y, width, height })) back.setAttribute(key, value);
  drawing.setAttribute("viewBox", [x, y, width, height].join(" "));
  const words = [...group.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize));
  const scale = Math.max(SCALE, LEAST / Math.min(...words));
  drawing.style.width = `${width * scale}px`;
}

/** An area as it is drawn, seen by who sits there, with what lies on it.
    @param {any} area
    @param {any} stage
    @param {any} pieces
    @param {any} middle */
function near(area, stage, pieces, middle) {
  const { x, y, turn } = seenFrom(stage.at(`#${area.id}`), middle);
  const copy = area.cloneNode(true);
  copy.removeAttribute("id");
  copy.setAttribute("transform", `translate(${x} ${y}) rotate(${turn})`);
  copy.near = area;
  const { seat, area: name, wager } = area.dataset;
  if (name !== wager) return copy; // what only belongs to one
  const result = stage.layer.querySelector(`[data-of="${area.id}"] .result`);
  const lies = pieces.lying.get(`${seat}.${wager}`);
  const tone = ["good", "bad"].find((name) => result?.classList.contains(name));
  if (result) copy.append(plaque(result.querySelector("b").textContent, tone));
  else if (lies) copy.append(plaque(lies.cents ? money(lies.cents) : "●"));
  return copy;
}

/** What lies on an area, in words on a dark ground.
    @param {string} text */
function plaque(text, tone = "") {
  const wide = 10 + text.length * 9;
  const ground = draw("rect", { x: -wide / 2, y: -12, width: wide, height: 22, rx: 11 });
  return draw("g", { class: `plaque ${tone}`, transform: `translate(0 ${LOWER})` }, ground, draw("text", { y: 5 }, text));
}
