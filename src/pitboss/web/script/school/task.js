/* One task, drawn and answered: what is asked, what is looked at, and an answer of whichever kind. It sends nothing and
   counts nothing; the page around it does, be it practice or an examination. */

import { face } from "../cards.js";
import { html, put } from "../dom.js";
import { names } from "../round/names.js";
import { cardName, list, say } from "../text.js";
import "../text/task.js";
import { Choice } from "./choice.js";
import { feltOf, wordsOf } from "./felt.js";
import { NumberAsked } from "./number.js";
import { Paying } from "./paying.js";
import { Scene } from "./scene.js";
import { inWords, strip } from "./words.js";

/** @import { DrillTask, TaskAnswered, VerdictShown, View } from "../../types.d.ts" */
/** @typedef {TaskAnswered["answer"]} Answer */

/**
 * Draws a task into `host`, which should be a form: Enter then sends it. The pages that do so load choices.css, table.css
 * and school.css.
 *
 * `changed(answer)` hears of every change, so that it can be kept; `answer` is null until it is complete. `draft` is an
 * answer that was kept.
 * @param {DrillTask} task
 * @param {HTMLElement} host
 * @param {{ changed?: (answer: Answer | null) => void, draft?: Answer | null }} [how]
 * @returns {Promise<Drawn>}
 */
export async function drawTask(task, host, how = {}) {
  const pictured = task.view ?? task.earlier.at(-1)?.view ?? (task.ask.type === "moves" ? bare(task) : null);
  const [words, felt] = await Promise.all([wordsOf(task.name.game), pictured ? feltOf(task.name.game) : ""]);
  const drawn = new Drawn(task, host, how, { view: pictured, felt, called: names(words) });
  drawn.game = words?.title ?? "";
  return drawn;
}

/** A table with nothing on it but the wagers that are asked about.
    @param {DrillTask} task
    @returns {View} */
function bare({ name, ask }) {
  const seats = ask.type === "moves" ? [...new Set(ask.wagers.map(({ seat }) => seat))] : [];
  return {
    game: name.game, table: "", practice: true, round: 0, step: "", clause: "", turn: 0, deck: "", dealer: [], community: [],
    box: [], burned: 0, set_aside: [], void: false, meters: {}, mine: [], column: 0, matters: [],
    seats: seats.map((number) => ({ number, player: "", wagers: {}, lammers: [], standing: "", cards: [], net: 0, in_rack: false })),
  };
}

/** A question of so many letters is no headline any more; so many lines of facts stand apart. */
const [LONG, MANY] = [80, 2];
const wide = matchMedia("(min-width: 1000px)");

export class Drawn {
  #task;
  #see = html`<div class="school-see"></div>`;
  /** @type {any} */
  #asked;
  /** @type {Scene | null} */
  #scene = null;
  #strip = html`<div class="school-strip" hidden></div>`;
  #told = html`<div class="school-told-place"></div>`;
  #more = html`<div class="school-more"></div>`;
  /** What the game is called; empty where that could not be had. */
  game = "";
  /** Where the page puts its buttons and what is said of the answer. */
  foot = html`<div class="school-foot"></div>`;

