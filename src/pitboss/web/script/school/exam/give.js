/* A trainer gives an exam: the default one of a game, or that as a text to be changed. */

import { get, newId, post } from "../../api.js";
import { html, put } from "../../dom.js";
import { refusal } from "../../refusal.js";
import { say } from "../../text.js";
import "../../text/exam.js";
import { address } from "./address.js";

/** @import { ExamText, GameTitle } from "../../../types.d.ts" */

export async function giving() {
  /** @type {GameTitle[]} */
  const games = await get("/api/v1/games");
  const said = html`<div role="status"></div>`;
  const game = html`<select id="exam-game" @change=${() => put(file)}>${games.map((each) => html`<option value=${each.game}>${each.title}</option>`)}</select>`;
  const trainees = html`<input id="exam-trainees" type="text" autocomplete="off" aria-describedby="exam-trainees-hint">`;
  const file = html`<div></div>`;
  const send = html`<button type="submit" class="primary">${say("exam.give")}</button>`;
  let id = newId();

  /** The exam as a file, to be changed. */
  const write = async () => {
    try {
      /** @type {ExamText} */
      const told = await get(`/api/v1/school/exams/text?game=${encodeURIComponent(game.value)}`);
      const text = html`<textarea id="exam-text" rows="16" spellcheck="false" .value=${told.text}></textarea>`;
      put(file, html`<div class="field"><label for="exam-text">${say("exam.file")}</label>${text}</div>`);
      text.setSelectionRange(0, 0);
      text.focus();
    } catch (error) {
      put(said, refusal(error));
    }
  };

  /** @param {{ target: any, preventDefault: () => void }} event */
  const give = async (event) => {
    event.preventDefault();
    send.disabled = true;
    put(said);
    const text = file.querySelector("textarea")?.value ?? "";
    const named = trainees.value.trim().split(/\s*,\s*/).filter(Boolean);
    const seeds = new FormData(event.target).get("seeds");
    try {
      const told = await post("/api/v1/school/exams", { id, seeds, trainees: named, ...(text ? { text } : { game: game.value }) });
      location.assign(address("class", told.exam));
    } catch (error) {
      put(said, refusal(error));
      id = newId();
      send.disabled = false;
    }
  };

  const kinds = ["different", "same"].map((each) =>
    html`<label><input type="radio" name="seeds" value=${each} ?checked=${each === "different"}><span>${say(`exam.seeds.${each}`)}</span></label>`);
  return html`<section class="panel exam-give" aria-labelledby="exam-give"><h2 id="exam-give">${say("exam.new")}</h2>
    <form @submit=${give}><div class="field"><label for="exam-game">${say("exam.game")}</label>${game}</div>
      <p><button type="button" class="small" @click=${write}>${say("exam.change")}</button></p>${file}
      <fieldset class="choices"><legend>${say("exam.seeds")}</legend>${kinds}</fieldset>
      <div class="field"><label for="exam-trainees">${say("exam.trainees")}</label>${trainees}<small id="exam-trainees-hint" class="muted">${say("exam.trainees.hint")}</small></div>
      ${said}<p>${send}</p></form></section>`;
}
