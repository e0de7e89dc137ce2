/* The dragon pack: six animals, the dragon in red and blue, and the Gold Dragon, drawn in the 63 by 88 millimetres of a
   card. Each has a ground and a shape of its own, so that they are told apart at the size of a thumbnail. */

import { svg } from "./dom.js";
import { say } from "./text.js";

/** ground, edge, ink of the name */
const GROUND = {
  RD: ["#f6d9c4", "#9c1c1f", "#7d1216"],
  BD: ["#d3e4f2", "#1a4f8f", "#123c70"],
  GD: ["#1d1508", "#e2b857", "#f4d98a"],
  PH: ["#2b1840", "#e08a2a", "#ffd9a0"],
  TI: ["#f9e3b4", "#a65a12", "#6b380a"],
  PA: ["#d9ecd2", "#3d7a44", "#22512a"],
  MO: ["#f3dfc6", "#7c4a22", "#5b3416"],
  RA: ["#e6e4f4", "#6b62a8", "#463d80"],
};

const DRAGONS = {
  RD: { body: "#c8262b", dark: "#7d1216", belly: "#f3b36b", horn: "#f2d9a2", glow: "#f0a35c" },
  BD: { body: "#2a6fc0", dark: "#123c70", belly: "#a9d6f0", horn: "#e8eef2", glow: "#8fc4ea" },
  GD: { body: "#e9b93c", dark: "#8a5a0c", belly: "#fff0b8", horn: "#fff6d8", glow: "#ffe08a" },
};

/** A face with its name below. */
export function beast(code) {
  const [ground, edge, ink] = GROUND[code];
  const drawn = DRAGONS[code] ? dragon(code) : DRAWN[code]();
  return svg`<g stroke-linecap="round" stroke-linejoin="round">
    <rect x="4" y="4" width="55" height="80" rx="4" fill=${ground} stroke=${edge} stroke-width="1.4"/>
    <rect x="6.4" y="6.4" width="50.2" height="75.2" rx="2.6" fill="none" stroke=${edge} stroke-width=".5"/>
    ${drawn}
    <text x="31.5" y="79" text-anchor="middle" font-size=${say(`beast.${code}`).length > 8 ? 7.4 : 9} font-weight="700"
      font-family="Georgia, serif" letter-spacing=".4" fill=${ink}>${say(`beast.${code}`)}</text></g>`;
}

function dragon(code) {
  const { body, dark, belly, horn, glow } = DRAGONS[code];
  const spine = "M13 63C22 72 47 71 46 58C45 47 17 54 15.5 41C14.5 31 22 26 31 27";
  const ray = (n) => [31.5 + 25 * Math.sin((n * Math.PI) / 8), 39 - 29 * Math.cos((n * Math.PI) / 8)];
  const rays = Array.from({ length: 16 }, (_, n) => `M31.5 39L${ray(n).map((at) => at.toFixed(1)).join(" ")}`).join("");
  return svg`<g transform="translate(2.6 2.2) scale(.92)">
    ${code === "GD" ? svg`<g><path d=${rays} stroke="#e2b857" stroke-width="1.2" opacity=".28"/>
    <circle cx="31.5" cy="39" r="23" fill="#e2b857" opacity=".14"/></g>` : null}
    <path d="M13 63C9 62 8 66 11 70C12 67 14 67 16 68" fill=${body} stroke=${dark} stroke-width="1"/>
    <path d=${spine} fill="none" stroke=${dark} stroke-width="11.6"/>
    <path d=${spine} fill="none" stroke=${dark} stroke-width="15" stroke-dasharray="2.6 5.2" stroke-linecap="butt"/>
    <path d=${spine} fill="none" stroke=${body} stroke-width="9.4"/>
    <path d=${spine} fill="none" stroke=${belly} stroke-width="3" stroke-dasharray="2.2 1.7"
      stroke-linecap="butt" transform="translate(.6 1.8)"/>
    <g fill=${body} stroke=${dark} stroke-width="1">
    <path d="M44 63l7 2l1.5 4M51 65l4 1.5M51 65l3.5 4M19 47l-7 4l-1 4M12 51l-4 1M12 51l-3.5 3"
      fill="none" stroke-width="2.2"/></g>
    <path d="M27 31C22 31 19 28 18 24C21 25.5 23 25 24.5 24C22 22 21.5 19 22 16C24.5 18.5 27 19 29 18.5Z"
      fill=${glow} stroke=${dark} stroke-width=".8"/>
    <path d="M34 17C33 11 29 8 24 7.5C27 11 28 14 29.5 19ZM38.5 15.5C39 11 37 8.5 33.5 7C35 10 34.5 13 34.5 16Z
      " fill=${horn} stroke=${dark} stroke-width=".9"/>
    <path d="M26 27C25 19 31 14.5 38.5 15.5C43 16 46 18 49 19C52.5 20 54.5 22 54.5 24.5
      C54.5 26.5 52.5 27.2 50 27L45 27.2L52 30.5C50.5 34 45 35 40.5 33.5
        C34 37.5 27 34 26 27Z" fill=${body} stroke=${dark} stroke-width="1.1"/>
    <path d="M45 27.2L38.5 27.6" stroke=${dark} stroke-width="1"/>
    <path d="M47 27.2l.8 2l1.2-2.1zM42.5 27.5l.9 1.9l1.1-2zM46.5 29.5" fill="#fff"/>
    <ellipse cx="39.5" cy="21" rx="2.9" ry="2.4" fill="#fff7d6" stroke=${dark} stroke-width=".8"/>
    <circle cx="40.2" cy="21.2" r="1.2" fill="#1a0d05"/>
    <path d="M36 18.5C38 16.8 41 16.8 43 18.5" fill="none" stroke=${dark} stroke-width="1.2"/>
    <circle cx="51.5" cy="22.6" r=".9" fill=${dark}/>
    <path d="M52.5 21C57 18 57.5 13 54 11M50 31C54 34 55 38 52.5 41" fill="none"
      stroke=${code === "GD" ? glow : dark} stroke-width="1.1"/>
    <circle cx="34" cy="46" r="4.6" fill="#fdf6e4" stroke=${glow} stroke-width="1.6"/>
    <circle cx="32.6" cy="44.6" r="1.3" fill="#fff"/></g>`;
}

