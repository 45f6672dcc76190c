// The one table of DEPLOYMENT.md against what it describes: each service and variable of the compose file, each value
// of the chart, with its default and a meaning.
import { isMap, isScalar, parseDocument } from "yaml";
import { read, variables } from "./compose.mjs";

/** PATH → default, written in one line, of every value of the chart. */
function values(text) {
  const found = new Map();
  const walk = (node, path) => {
    const inner = isMap(node) && node.items.length > 0 && !node.flow;
    if (!inner) return found.set(path, isScalar(node) ? node.value : node.toJSON());
    for (const { key, value } of node.items) walk(value, path ? `${path}.${key.value}` : key.value);
  };
  walk(parseDocument(text).contents, "");
  return found;
}

const written = (value) => (typeof value === "string" ? (value === "" ? '""' : value) : JSON.stringify(value));

/** Name → default of everything that the table must tell of. */
export function wanted(composeText, valuesText) {
  const rows = new Map();
  for (const [name, service] of Object.entries(read(composeText).services)) rows.set(`compose: ${name}`, service.image);
  for (const [name, fallback] of variables(composeText)) rows.set(`compose: $${name}`, fallback);
  for (const [path, value] of values(valuesText)) rows.set(path, written(value));
  return rows;
}

export function tableMistakes(document, rows) {
  const mistakes = [];
  const found = new Map();
  for (const [, name, fallback, meaning] of document.matchAll(/^\| `([^`]+)` \| `([^`]*)` \|(.*)\|$/gm)) {
    if (found.has(name)) mistakes.push(`${name} is told of twice`);
    found.set(name, fallback);
    if (meaning.trim().length < 10) mistakes.push(`${name} has no meaning`);
    if (!rows.has(name)) mistakes.push(`${name} does not exist`);
  }
  for (const [name, value] of rows) {
    if (!found.has(name)) mistakes.push(`\`${name}\` with the default \`${value}\` is not told of`);
    else if (found.get(name) !== value) mistakes.push(`${name} has the default ${value}, not ${found.get(name)}`);
  }
  return mistakes;
}
