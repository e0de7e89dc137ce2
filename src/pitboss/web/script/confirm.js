/* Sensitive things need the password of the last minutes. Whoever wraps his request in `confirmed` asks once, and again
   after the password where the house wants it. The dialog is the same on every page. */

import { me, post, Refused } from "./api.js";
import { find, html } from "./dom.js";
import { say, sentence } from "./text.js";
import "./text/confirm.js";

const ASKED = new Set(["confirm", "confirm_password"]);

/** Does the work; where the house asks for the password first, asks the reader and does it again.
    @template T
    @param {() => Promise<T>} work
    @returns {Promise<T>} */
export async function confirmed(work) {
  try {
    return await work();
  } catch (refused) {
    if (!ASKED.has(refused.code)) throw refused;
    const who = await me();
    if (!(await askPassword(who?.handle ?? "", refused.message))) {
      throw new Refused({ code: "cancelled", message: say("confirm.cancelled") });
    }
    return work();
  }
}

/** Whether the right password was given; the dialog stays until it was, or until the reader gives up.
    @param {string} handle
    @param {string} why
    @returns {Promise<boolean>} */
function askPassword(handle, why) {
  const wrong = html`<p class="form-bad" id="confirm-wrong" role="alert" hidden></p>`;
  const password = html`<input id="confirm-password" name="password" type="password" required
    autocomplete="current-password" aria-describedby="confirm-why confirm-wrong">`;
  const sure = html`<button class="primary">${say("confirm.do")}</button>`;
  /** @type {HTMLDialogElement} */
  const dialog = html`<dialog class="confirm" aria-labelledby="confirm-title">
    <form>
      <h2 id="confirm-title">${say("confirm.title")}</h2>
      <p id="confirm-why">${say("confirm.why", { why: sentence(why) })}</p>
      <input class="unseen" name="username" autocomplete="username" value=${handle} tabindex="-1" aria-hidden="true" readonly>
      <div class="field"><label for="confirm-password">${say("confirm.password", { handle })}</label>${password}${wrong}</div>
      <div class="form-buttons">${sure}<button type="button" value="cancel">${say("cancel")}</button></div>
    </form>
  </dialog>`;
  document.body.append(dialog);
  return new Promise((answer) => {
    let good = false;
    find("[value=cancel]", dialog).addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(good);
    });
    dialog.firstElementChild?.addEventListener("submit", async (event) => {
      event.preventDefault();
      sure.disabled = true;
      wrong.hidden = true;
      try {
        await post("/api/v1/confirm", { password: password.value });
        good = true;
        dialog.close();
      } catch (refused) {
        wrong.textContent = sentence(refused.message);
        wrong.hidden = false;
        password.value = "";
        password.focus();
      } finally {
        sure.disabled = false;
      }
    });
    dialog.showModal();
    password.focus();
  });
}
