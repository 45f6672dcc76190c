// Containers without an engine: the image's files over this machine's own /usr, in namespaces of their own.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const JAVA_HOME = "/opt/java/openjdk";
const PATH = `${JAVA_HOME}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;

const quote = (word) => `'${String(word).replaceAll("'", "'\\''")}'`;

/** Copies what the last stage copies into `folder`; what comes from the stage `build` was built in `source`. */
export function unpack(image, source, folder) {
  return image.copies.map(({ from, chmod, sources, target }) => {
    const inside = target.endsWith("/") ? target.slice(0, -1) : target;
    mkdirSync(join(folder, inside), { recursive: true });
    for (const one of sources) {
      const path = join(source, from ? one.replace(/^\/source\//, "") : one);
      const to = join(folder, inside, target.endsWith("/") ? basename(one) : "");
      cpSync(path, to, { recursive: true });
      if (chmod) chmodSync(to, parseInt(chmod, 8));
    }
    return { source: join(folder, inside), target: inside };
  });
}

/** Makes a folder with these files, which everybody may read. */
export function folderWith(path, files) {
  mkdirSync(path, { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

/** Builds the root: a read-only one, of which only /tmp and what is mounted without `readOnly` can be written. */
function script({ jdk, files, hosts, mounts, user, workdir, env, command }, root) {
  const [uid, gid] = user.split(":");
  const at = (path) => quote(join(root, path));
  const bind = (source, target) => [`mkdir -p ${at(target)}`, `mount --bind ${quote(source)} ${at(target)}`];
  const readOnly = (target) => `mount -o remount,ro,bind ${at(target)}`;
  const variables = Object.entries({ PATH, JAVA_HOME, LANG: "C.UTF-8", HOME: workdir, ...env });
  return [
    "set -e",
    `mount -t tmpfs -o mode=755 none ${quote(root)}`,
    ...bind("/usr", "/usr"), readOnly("/usr"),
    `for link in bin sbin lib lib64; do [ ! -L /$link ] || cp -P /$link ${quote(root)}; done`,
    `mkdir -p ${at("/proc")} ${at("/dev")} ${at("/etc")} ${at("/tmp")}`,
    `cp /etc/ld.so.cache ${at("/etc")}`,
    `printf 'onefold:x:%s:%s::/data:/usr/sbin/nologin\\n' ${uid} ${gid} > ${at("/etc/passwd")}`,
    `printf '127.0.0.1 %s\\n' localhost ${hosts.map(quote).join(" ")} > ${at("/etc/hosts")}`,
    `for device in null zero random urandom; do touch ${at("/dev")}/$device; mount --bind /dev/$device ${at("/dev")}/$device; done`,
    `mount -t proc none ${at("/proc")}`,
    `mount -t tmpfs -o mode=1777,exec,size=256m none ${at("/tmp")}`,
    ...bind(jdk, JAVA_HOME), readOnly(JAVA_HOME),
    ...files.flatMap(({ source, target }) => [...bind(source, target), readOnly(target)]),
    ...mounts.flatMap((one) => [...bind(one.source, one.target), ...(one.readOnly ? [readOnly(one.target)] : [])]),
    `mkdir -p ${at(workdir)}`,
    `mount -o remount,ro ${quote(root)}`,
    `exec chroot ${quote(root)} setpriv --reuid ${uid} --regid ${gid} --clear-groups --no-new-privs`
      + ` --bounding-set=-all --inh-caps=-all env -i ${variables.map(([k, v]) => quote(`${k}=${v}`)).join(" ")}`
      + ` /bin/sh -c 'cd "$0" && exec "$@"' ${quote(workdir)} ${command.map(quote).join(" ")}`,
  ].join("\n");
}

const unshare = (container, root) =>
  ["--mount", "--pid", "--fork", "--kill-child=KILL", "--propagation", "private", "sh", "-c", script(container, root)];

/** Runs a container to its end; answers its exit code and what it said. */
export function run(container, root) {
  const { status, stdout, stderr } = spawnSync("unshare", unshare(container, root), { encoding: "utf8" });
  return { status, said: stdout + stderr };
}

/** Starts a container that writes to `log`. Its first process has the number 1 and must itself answer to signals. */
export function start(container, root, log) {
  const out = openSync(log, "a");
  const process = spawn("unshare", unshare(container, root), { stdio: ["ignore", out, out] });
  const ended = new Promise((resolve) => process.on("exit", (code, signal) => resolve(code ?? signal)));
  let over = false;
  ended.then(() => (over = true));
  return {
    log: () => readFileSync(log, "utf8"),
    over: () => over,
    /** Asks it to end as an engine does; answers its exit code, or 'SIGKILL' where that took too long. */
    stop(seconds) {
      const [child] = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
      globalThis.process.kill(Number(child), "SIGTERM");
      const timer = setTimeout(() => globalThis.process.kill(Number(child), "SIGKILL"), seconds * 1000);
      return ended.finally(() => clearTimeout(timer));
    },
  };
}
