/* What hangs over the stage stays in the window. Loaded when something is said there. */

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Outline */

/** Pixels that stay free at the edge of the window. */
const EDGE = 8;

const watched = new WeakSet();

/** Moves something that stands on the stage aside, until nothing of it is outside the window; again whenever the window
    or what hangs there has another size.
    @param {any} stage
    @param {HTMLElement} element */
export function keep(stage, element) {
  aside(stage, element);
  if (watched.has(element)) return;
  watched.add(element);
  const sizes = new ResizeObserver(() => {
    if (!element.isConnected) sizes.disconnect();
    else if (!element.hidden) aside(stage, element);
  });
  for (const each of [element, stage.element.parentElement]) sizes.observe(each);
}

/** @param {any} stage
    @param {HTMLElement} element */
function aside(stage, element) {
  element.style.translate = "";
  const scene = stage.element.parentElement.getBoundingClientRect();
  const own = element.getBoundingClientRect();
  const { x, y } = shift(own, scene, stage);
  element.style.translate = `${x}px ${y}px`;
}

/** How far something of this outline must go to be inside the window, in millimetres of a stage that is seen so.
    @param {Outline} own
    @param {Outline} scene
    @param {{ scale: number, turn: number }} seen */
export function shift(own, scene, { scale, turn }) {
  const dx = inside(own.left, own.right, scene.left, scene.right) / scale;
  const dy = inside(own.top, own.bottom, scene.top, scene.bottom) / scale;
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: cos * dx + sin * dy, y: cos * dy - sin * dx };
}

/** @type {(low: number, high: number, from: number, to: number) => number} */
const inside = (low, high, from, to) => Math.max(from + EDGE - low, 0) + Math.min(to - EDGE - high, 0);
