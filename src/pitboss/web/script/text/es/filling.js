/* Spanish: a Rules Submission that is filled in as a form. */

export const filling = {
  "fill.lead": "Cada elección que el reglamento ({document}) deja al operador. Los importes son dólares.",
  "fill.choose": "elija",
  "fill.check": "Comprobar",
  "fill.file": "Descargar como archivo (TOML)",
  "fill.file.done": "Se está descargando {file}.",
  "fill.good": "No hay nada incorrecto.",
  "fill.faults": { one: "Hay que corregir una cosa. Está junto a su campo.", other: "Hay que corregir {n} cosas. Cada una está junto a su campo." },
  "fill.notices": "Conviene saber:",
  "fill.row": "Fila {n}",
  "fill.row.add": "Añadir una fila",
  "fill.row.remove": "Quitar",
  "open.begin.usual": "{game}: lo habitual",
  "open.begin.table": "{table}: sus condiciones",
  "open.by_text": "Con un archivo o un texto",
  "terms.by_text": "Con un archivo o un texto",
  "changes.count": { one: "Una elección difiere de las condiciones vigentes:", other: "{n} elecciones difieren de las condiciones vigentes:" },
  "changes.unsaid": "no se aplica",
};
