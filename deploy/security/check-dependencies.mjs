#!/usr/bin/env node
// Checks what we depend on: the licence of all that we hand on against a list, and each version
// against the vulnerabilities that OSV (https://osv.dev) knows of.
//
//   check-dependencies.mjs [--unreachable-ok] [--osv URL] FILE...
//
// FILE: a CycloneDX bill of materials in JSON (mvn -Psbom package writes deploy/standalone/target/bom.json)
//       or the package-lock.json of a tool, which is not handed on, so its licences are not looked at.
// Exit code 0: nothing found. 1: something found. 2: wrong usage or a file that cannot be read.
// 3: OSV cannot be reached, so nothing is known about vulnerabilities; --unreachable-ok makes that 0,
// and the output still says so.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

// Licences that go together with Apache-2.0 in a program that is handed on as jars.
const ALLOWED = new Set([
  "0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "EPL-1.0",
  "EPL-2.0", "GPL-2.0-with-classpath-exception", "ISC", "LGPL-2.1-only", "MIT", "MIT-0",
  "Python-2.0", "Unlicense",
]);
// What says its licence in words of its own, looked up once by hand.
const KNOWN = new Map([
  ["EDL 1.0", "BSD-3-Clause"],
  ["Eclipse Distribution License - v 1.0", "BSD-3-Clause"],
  ["Eclipse Public License v. 2.0", "EPL-2.0"],
  ["Go License", "BSD-3-Clause"],
  ["GPL2 w/ CPE", "GPL-2.0-with-classpath-exception"],
  ["GNU General Public License, version 2 with the GNU Classpath Exception", "GPL-2.0-with-classpath-exception"],
  ["Public Domain, per Creative Commons CC0", "CC0-1.0"],
  ["The Apache License, Version 2.0", "Apache-2.0"],
]);
const OSV = "https://api.osv.dev";
const AT_ONCE = 500;
const PATIENCE_MS = 20_000;

function fail(code, message) {
  console.error(`check-dependencies: ${message}`);
  process.exit(code);
}

function packagesOf(file) {
  let json;
  try {
    json = JSON.parse(readFileSync(file, "utf8"));
  } catch (e) {
    fail(2, `${file} cannot be read: ${e.message}`);
  }
  if (json.bomFormat === "CycloneDX") {
    return (json.components ?? [])
      .filter((one) => one.group !== "io.onefold")
      .map((one) => ({
        purl: one.purl.split("?")[0],
        licences: (one.licenses ?? []).map((l) => l.expression ?? l.license.id ?? l.license.name),
      }));
  }
  if (json.lockfileVersion >= 2) {
    return Object.entries(json.packages)
      .filter(([path]) => path !== "")
      .map(([path, one]) => ({
        purl: `pkg:npm/${path.split("node_modules/").pop().replace("@", "%40")}@${one.version}`,
      }));
  }
  return fail(2, `${file} is neither a CycloneDX file in JSON nor a package-lock.json`);
}

// Of several licences the taker chooses, so one that is allowed is enough.
function isAllowed(licences) {
  return licences
    .flatMap((text) => text.replace(/[()]/g, "").split(/ OR /))
    .some((text) => text.split(" AND ").every((one) => ALLOWED.has(KNOWN.get(one) ?? one)));
}

async function vulnerabilities(osv, purls) {
  const found = [];
  for (let from = 0; from < purls.length; from += AT_ONCE) {
    const some = purls.slice(from, from + AT_ONCE);
    const answer = await fetch(`${osv}/v1/querybatch`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ queries: some.map((purl) => ({ package: { purl } })) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!answer.ok) {
      throw new Error(`it answered ${answer.status}`);
    }
    const { results } = await answer.json();
    if (results?.length !== some.length) {
      throw new Error("its answer is not one result for each question");
    }
    results.forEach((one, index) =>
      (one.vulns ?? []).forEach((vuln) => found.push(`${some[index]}: ${vuln.id}`)));
  }
  return found;
}

const args = process.argv.slice(2);
let osv = OSV;
let unreachableOk = false;
const files = [];
while (args.length > 0) {
  const arg = args.shift();
  if (arg === "--unreachable-ok") {
    unreachableOk = true;
  } else if (arg === "--osv" && args.length > 0) {
    osv = args.shift();
  } else if (arg.startsWith("-")) {
    fail(2, `there is no option ${arg}; allowed are --unreachable-ok and --osv URL`);
  } else {
    files.push(arg);
  }
}
if (files.length === 0) {
  fail(2, "name at least one CycloneDX file in JSON or package-lock.json");
}

let wrong = 0;
const purls = new Set();
for (const file of files) {
  const packages = packagesOf(file);
  if (packages.length === 0) {
    fail(2, `${file} names no package`);
  }
  for (const { purl, licences } of packages) {
    purls.add(purl);
    if (licences && !isAllowed(licences)) {
      console.log(`${basename(file)}: ${purl}: licence ${licences.join(" or ") || "unknown"} is not on the list`);
      wrong++;
    }
  }
}
console.log(`${purls.size} packages, ${wrong} with a licence that is not on the list.`);
try {
  const found = await vulnerabilities(osv, [...purls]);
  found.forEach((one) => console.log(`${one}  https://osv.dev/vulnerability/${one.split(": ")[1]}`));
  console.log(`${found.length} known vulnerabilities.`);
  wrong += found.length;
} catch (e) {
  console.log(`NOT CHECKED for known vulnerabilities: ${osv} cannot be asked (${e.cause?.code ?? e.message}).`);
  if (wrong === 0 && !unreachableOk) {
    process.exit(3);
  }
}
process.exit(wrong === 0 ? 0 : 1);
