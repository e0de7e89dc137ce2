/* Cards as SVG, 63 by 88 millimetres: faces of the standard pack, backs, and the drawings that a game brings of cards of
   its own (loaded when a table needs them). Made for small sizes: the index is large, the middle shows one thing.
   Colours come from the style sheet, so that the four-colour deck and other backs need no new drawing. */

import { svg } from "./dom.js";
import { cardName, isOrdinary } from "./text.js";

export const UNKNOWN = "??";

/** @type {Record<string, string>} */
const PIPS = {
  h: "M50 90C22 64 5 48 5 29C5 14 16 5 28 5C38 5 46 11 50 21C54 11 62 5 72 5C84 5 95 14 95 29C95 48 78 64 50 90Z",
  d: "M50 3C59 22 72 37 88 50C72 63 59 78 50 97C41 78 28 63 12 50C28 37 41 22 50 3Z",
  s: "M50 4C68 30 94 43 94 63C94 76 84 84 73 84C64 84 57 79 53 71C54 83 58 92 67 96H33C42 92 46 83 47 71"
    + "C43 79 36 84 27 84C16 84 6 76 6 63C6 43 32 30 50 4Z",
  c: "M50 4a21 21 0 0 1 16 34.6a21.5 21.5 0 1 1-12 35.4c1 10 5 18 12 22h-32c7-4 11-12 12-22a21.5 21.5 0 1 1-12-35.4"
    + "a21 21 0 0 1 16-34.6z",
};

/** @type {Record<string, string>} */
const CROWNS = {
  K: "M-15 0L-18-15L-8.5-7L0-19L8.5-7L18-15L15 0ZM-15 2.2H15V5H-15ZM0-25.5V-19.5M-2.6-23H2.6",
  Q: "M-15 0C-17-6-19-11-20-15C-15-12-12-9-9.5-6C-7-12-4-17 0-20C4-17 7-12 9.5-6C12-9 15-12 20-15C19-11 17-6 15 0Z"
    + "M-15 2.2H15V5H-15Z",
  J: "M-15 0C-15-9-9-13 0-13C9-13 15-9 15 0ZM-15 2.2H15V5H-15ZM8-12C13-16 15-21 14-27C8-25 4-20 4-13.5",
};

/** @type {(suit: string, x: number, y: number, size: number) => any} */
const pip = (suit, x, y, size) =>
  svg`<path d=${PIPS[suit]} transform="translate(${x} ${y}) scale(${size / 100})"/>`;

/** @param {string} code */
function standard(code) {
  const [rank, suit] = code;
  const index = rank === "T" ? "10" : rank;
  const wide = index.length > 1;
  /** @param {string} turn */
  const corner = (turn) => svg`<g transform=${turn}>
    <text class=${wide ? "card-index narrow" : "card-index"} x=${wide ? 13.4 : 12.2} y="21.5">${index}</text>
    ${pip(suit, 4.8, 24, 13.4)}</g>`;
  return svg`<g class="suit-${suit}">
    ${corner("")}${corner("rotate(180 31.5 44)")}${middle(rank, suit)}</g>`;
}

/** The middle of a face: a great pip; courts carry the crown of their rank, the ace a ring.
    @param {string} rank
    @param {string} suit */
function middle(rank, suit) {
  if (CROWNS[rank]) {
    return svg`<g><rect class="card-court" x="19" y="18" width="25" height="52" rx="3.5"/>
      <path class="card-crown" transform="translate(31.5 41) scale(.62)" d=${CROWNS[rank]}/>
      ${pip(suit, 21.5, 46, 20)}</g>`;
  }
  if (rank === "A") return svg`<g><circle class="card-ring" cx="31.5" cy="44" r="19"/>${pip(suit, 19, 31, 25)}</g>`;
  return pip(suit, 17, 29.5, 29);
}

const lattice = (() => {
  let d = "";
  for (let y = 0; y < 9; y += 1) {
    for (let x = 0; x < 6; x += 1) {
      const [left, top] = [10.5 + x * 7, 8 + y * 8];
      d += `M${left + 3.5} ${top}l3.5 4l-3.5 4l-3.5-4z`;
    }
  }
  return d;
})();

const back = () => svg`<g>
  <rect class="card-back" x="3" y="3" width="57" height="82" rx="3.5"/>
  <path class="card-lattice" d=${lattice}/>
  <rect class="card-frame" x="6.5" y="6.5" width="50" height="75" rx="2"/>
  <circle class="card-medal" cx="31.5" cy="44" r="11"/>
  <path class="card-star" d="M31.5 35.5l2.3 6.2 6.2 2.3-6.2 2.3-2.3 6.2-2.3-6.2-6.2-2.3 6.2-2.3z"/></g>`;

const pictures = new Map();
let loaded = "";

/** Gets the drawings of a game's own cards, where it has some; cards that lie there already get theirs.
    Where two games have cards of the same code, the drawing of the game that was asked for last stands.
    @param {{ pictures?: string | null }} game */
export async function loadPictures(game) {
  if (!game?.pictures || game.pictures === loaded) return;
  const answer = await fetch(game.pictures);
  made.clear();
  loaded = game.pictures;
  const found = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  for (const each of found.querySelectorAll("svg > [id]")) pictures.set(each.id, each);
  for (const each of document.querySelectorAll(".own-card")) each.replaceWith(own(each.textContent));
}

/** A card that an ordinary deck does not have; its letters until its drawing is here.
    @param {string} code */
function own(code) {
  if (!pictures.has(code)) return svg`<text class="card-index own-card" x="31" y="50">${code}</text>`;
  const copy = document.importNode(pictures.get(code), true);
  copy.removeAttribute("id");
  copy.querySelector(".name")?.append(cardName(code));
  return copy;
}

const made = new Map();

/** @param {string} code */
function drawn(code) {
  return svg`<svg class="card-face" viewBox="0 0 63 88" aria-hidden="true" focusable="false">
    <rect class="card-paper" x=".4" y=".4" width="62.2" height="87.2" rx="5"/>${inside(code)}</svg>`;
}

/** @param {string} code */
function inside(code) {
  if (code === UNKNOWN) return back();
  return isOrdinary(code) ? standard(code) : own(code);
}

/** The drawing of one card, without words: the caller says what it is.
    @param {string} code */
export function face(code) {
  const key = code + (pictures.has(code) ? "+" : "");
  if (!made.has(key)) made.set(key, drawn(code));
  return made.get(key).cloneNode(true);
}

/** One card that stands for itself, named for those who hear the page.
    @param {string} code */
export function card(code) {
  const found = face(code);
  found.removeAttribute("aria-hidden");
  found.setAttribute("role", "img");
  found.setAttribute("aria-label", cardName(code));
  return found;
}
