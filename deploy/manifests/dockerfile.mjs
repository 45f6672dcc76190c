// Holds a Dockerfile against its language, and against what it copies and promises.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import astPackage from "dockerfile-ast";
import utils from "dockerfile-utils";

const { DockerfileParser } = astPackage;

const words = (instruction) => instruction.getArguments().map((word) => word.getValue());
const flag = (copy, name) => copy.getFlags().find((one) => one.getName() === name)?.getValue();

/** The last stage as data: what it copies (from: stage or undefined), ENTRYPOINT, CMD, USER, WORKDIR. */
export function image(text) {
  const instructions = DockerfileParser.parse(text).getInstructions();
  const last = instructions.findLastIndex((one) => one.getKeyword() === "FROM");
  const stage = instructions.slice(last + 1);
  const only = (keyword) => stage.filter((one) => one.getKeyword() === keyword).at(-1);
  const list = (keyword) => JSON.parse(only(keyword)?.getArgumentsContent() ?? "[]");
  return {
    copies: stage.filter((one) => one.getKeyword() === "COPY").map((copy) => ({
      from: flag(copy, "from"), chmod: flag(copy, "chmod"), sources: words(copy).slice(0, -1), target: words(copy).at(-1),
    })),
    entrypoint: list("ENTRYPOINT"),
    command: list("CMD"),
    user: only("USER")?.getArgumentsContent() ?? "root",
    workdir: only("WORKDIR")?.getArgumentsContent() ?? "/",
  };
}

/** Mistakes of a Dockerfile whose context is the folder `root`. */
export function dockerfileMistakes(text, root) {
  const mistakes = utils.validate(text).map((one) => `line ${one.range.start.line + 1}: ${one.message}`);
  const parsed = DockerfileParser.parse(text);
  const stages = [];
  const defaults = new Map();
  for (const one of parsed.getInstructions()) {
    const line = `line ${one.getRange().start.line + 1}`;
    const args = words(one);
    if (one.getKeyword() === "ARG") defaults.set(...args[0].split("="));
    if (one.getKeyword() === "FROM") {
      const base = args[0].replace(/^\$\{(\w+)\}$/, (_, name) => defaults.get(name));
      if (!/:(?!latest$)[\w.-]+$/.test(base)) mistakes.push(`${line}: ${base} names no version`);
      stages.push(args[2]);
    }
    if (one.getKeyword() === "COPY") {
      const from = flag(one, "from");
      if (from !== undefined && !stages.includes(from)) mistakes.push(`${line}: there is no earlier stage ${from}`);
      for (const source of from === undefined ? args.slice(0, -1) : []) {
        if (!existsSync(join(root, source))) mistakes.push(`${line}: ${source} does not exist`);
      }
    }
  }
  return mistakes.length > 0 ? mistakes : finalStage(text, root);
}

function finalStage(text, root) {
  const mistakes = [];
  let last;
  try {
    last = image(text);
  } catch {
    return ["ENTRYPOINT and CMD must be JSON lists, so that signals reach the program"];
  }
  if (!/^[1-9]\d*:[1-9]\d*$/.test(last.user)) mistakes.push(`USER is ${last.user}; allowed are numbers of others than root`);
  const scripts = last.copies.filter((copy) => copy.from === undefined).flatMap((copy) => copy.sources);
  const entry = scripts.find((script) => script.endsWith(`/${last.entrypoint[0]}`));
  if (!entry) mistakes.push(`ENTRYPOINT ${last.entrypoint[0]} is not copied into the image`);
  for (const script of scripts) {
    if (!(statSync(join(root, script)).mode & 0o100)) mistakes.push(`${script} is not executable`);
  }
  return mistakes;
}
