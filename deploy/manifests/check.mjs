// check.mjs DEPLOY RENDERED: everything about manifests that can be known without a cluster. See check.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { composeMistakes } from "./compose.mjs";
import { dockerfileMistakes } from "./dockerfile.mjs";
import { manifests, nameOf, validate } from "./kubernetes.mjs";
import * as planted from "./planted.mjs";
import { references } from "./references.mjs";
import { tableMistakes, wanted } from "./table.mjs";

const [deploy, rendered] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const modules = join(here, "node_modules");
const chart = join(deploy, "kubernetes/onefold");
const text = (...path) => readFileSync(join(deploy, ...path), "utf8");
let wrong = 0;

function report(what, mistakes) {
  console.log(`${mistakes.length === 0 ? "ok   " : "WRONG"} ${what}`);
  for (const mistake of mistakes) console.log(`      ${mistake}`);
  wrong += mistakes.length;
}

/** Each planted mistake changes the text, and `find` must name it. */
function bites(what, right, mistakes, find) {
  const missed = mistakes.flatMap(([which, from, to, message]) => {
    if (!right.includes(from)) return [`${which}: '${from}' is not in the file any more`];
    const found = find(right.replace(from, to)).join("; ");
    return found.includes(message) ? [] : [`${which} was not found, only: ${found || "nothing"}`];
  });
  report(`${what}: finds ${mistakes.length} planted mistakes`, missed);
}

// The chart, with each file of values.
const files = readdirSync(rendered).filter((file) => file.endsWith(".yaml"));
const sets = new Map(files.map((file) => [file, manifests(readFileSync(join(rendered, file), "utf8"))]));
const all = [...sets.values()].flat();
const everything = sets.get("everything.yaml");
const broken = planted.MANIFESTS.map(([, change]) => {
  const copy = structuredClone(everything);
  change(copy);
  return copy;
});
const found = await validate(modules, [...all, ...broken.flat()]);
let at = 0;
for (const [file, set] of sets) {
  const mistakes = set.flatMap((one) => found[at++].map((mistake) => `${nameOf(one)}: ${mistake}`));
  const values = readFileSync(join(here, "values", file), "utf8") + readFileSync(join(chart, "values.yaml"), "utf8");
  report(`chart with ${file}: ${set.length} manifests`, [...mistakes, ...references(set, values)]);
}
report(`manifests: finds ${broken.length} planted mistakes`, planted.MANIFESTS.flatMap(([what, , message], index) => {
  const mistakes = broken[index].flatMap(() => found[at++]).join("; ");
  return mistakes.includes(message) ? [] : [`${what} was not found, only: ${mistakes || "nothing"}`];
}));
const values = readFileSync(join(here, "values/everything.yaml"), "utf8") + readFileSync(join(chart, "values.yaml"), "utf8");
report(`references: finds ${planted.REFERENCES.length} planted mistakes`,
  planted.REFERENCES.flatMap(([what, change, message]) => {
    const copy = structuredClone(everything);
    change(copy);
    const mistakes = references(copy, values).join("; ");
    return mistakes.includes(message) ? [] : [`${what} was not found, only: ${mistakes || "nothing"}`];
  }));

// The values that the chart must refuse, each for the reason in its first line.
const refused = readdirSync(join(here, "values/refused"));
report(`chart: refuses ${refused.length} files of values`, refused.flatMap((file) => {
  const expected = readFileSync(join(here, "values/refused", file), "utf8").match(/^# expect: (.*)$/m)[1];
  const error = join(rendered, "refused", file.replace(/\.yaml$/, ".error"));
  const said = existsSync(error) ? readFileSync(error, "utf8") : "nothing";
  return said.includes(expected) ? [] : [`${file}: expected '${expected}', but it said ${said.trim()}`];
}));

// What the chart shares with others is the same.
const one = (kind, name) => everything.find((manifest) => manifest.kind === kind && nameOf(manifest).includes(name));
const same = (what, a, b) => (isDeepStrictEqual(a, b) ? [] : [`${what} differ`]);
report("chart: the alerts and the dashboard of observability/", [
  ...same("the alerts", one("PrometheusRule", "").spec, parse(text("observability/alerts.yml"))),
  ...same("the dashboards", JSON.parse(one("ConfigMap", "dashboard").data["onefold.json"]),
    JSON.parse(text("observability/dashboards/onefold.json"))),
]);

// Under streams a ledger sets how many standby copies its group has.
const rights = (set) => set.filter((manifest) => manifest.kind === "KafkaUser" && nameOf(manifest).endsWith("-ledger"))
  .flatMap((user) => user.spec.authorization.acls).find(({ resource }) => resource.type === "group").operations;
report("chart: a ledger may alter its group under streams alone", [
  ...same("the rights under streams", rights(everything), ["Read", "AlterConfigs"]),
  ...same("the rights under classic", rights(sets.get("scram.yaml")), ["Read"]),
]);

const version = /<artifactId>onefold-parent<\/artifactId>\s*<version>([^<]*?)(-SNAPSHOT)?<\/version>/
  .exec(text("../pom.xml"))?.[1];
const about = parse(text("kubernetes/onefold/Chart.yaml"));
report(`chart: version ${version}, as in pom.xml`, [about.version, about.appVersion].flatMap((one) =>
  (one === version ? [] : [`Chart.yaml says ${one}`])));

// The compose file.
const compose = text("compose.yaml");
const schema = (yaml) => {
  const file = join(here, "compose.yaml");
  writeFileSync(file, yaml);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(modules, "dclint/bin/dclint.cjs"), "--quiet",
    "--color=false", file], { encoding: "utf8" });
  return status === 0 ? [] : [stdout + stderr];
};
const links = (yaml) => composeMistakes(yaml, deploy, text("observability/prometheus.yml"));
report("compose.yaml", [...schema(compose), ...links(compose)]);
bites("schema of compose files", compose, planted.COMPOSE_SCHEMA, schema);
bites("compose.yaml", compose, planted.COMPOSE, links);

// The image and the table.
const dockerfile = text("images/Dockerfile");
const image = (content) => dockerfileMistakes(content, join(deploy, ".."));
report("images/Dockerfile", image(dockerfile));
bites("Dockerfile", dockerfile, planted.DOCKERFILE, image);
const rows = wanted(compose, text("kubernetes/onefold/values.yaml"));
const table = (document) => tableMistakes(document, rows);
report(`DEPLOYMENT.md: ${rows.size} services, variables and values`, table(text("DEPLOYMENT.md")));
bites("DEPLOYMENT.md", text("DEPLOYMENT.md"), planted.TABLE, table);

console.log(wrong === 0 ? "All manifests are valid." : `${basename(deploy)}: ${wrong} mistakes`);
process.exit(wrong === 0 ? 0 : 1);
