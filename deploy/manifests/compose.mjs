// What the schema of compose files does not know: that what a service names is there.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** NAME → default of every variable in a compose file. */
export function variables(text) {
  const found = new Map();
  const code = text.replace(/^\s*#.*$/gm, "");
  for (const [, name, fallback] of code.matchAll(/\$\{(\w+)(?::-([^}]*))?\}/g)) {
    if (found.has(name) && found.get(name) !== fallback) throw new Error(`${name} has two defaults`);
    found.set(name, fallback);
  }
  return found;
}

/** The file with the variables' values filled in: those of `given`, otherwise the defaults. */
export function read(text, given = {}) {
  return parse(text.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name, fallback) => given[name] ?? fallback ?? ""),
    { merge: true });
}

/** Splits a command as a shell does that knows no quotes. */
export const split = (command) => (Array.isArray(command) ? command : command.trim().split(/\s+/));

export function composeMistakes(text, folder, prometheus) {
  const mistakes = [];
  for (const [name, fallback] of variables(text)) {
    if (fallback === undefined) mistakes.push(`variable ${name} has no default`);
  }
  const file = read(text);
  for (const [name, service] of Object.entries(file.services)) {
    const say = (message) => mistakes.push(`service ${name}: ${message}`);
    if (!/:(?!latest$)[\w.-]+$/.test(service.image ?? "")) say(`image ${service.image} names no version`);
    for (const volume of service.volumes ?? []) {
      const [source] = volume.split(":");
      if (/^[./]/.test(source)) {
        if (!existsSync(join(folder, source))) say(`${source} does not exist`);
      } else if (!(source in (file.volumes ?? {}))) {
        say(`volume ${source} is not declared`);
      }
    }
    for (const other of Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})) {
      const target = file.services[other];
      if (!target) say(`depends on ${other}, which does not exist`);
      if (service.depends_on[other]?.condition === "service_healthy" && !target?.healthcheck) {
        say(`waits until ${other} is healthy, and nothing tells that`);
      }
    }
    for (const port of service.ports ?? []) {
      if (!/^127\.0\.0\.1:/.test(port)) say(`port ${port} is open to other machines`);
    }
    if (service.build && !existsSync(join(folder, service.build.context, service.build.dockerfile))) {
      say(`${service.build.dockerfile} does not exist`);
    }
  }
  for (const target of parse(prometheus).scrape_configs.flatMap((job) => job.static_configs).flatMap((one) => one.targets)) {
    const [host, port] = target.split(":");
    if (!split(file.services[host]?.command ?? "").join(" ").includes(`--port ${port}`)) {
      mistakes.push(`prometheus.yml scrapes ${target}, where no service listens`);
    }
  }
  return mistakes;
}
