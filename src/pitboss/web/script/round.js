/* A round that was played, at its own address: replayed step by step, with what it paid and the proof of its shuffle. */

import { announce } from "./announce.js";
import { game, get } from "./api.js";
import { loadBeasts } from "./cards.js";
import { find, html, put } from "./dom.js";
import { moment, time } from "./format.js";
import { controls } from "./round/player.js";
import { stepsOf } from "./round/replay.js";
import { payments } from "./round/result.js";
import { stage } from "./round/stage.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import { eventWords, names } from "./text/events.js";
import { refusal } from "./text/refusal.js";
import "./text/round.js";
import { why } from "./why.js";

const [, , table, number] = location.pathname.split("/");
const page = find("#page");
const top = shell("history");

/** The addresses of the rounds before and after; nothing where there is none. */
async function neighbours(round) {
  const address = (other) => `/rounds/${table}/${other}`;
  const { rounds } = await get(`/api/v1/tables/${table}/rounds?limit=1`).catch(() => ({ rounds: [] }));
  const newest = rounds[0]?.round ?? round;
  return [round > 1 ? address(round - 1) : null, round < newest ? address(round + 1) : null];
}

function head(round) {
  const marks = [
    round.void && html`<span class="badge">${say("round.void")}</span>`,
    round.irregularities > 0 &&
      html`<span class="badge">${say("round.irregular", { n: round.irregularities })}</span>`,
  ];
  const name = say("round.title", { table: round.name, round: round.round });
  const at = round.cleared_at ?? round.opened_at;
  const ways = html`<nav class="round-ways" aria-label=${name}></nav>`;
  neighbours(round.round).then(([before, after]) =>
    put(
      ways,
      before && html`<a class="button small" rel="prev" href=${before}>← ${say("round.before")}</a>`,
      after && html`<a class="button small" rel="next" href=${after}>${say("round.after")} →</a>`,
      html`<button type="button" class="small quiet" @click=${copy}>${say("round.copy")}</button>`,
    ),
  );
  return html`<header class="round-head">
    <div><h1>${name}</h1>
      <p class="muted"><time datetime=${new Date(at).toISOString()}>${moment(at)}</time> ${marks}</p></div>
    ${ways}
  </header>`;
}

async function copy(event) {
  const words = await navigator.clipboard.writeText(location.href).then(() => "round.copied", () => "round.copy.failed");
  event.target.textContent = say(words);
  announce(say(words));
}

/** The list of steps under the headings of the procedure; a step can be gone to, and asked why. */
function stepList(steps, called, go) {
  const lines = steps.map((step, index) => {
    const { event, happened } = step;
    const clock = happened.house === "clock" ? html` <small>(${say("round.by.clock")})</small>` : null;
    return html`<li>
      <button type="button" class="step-words" @click=${() => go(index)}>${eventWords(event, called)}${clock}</button>
      <span class="step-more"><time class="muted">${time(happened.at)}</time>${why(event.clause)}</span>
    </li>`;
  });
  const groups = [];
  steps.forEach(({ heading }, index) => {
    if (heading || !groups.length) groups.push({ heading, lines: [] });
    groups.at(-1).lines.push(lines[index]);
  });
  const element = html`<div class="steps" tabindex="-1">
    ${groups.map(({ heading, lines: own }) => html`<section>
      ${heading ? html`<h3>${called.step(heading.name)} ${why(heading.clause)}</h3>` : null}<ol role="list">${own}</ol>
    </section>`)}
  </div>`;
  let last = null;
  element.mark = (index) => {
    last?.firstElementChild.removeAttribute("aria-current");
    last = lines[index];
    last.firstElementChild.setAttribute("aria-current", "step");
    // Only the list scrolls: the page stays where the reader has put it.
    const [own, line] = [element.getBoundingClientRect(), last.getBoundingClientRect()];
    if (line.top < own.top + 40) element.scrollTop -= own.top + 40 - line.top;
    else if (line.bottom > own.bottom - 40) element.scrollTop += line.bottom - own.bottom + 40;
  };
  return element;
}

function replay(round, called, who) {
  const steps = stepsOf(round);
  const own = new Set(round.hands.filter((hand) => hand.player === who?.handle).map((hand) => hand.seat));
  const felt = html`<div class="stage" data-game=${round.game} role="region" aria-label=${say("round.stage")}></div>`;
  let open = own.size === 0;
  let at = 0;
  let first = true;
  const draw = () => put(felt, stage(steps[at], called, { open, own }));
  const bar = controls(steps.length, (index) => {
    at = index;
    draw();
    list.mark(index);
    if (!first) {
      announce(eventWords(steps[index].event, called));
      history.replaceState(null, "", `#${index + 1}`);
    }
    first = false;
  });
  const list = stepList(steps, called, (index) => bar.go(index));
  const faces = html`<label class="switch"><span>${say("round.faces")}</span>
    <input type="checkbox" role="switch" ?checked=${open} @change=${(event) => {
      open = event.target.checked;
      draw();
    }}></label>`;
  const element = html`<div class="round-replay">
    <div class="round-stage">${felt}${bar}${faces}</div>
    <section class="round-steps panel"><h2>${say("round.steps")}</h2>${list}</section>
  </div>`;
  // The end first, where everything lies open; a link can name a step.
  const named = Number(location.hash.slice(1));
  requestAnimationFrame(() => bar.go(named > 0 ? named - 1 : steps.length - 1));
  return element;
}

function fairCheck(round) {
  const found = html`<div class="fair-result"></div>`;
  const check = async (event) => {
    event.target.disabled = true;
    try {
      const { showCheck } = await import("./fairness/result.js"); // only those who check need a checker
      await showCheck(found, table, round.round);
    } catch {
      put(found, html`<p class="note bad">${say("error.offline")}</p>`);
    }
    event.target.disabled = false;
  };
  return html`<section class="panel fairness"><h2>${say("round.fair")}</h2><p>${say("round.fair.hint")}</p>
    <button type="button" @click=${check}>${say("round.fair.go")}</button>${found}</section>`;
}

async function main() {
  put(page, html`<p class="muted">${say("loading")}</p>`);
  let round;
  try {
    round = await get(`/api/v1/tables/${table}/rounds/${number}`);
  } catch (error) {
    title(say("round.missing"));
    const words = error.status === 404 ? say("round.missing") : refusal(error);
    return put(page, html`<h1>${words}</h1><p class="muted">${say("round.missing.hint")}</p>`);
  }
  title(say("round.title", { table: round.name, round: round.round }));
  if (!round.events.length) {
    return put(page, head(round), html`<p class="note">${say("round.open")}</p>`,
      html`<p><a class="button primary" href=${`/tables/${table}`}>${say("round.open.go")}</a></p>`);
  }
  const [words, who] = await Promise.all([game(round.game).catch(() => null), top.who, deck(round.game)]);
  const called = names(words);
  put(page, head(round), replay(round, called, who));
  await new Promise((on) => setTimeout(on)); // the replay is drawn before the rest is made
  page.append(
    html`<section class="panel round-paid"><h2>${say("round.result")}</h2>${payments(round, called)}</section>`,
    fairCheck(round),
  );
  return page;
}

const deck = (id) => (id === "dragon-poker" ? loadBeasts().catch(() => null) : null);

main();
