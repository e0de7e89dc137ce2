/* The panel brings its own style: it lies on pages that do not know of it. */

const ADDRESS = "/static/style/fairness.css";

if (!document.querySelector(`link[href="${ADDRESS}"]`)) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = ADDRESS;
  document.head.append(link);
}