  /** @param {DrillTask} task
      @param {HTMLElement} host
      @param {{ changed?: (answer: Answer | null) => void, draft?: Answer | null }} how
      @param {{ view: View | null, felt: string, called: ReturnType<typeof names> }} what */
  constructor(task, host, { changed, draft }, { view, felt, called }) {
    this.#task = task;
    const hear = () => changed?.(this.answer());
    if (view) this.#picture(view, felt, called);
    /** @type {Record<string, any>} */
    const kinds = { choice: Choice, number: NumberAsked, moves: Paying };
    this.#asked = new kinds[task.ask.type](task.ask, { changed: hear, scene: this.#scene, told: task.told.length });
    if (draft?.type === task.ask.type) this.#asked.restore(draft);
    this.#tell(task.told.length);
    const length = task.question.length > LONG ? "long" : "";
    const question = html`<h2 class="school-question ${length}" tabindex="-1">${task.question}</h2>`;
    const seen = this.#see.childElementCount || task.told.length;
    if (task.told.length) (task.ask.type === "moves" ? this.#more : this.#see).append(this.#told);
    this.element = html`<article class="school-task ${seen ? "" : "alone"}" @keydown=${(event) => this.#key(event)}>
      <header class="school-asks">${question}${this.#shown()}</header>${seen ? this.#see : null}
      <div class="school-do">${this.#asked.element}${this.foot}</div>${seen ? this.#more : null}</article>`;
    put(host, this.element);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    /** @type {any} */
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.localName === "input" && target.type === "text") return;
    if (this.#asked.key?.(event)) event.preventDefault();
  }

  // --- the answer ---

  /** What is answered so far; null where it is not complete.
      @returns {Answer | null} */
  answer() {
    return this.#asked.answer();
  }

  /** Leads to what the answer still lacks.
      @returns {boolean} whether it has been said there what that is */
  lacks() {
    if (this.#asked.lacks) this.#asked.lacks();
    else this.#asked.focus();
    return Boolean(this.#asked.lacks);
  }

  /** What is begun and not done, in words; nothing where all is done.
      @returns {string} */
  hanging() {
    return this.#asked.hanging?.() ?? "";
  }

  /** The question gets the focus: who hears the page hears it. */
  focus() {
    this.element.querySelector(".school-question").focus({ preventScroll: true });
  }

  /** Nothing can be changed while it is locked.
      @param {boolean} locked */
  lock(locked) {
    this.#asked.lock(locked);
    this.element.classList.toggle("locked", locked);
  }

  /** Shows the solution beside the answer, which stays as it is.
      @param {Pick<VerdictShown, "solution" | "missteps">} verdict */
  solve({ solution, missteps }) {
    this.lock(true);
    this.element.classList.add("solved");
    this.#asked.solve(solution, missteps);
    if (this.#task.ask.type === "moves") this.foot.after(this.#asked.element); // what is said of the moves, then the moves
  }

  // --- what is looked at ---

  #shown() {
    const { shown } = this.#task;
    const cards = shown.filter((each) => each.cards.length);
    const lines = shown.filter((each) => !each.cards.length);
    const facts = lines.length ? html`<ul class="school-facts">${lines.map((each) => html`<li>${each.words}</li>`)}</ul>` : null;
    const apart = lines.length > MANY && this.#scene;
    if (apart) this.#more.prepend(html`<details class="school-words" ?open=${wide.matches}><summary>${say("task.facts")}</summary>${facts}</details>`);
    return [
      apart ? null : facts,
      cards.length ? html`<div class="school-hands">${cards.map((each) => html`<figure><figcaption>${each.words}</figcaption>
        <div class="school-cards large" role="img" aria-label=${list(each.cards.map(cardName))}>${each.cards.map((code) => html`<span>${face(code)}</span>`)}</div></figure>`)}</div>` : null,
    ];
  }

  /** @param {View} view
      @param {string} felt
      @param {ReturnType<typeof names>} called */
  #picture(view, felt, called) {
    const moves = this.#task.ask.type === "moves";
    const scene = new Scene(felt, view, say("task.table"));
    this.#scene = scene;
    let seen = view;
    const words = html`<div></div>`;
    /** @param {View} next
        @param {number} told */
    const look = (next, told) => {
      seen = next;
      scene.show(next, !moves);
      put(words, inWords(next, called.wager));
      this.#tell(told);
    };
    scene.onlook = (seat, whole) => strip(this.#strip, seen, whole && !moves ? (seen.mine[0] ?? 0) : seat);
    const { earlier, told } = this.#task;
    put(this.#see, earlier.length && this.#task.view ? this.#moments(look) : null, this.#strip, scene.element);
    this.#more.append(html`<details class="school-words"><summary>${say("task.words")}</summary>${words}</details>`);
    look(view, told.length);
  }

  /** The table at one moment and another, at the same place, so that what has changed is seen.
      @param {(view: View, told: number) => void} look */
  #moments(look) {
    const { earlier, told } = this.#task;
    /** @type {any} */
    const view = this.#task.view;
    const all = [...earlier, { words: say("task.now"), view, told: told.length }];
    return html`<fieldset class="choices school-moments"><legend>${say("task.moments")}</legend>${all.map((moment, n) =>
      html`<label><input type="radio" name="school-moment" ?checked=${n === all.length - 1}
        @change=${() => look(moment.view, moment.told)}><span>${moment.words}</span></label>`)}</fieldset>`;
  }

  /** What has happened, as far as it had happened at the moment that is looked at.
      @param {number} until */
  #tell(until) {
    const { told } = this.#task;
    if (!told.length || !this.#asked) return;
    const options = this.#asked.told ?? [];
    if (!this.#told.childElementCount) {
      const lines = told.map((line, n) => html`<li>${options[n] ?? line}</li>`);
      const heading = html`<h3 id="school-told">${say(options.length ? "task.told.choose" : "task.told")}</h3>`;
      put(this.#told, heading, html`<ol class="school-told ${options.length ? "among" : ""}" aria-labelledby="school-told"
        tabindex=${options.length ? null : "0"}>${lines}</ol>`);
      const box = this.#told.lastElementChild;
      requestAnimationFrame(() => box.scrollTo(0, box.scrollHeight));
    }
    [...this.#told.querySelectorAll("li")].forEach((line, n) => line.classList.toggle("later", n >= until));
  }
}
