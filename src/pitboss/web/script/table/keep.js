/* What hangs over the stage stays in the window. Loaded when something is said there. */

/** Pixels that stay free at the edge of the window. */
const EDGE = 8;

const watched = new WeakSet();

/** Moves something that stands on the stage aside, until nothing of it is outside the window; again whenever the window
    or what hangs there has another size. */
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

function aside(stage, element) {
  element.style.translate = "";
  const scene = stage.element.parentElement.getBoundingClientRect();
  const own = element.getBoundingClientRect();
  const inside = (low, high, from, to) => Math.max(from + EDGE - low, 0) + Math.min(to - EDGE - high, 0);
  const dx = inside(own.left, own.right, scene.left, scene.right) / stage.scale;
  const dy = inside(own.top, own.bottom, scene.top, scene.bottom) / stage.scale;
  const angle = (stage.turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  element.style.translate = `${cos * dx + sin * dy}px ${cos * dy - sin * dx}px`;
}
