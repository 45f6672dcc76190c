// Writes what `git cat-file --batch` prints into files, one after the other.
// Usage: git cat-file --batch < names | node unpack.mjs FILES   (FILES: a path a line)
import { readFileSync, writeFileSync } from "node:fs";

const files = readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean);
const chunks = [];
for await (const chunk of process.stdin) {
  chunks.push(chunk);
}
const all = Buffer.concat(chunks);
let at = 0;
for (const file of files) {
  const end = all.indexOf(10, at);
  const [name, type, size] = all.toString("utf8", at, end).split(" ");
  if (type !== "blob") {
    throw new Error(`${name} is ${type}, not a file`);
  }
  const start = end + 1;
  const bytes = all.subarray(start, start + Number(size));
  at = start + Number(size) + 1;
  // Binary files hold no line that anybody could have written a secret into.
  if (!bytes.includes(0)) {
    writeFileSync(file, bytes);
  }
}
