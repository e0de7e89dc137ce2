/* The staff's pages: the floor (/staff), and the work at one table (/staff/N). Each is loaded when it is wanted. */

import { get, may } from "./api.js";
import { find, html, put, sheet } from "./dom.js";
import { learnRoles } from "./roles.js";
import { shell, title } from "./shell.js";
import { say } from "./text.js";
import "./text/staff.js";

const page = find("#page");
const top = shell("staff");
const number = /^\/staff\/(\d+)$/.exec(location.pathname)?.[1];

title(say("staff.title"));
begin().catch((error) => put(page, html`<h1>${say("staff.title")}</h1><p class="note bad">${error.message}</p>
  <p><a href="/staff">${say("staff.back")}</a></p>`));

async function begin() {
  const who = await top.who;
  if (!who || !may(who, "see_work")) {
    const way = `/sign-in?then=${encodeURIComponent(location.pathname)}`;
    put(page, html`<h1>${say("staff.title")}</h1><p class="note">${say("staff.only")} ${say("staff.sign_in")}</p>
      <p><a class="button primary" href=${way}>${say("nav.sign_in")}</a></p>`);
    return;
  }
  if (!number) {
    const [{ floor }] = await Promise.all([import("./staff/floor.js"), learnRoles(), sheet("floor")]);
    return floor(page, who);
  }
  const [table, { Work }] = await Promise.all([get(`/api/v1/tables/${number}`), import("./staff/work.js"), learnRoles()]);
  title(say("staff.table", { table: table.name }));
  await new Work(page, table, who).begin();
}