const eyes = (left, right, y, size = 2.2) => svg`<g><circle cx=${left} cy=${y} r=${size} fill="#1c1512"/>
<circle cx=${right} cy=${y} r=${size} fill="#1c1512"/>
  <circle cx=${left + 0.7} cy=${y - 0.8} r=${size * 0.34} fill="#fff"/>
  <circle cx=${right + 0.7} cy=${y - 0.8} r=${size * 0.34} fill="#fff"/></g>`;

const DRAWN = {
  RA: () => svg`<g>
    <g fill="#fff" stroke="#7d78a0" stroke-width="1.1">
    <ellipse cx="24" cy="24" rx="5.4" ry="14.5" transform="rotate(-9 24 24)"/>
    <ellipse cx="39" cy="24" rx="5.4" ry="14.5" transform="rotate(9 39 24)"/></g>
    <g fill="#f2b3bd"><ellipse cx="24" cy="25" rx="2.5" ry="10.5" transform="rotate(-9 24 25)"/>
    <ellipse cx="39" cy="25" rx="2.5" ry="10.5" transform="rotate(9 39 25)"/></g>
    <path d="M31.5 34C42 34 49 41 49 51C49 61 41 67 31.5 67C22 67 14 61 14 51C14 41 21 34 31.5 34Z" fill="#fff"
      stroke="#7d78a0" stroke-width="1.1"/>
    <ellipse cx="20.5" cy="57" rx="4" ry="2.8" fill="#f7cbd2"/>
    <ellipse cx="42.5" cy="57" rx="4" ry="2.8" fill="#f7cbd2"/>
    ${eyes(24.5, 38.5, 48, 2.6)}
    <path d="M29 55.5H34L31.5 58.5Z" fill="#e0717f"/>
    <path d="M31.5 58.5V61M31.5 61C30 63.5 27.5 63.5 26.5 62M31.5 61C33 63.5 35.5 63.5 36.5 62" fill="none"
      stroke="#7d78a0" stroke-width="1"/>
    <path d="M29.8 62.3H33.2V65H29.8Z" fill="#fff" stroke="#b9b4d2" stroke-width=".6"/>
    <path d="M19 59L11 57.5M19 61.5L11.5 63M44 59L52 57.5M44 61.5L51.5 63" stroke="#a8a3c4"
      stroke-width=".7"/></g>`,
  PA: () => svg`<g>
    <path d="M52 12V70M52 30H55M52 50H49" stroke="#5d9a55" stroke-width="2.2" opacity=".7"/>
    <path d="M52 24C46 20 43 20 40 22C44 26 48 26 52 24ZM52 44C57 40 57 36 56 33C53 36 52 40 52 44Z"
      fill="#5d9a55" opacity=".8"/>
    <circle cx="17.5" cy="27" r="7.5" fill="#22262a"/><circle cx="43.5" cy="27" r="7.5" fill="#22262a"/>
    <path d="M30.5 20C43 20 51 30 51 43C51 57 42 65 30.5 65C19 65 10 57 10 43C10 30 18 20 30.5 20Z" fill="#fff"
      stroke="#22262a" stroke-width="1.1"/>
    <ellipse cx="21.5" cy="42" rx="5.8" ry="7.5" transform="rotate(28 21.5 42)" fill="#22262a"/>
    <ellipse cx="39.5" cy="42" rx="5.8" ry="7.5" transform="rotate(-28 39.5 42)" fill="#22262a"/>
    <circle cx="22.6" cy="41" r="2.3" fill="#fff"/><circle cx="38.4" cy="41" r="2.3" fill="#fff"/>
    <circle cx="23" cy="41.2" r="1.3" fill="#111"/><circle cx="38" cy="41.2" r="1.3" fill="#111"/>
    <path d="M26.8 50.5H34.2C34.2 53.5 32.5 55 30.5 55C28.5 55 26.8 53.5 26.8 50.5Z" fill="#22262a"/>
    <path d="M30.5 55V57.5M30.5 57.5C29 60.5 25.5 60.5 24 58.5M30.5 57.5C32 60.5 35.5 60.5 37 58.5"
      fill="none" stroke="#22262a" stroke-width="1.2"/></g>`,
  TI: () => svg`<g>
    <g stroke="#5b2d08" stroke-width="1.1"><circle cx="17" cy="26" r="7" fill="#ef9a2f"/>
    <circle cx="46" cy="26" r="7" fill="#ef9a2f"/></g><circle cx="17.5" cy="27" r="3.6" fill="#fbe9cf"/>
    <circle cx="45.5" cy="27" r="3.6" fill="#fbe9cf"/>
    <path d="M31.5 20C44 20 51.5 29 51.5 41L55 47L50.5 49L53 54L47.5 55C44 63 38 67 31.5 67
      C25 67 19 63 15.5 55L10 54L12.5 49L8 47L11.5 41
        C11.5 29 19 20 31.5 20Z" fill="#ef9a2f" stroke="#5b2d08" stroke-width="1.1"/>
    <path d="M31.5 48C36 48 45 49 45 56C43 62 38 65.5 31.5 65.5C25 65.5 20 62 18 56C18 49 27 48 31.5 48Z"
      fill="#fff6e6"/>
    <path d="M18 39C21 35.5 26 36 28 40C25 43 21 43 18 39ZM45 39C42 35.5 37 36 35 40C38 43 42 43 45 39Z"
      fill="#fff6e6"/>
    <circle cx="23.3" cy="39.6" r="2.5" fill="#6f8f1e"/><circle cx="39.7" cy="39.6" r="2.5" fill="#6f8f1e"/>
    <circle cx="23.3" cy="39.6" r="1.3" fill="#151005"/><circle cx="39.7" cy="39.6" r="1.3" fill="#151005"/>
    <g fill="#3a1b04">
    <path d="M31.5 21L33 30H30ZM26 22L29 31L27 31.5ZM37 22L34 31L36 31.5ZM27.5 33H35.5L31.5 36Z"/>
    <path d="M12 39L19 41.5L12.5 43ZM13 48L19.5 48L14.5 51.5ZM51 39L44 41.5L50.5 43ZM50 48L43.5 48L48.5 51.5Z"/></g>
    <path d="M28 50.5H35L31.5 54.5Z" fill="#d9636c" stroke="#5b2d08" stroke-width=".8"/>
    <path d="M31.5 54.5V57M31.5 57C30 60.5 26 60.5 24.5 58.5M31.5 57C33 60.5 37 60.5 38.5 58.5" fill="none"
      stroke="#5b2d08" stroke-width="1.2"/>
    <path d="M28 60.2l.8 2.6 1-2.3zM35 60.2l-.8 2.6-1-2.3z" fill="#fff" stroke="#5b2d08"
      stroke-width=".4"/></g>`,
  MO: () => svg`<g>
    <g stroke="#4a270d" stroke-width="1.1"><circle cx="12.5" cy="43" r="6.2" fill="#8a5226"/>
    <circle cx="50.5" cy="43" r="6.2" fill="#8a5226"/></g><circle cx="13" cy="43" r="3.4" fill="#edc79b"/>
    <circle cx="50" cy="43" r="3.4" fill="#edc79b"/>
    <path d="M29 20C28 15 31 12 35 13C33 14.5 33 16 34 18.5" fill="#8a5226" stroke="#4a270d" stroke-width="1"/>
    <path d="M31.5 18C43.5 18 50 27 50 40C50 56 43 66 31.5 66C20 66 13 56 13 40C13 27 19.5 18 31.5 18Z"
      fill="#8a5226" stroke="#4a270d" stroke-width="1.1"/>
    <path d="M31.5 33C35 28 45 29 45 39C45 43 43.5 45 42.5 47C45.5 50 45.5 56 42 60C36 65 27 65 21 60
      C17.5 56 17.5 50 20.5 47C19.5 45 18 43 18 39C18 29 28 28 31.5 33Z" fill="#edc79b"/>
    ${eyes(25, 38, 41, 2.7)}
    <path d="M21.5 36C23 34 26 34 28 35.5M35 35.5C37 34 40 34 41.5 36" fill="none" stroke="#4a270d"
      stroke-width="1.2"/>
    <ellipse cx="29.6" cy="49.5" rx="1.1" ry=".8" fill="#4a270d"/>
    <ellipse cx="33.4" cy="49.5" rx="1.1" ry=".8" fill="#4a270d"/>
    <path d="M23 54C27 60 36 60 40 54C35 56 28 56 23 54Z" fill="#7d2a26" stroke="#4a270d" stroke-width=".9"/></g>`,
  PH: () => svg`<g>
    <circle cx="31.5" cy="34" r="20" fill="#f2a13a" opacity=".2"/>
    <g stroke="#7a1d12" stroke-width=".8">
      <path d="M31 44C28 55 22 62 14 68C23 68 29 63 32 56ZM32 44C35 55 41 62 49 68C40 68 34 63 31 56Z" fill="#e8602c"/>
      <path d="M31.5 44C28.5 56 29 64 31.5 71.5C34 64 34.5 56 31.5 44Z" fill="#f7c645"/>
      <path d="M30 42C20 41 10 33 7.5 15C11 19 14 20.5 16.5 20.5C14.5 17 14 14 14.5 10.5C18 16 21 18 23.5 18
        C22.5 15 22.5 13 23.5 10C26 18 29 24 31 31Z" fill="#d9342b"/>
      <path d="M33 42C43 41 53 33 55.5 15C52 19 49 20.5 46.5 20.5C48.5 17 49 14 48.5 10.5C45 16 42 18 39.5 18
        C40.5 15 40.5 13 39.5 10C37 18 34 24 32 31Z" fill="#d9342b"/></g>
    <path d="M29.5 38C22 36 15 30 12 23C17 26 20 26.5 22 26C20.5 23 20 21 20.5 18.5C24 24 28 29 30.5 34ZM33.5 38
      C41 36 48 30 51 23C46 26 43 26.5 41 26C42.5 23 43 21 42.5 18.5C39 24 35 29 32.5 34Z" fill="#f59a32"/>
    <path d="M31.5 24C36 27 37.5 36 34.5 45C33.5 48 32.5 50 31.5 52C30.5 50 29.5 48 28.5 45C25.5 36 27 27 31.5 24Z
      " fill="#f7c645" stroke="#7a1d12" stroke-width=".9"/>
    <path d="M28.5 33L31.5 35L34.5 33M28 38L31.5 40.5L35 38M29 43L31.5 45L34 43" fill="none"
      stroke="#d9722b" stroke-width="1"/>
    <path d="M27 13C28.5 15 29.5 16 30.5 17.5M31.5 10.5V17M36 13C34.5 15 33.5 16 32.5 17.5"
      stroke="#f7c645" stroke-width="1.3"/>
    <g fill="#e8602c"><circle cx="27" cy="12.5" r="1.5"/><circle cx="31.5" cy="10" r="1.5"/>
    <circle cx="36" cy="12.5" r="1.5"/></g>
    <circle cx="31.5" cy="21.5" r="5.2" fill="#f59a32" stroke="#7a1d12" stroke-width=".9"/>
    <path d="M30 22.5H33L31.5 26.8Z" fill="#fff0c2" stroke="#7a1d12" stroke-width=".7"/>
    <circle cx="29.3" cy="20.6" r="1" fill="#2a0d06"/><circle cx="33.7" cy="20.6" r="1" fill="#2a0d06"/>
    <g fill="#fff0c2" stroke="#7a1d12" stroke-width=".6"><ellipse cx="31.5" cy="66" rx="1.5" ry="2.6"/>
    <circle cx="18.5" cy="65" r="1.5"/><circle cx="44.5" cy="65" r="1.5"/></g></g>`,
};
