// node --test deploy/security/
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const tool = fileURLToPath(new URL("check-dependencies.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dependencies-"));
const nobody = "http://127.0.0.1:1";
let osv;
let server;

before(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      const results = JSON.parse(body).queries.map((query) =>
        query.package.purl.includes("bad") ? { vulns: [{ id: "GHSA-test" }] } : {});
      response.end(JSON.stringify({ results }));
    });
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  osv = `http://127.0.0.1:${server.address().port}`;
});

after(() => server.close());

function bom(name, licence) {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({
    bomFormat: "CycloneDX",
    components: [{
      group: "org.example",
      purl: `pkg:maven/org.example/${name}@1.0?type=jar`,
      licenses: [{ license: { id: licence } }],
    }],
  }));
  return file;
}

function run(...args) {
  return new Promise((done) => {
    execFile(process.execPath, [tool, ...args], (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, text: stdout + stderr }));
  });
}

test("nothing is found where nothing is wrong", async () => {
  const result = await run("--osv", osv, bom("good", "MIT"));
  assert.equal(result.code, 0, result.text);
  assert.match(result.text, /0 known vulnerabilities/);
});

test("a known vulnerability is told with its number", async () => {
  const result = await run("--osv", osv, bom("good", "MIT"), bom("bad", "MIT"));
  assert.equal(result.code, 1);
  assert.match(result.text, /pkg:maven\/org\.example\/bad@1\.0: GHSA-test/);
});

test("a licence that is not on the list is told", async () => {
  const result = await run("--osv", osv, bom("strange", "AGPL-3.0-only"));
  assert.equal(result.code, 1);
  assert.match(result.text, /strange@1\.0: licence AGPL-3\.0-only is not on the list/);
});

test("what could not be checked is never called good", async () => {
  const strict = await run("--osv", nobody, bom("good", "MIT"));
  assert.equal(strict.code, 3);
  assert.match(strict.text, /NOT CHECKED for known vulnerabilities/);
  const lenient = await run("--unreachable-ok", "--osv", nobody, bom("good", "MIT"));
  assert.equal(lenient.code, 0);
  assert.match(lenient.text, /NOT CHECKED/);
  const wrong = await run("--unreachable-ok", "--osv", nobody, bom("strange", "AGPL-3.0-only"));
  assert.equal(wrong.code, 1);
});

test("a file without packages is an error", async () => {
  const file = join(folder, "empty.json");
  writeFileSync(file, JSON.stringify({ bomFormat: "CycloneDX", components: [] }));
  assert.equal((await run("--osv", osv, file)).code, 2);
  assert.equal((await run("--osv", osv)).code, 2);
});
