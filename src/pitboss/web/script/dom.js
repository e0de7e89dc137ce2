/* Markup without strings of markup: html`<p class="note">${value}</p>` gives nodes. What stands in the template is
   ours; what is put in becomes text, a node, an attribute's value or a listener, never markup. Style goes through
   `css`, because the pages' policy forbids style attributes. */

/** What fills a place of a template: something that is shown, or a listener.
    @typedef {string | number | boolean | object | null | undefined | ((event: any) => unknown)} Hole */

/** A place of a template that is filled: an attribute by its pattern, or a value between tags.
    @typedef {{ n: number, name?: any, pattern?: any, value?: any }} Place */

const MARK = "hole-";
/** @type {WeakMap<TemplateStringsArray, { template: HTMLTemplateElement, places: Place[] }>} */
const made = new WeakMap();
const SVG = "http://www.w3.org/2000/svg";

/** The template of a literal, made once: its nodes, and the places in it that are filled anew each time. The markers
    leave the attributes at once, or browsers would complain of their shape.
    @param {TemplateStringsArray} strings
    @param {boolean} inSvg */
function templateOf(strings, inSvg) {
  let found = made.get(strings);
  if (found) return found;
  let text = strings[0];
  for (let n = 1; n < strings.length; n += 1) {
    const inTag = text.lastIndexOf("<") > text.lastIndexOf(">");
    const mark = `${MARK}${n - 1};`;
    text += (!inTag ? `<!--${mark}-->` : text.endsWith("=") ? `"${mark}"` : mark) + strings[n];
  }
  const template = document.createElement("template");
  template.innerHTML = inSvg ? `<svg xmlns="${SVG}">${text.trim()}</svg>` : text.trim();
  found = { template, places: placesOf(template.content) };
  made.set(strings, found);
  return found;
}

/** @type {(root: Node) => TreeWalker} */
const walkerOf = (root) => document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT);

/** @param {Node} root */
function placesOf(root) {
  /** @type {[Place[], any]} */
  const [places, walker] = [[], walkerOf(root)];
  for (let n = 0, node = walker.nextNode(); node; n += 1, node = walker.nextNode()) {
    if (node.nodeType === Node.COMMENT_NODE) {
      if (node.data.startsWith(MARK)) places.push({ n, value: Number(node.data.slice(MARK.length, -1)) });
      continue;
    }
    for (const { name, value } of [...node.attributes]) {
      if (!value.includes(MARK)) continue;
      places.push({ n, name, pattern: value });
      node.removeAttribute(name);
    }
  }
  return places;
}

const holes = new RegExp(`${MARK}(\\d+);`, "g");

/** @param {ElementCSSInlineStyle} element
    @param {Record<string, unknown> | null | undefined} wanted */
function setStyle(element, wanted) {
  for (const [name, value] of Object.entries(wanted ?? {})) {
    if (missing(value)) element.style.removeProperty(name);
    else element.style.setProperty(name, String(value));
  }
}

/** @type {(value: unknown) => boolean} */
const missing = (value) => value === null || value === undefined || value === false;

/** @param {any} element
    @param {string} name
    @param {string} pattern
    @param {any[]} values */
function fillAttribute(element, name, pattern, values) {
  const whole = pattern.match(new RegExp(`^${MARK}(\\d+);$`));
  /** @type {(value: unknown) => string} */
  const shown = (value) => (missing(value) ? "" : String(value));
  const value = whole ? values[Number(whole[1])] : pattern.replace(holes, (_, n) => shown(values[Number(n)]));
  const bare = name.slice(1);
  if (name[0] === "@") element.addEventListener(bare, value);
  else if (name[0] === ".") element[bare] = value;
  else if (name[0] === "?") element.toggleAttribute(bare, Boolean(value));
  else if (name === "css") setStyle(element, value);
  else if (!missing(value)) element.setAttribute(name, String(value));
}

/** Anything that can stand between tags, as nodes.
    @param {any} value
    @returns {Node[]} */
export function nodes(value) {
  if (value === null || value === undefined || value === false || value === true) return [];
  if (value instanceof Node) return [value];
  if (Array.isArray(value) || (typeof value === "object" && Symbol.iterator in value)) return [...value].flatMap(nodes);
  return [document.createTextNode(String(value))];
}

/** @param {TemplateStringsArray} strings
    @param {any[]} values
    @param {boolean} inSvg
    @returns {any} an element of the reader's choice: what the template is */
function build(strings, values, inSvg) {
  const { template, places } = templateOf(strings, inSvg);
  const copy = document.importNode(template.content, true);
  /** @type {[any[], TreeWalker]} */
  const [all, walker] = [[], walkerOf(copy)];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) all.push(node);
  for (const { n, name, pattern, value } of places) {
    if (name) fillAttribute(all[n], name, pattern, values);
    else all[n].replaceWith(...nodes(values[value]));
  }
  /** @type {any} */
  const root = inSvg ? copy.firstElementChild : copy;
  if (root.childNodes.length === 1) return root.firstChild;
  if (!inSvg) return root;
  const several = document.createDocumentFragment();
  several.append(...root.childNodes);
  return several;
}

/** One element, or a fragment where the template has several. `@click` listens, `.value` sets a property
    (of a lower-case name), `?hidden` a yes-or-no attribute, `css` takes an object of style properties.
    @type {(strings: TemplateStringsArray, ...values: Hole[]) => any} */
export const html = (strings, ...values) => build(strings, values, false);

/** The same for what stands inside an <svg>.
    @type {(strings: TemplateStringsArray, ...values: Hole[]) => any} */
export const svg = (strings, ...values) => build(strings, values, true);

/** Puts these instead of what is inside the element.
    @template {ParentNode} T
    @param {T} element
    @param {...any} values
    @returns {T} */
export function put(element, ...values) {
  element.replaceChildren(...nodes(values));
  return element;
}

/** @type {(selector: string, root?: ParentNode) => any} */
export const find = (selector, root = document) => root.querySelector(selector);
/** @type {(selector: string, root?: ParentNode) => any[]} */
export const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];

/** A style sheet that comes later; the promise is kept when it holds, or cannot be had.
    @param {string} name
    @returns {Promise<unknown>} */
export function sheet(name) {
  const href = `/static/style/${name}.css`;
  if (find(`link[href="${href}"]`)) return Promise.resolve();
  const link = html`<link rel="stylesheet" href=${href}>`;
  document.head.append(link);
  return new Promise((done) => ["load", "error"].forEach((event) => link.addEventListener(event, done)));
}

/** Lets the browser draw and answer before a longer piece of work goes on.
    @type {() => Promise<unknown>} */
export const breathe = () => globalThis.scheduler?.yield?.() ?? new Promise((done) => setTimeout(done));
