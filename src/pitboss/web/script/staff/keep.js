/* A list that is drawn again after every change of the table without disturbing who is typing: what has not changed
   stays the same element, with its focus and what was written into it. */

const kept = new WeakMap();
const CONTROLS = ".form-fields :is(input, select, textarea), .form-buttons button"; // what a form is for, not its clause

/** Shows these in the container. Each: { key, sign, make }; where key and sign are as before, the element stays.
    @param {HTMLElement} container
    @param {{ key: string, sign?: string, make: () => any }[]} wanted */
export function keep(container, wanted) {
  const before = kept.get(container) ?? new Map();
  const after = new Map();
  const focused = hasFocus(container);
  for (const { key, sign = "", make } of wanted) {
    const old = before.get(key);
    after.set(key, old && old.sign === sign ? old : { sign, element: make() });
  }
  for (const [key, { element }] of before) {
    if (after.get(key)?.element !== element) element.remove();
  }
  /** @type {any} */
  let place = container.firstElementChild;
  for (const { element } of after.values()) {
    if (element === place) place = place.nextElementSibling;
    else container.insertBefore(element, place);
  }
  kept.set(container, after);
  // Whoever works by keyboard goes on with what is there now.
  if (focused && document.activeElement === document.body) {
    /** @type {HTMLElement | null} */
    const next = container.querySelector(CONTROLS) ?? container.closest("[tabindex]");
    next?.focus();
  }
}

/** A form that is being sent has given its focus away for a moment.
    @param {HTMLElement} container */
function hasFocus(container) {
  const { activeElement } = document;
  return container.contains(activeElement) || (activeElement === document.body && container.querySelector("[aria-busy]") !== null);
}
