// rehearsal.mjs DEPLOY JDK WORK: see rehearse, which brings what this needs, in a network and mounts of its own.
import { spawn } from "node:child_process";
import { chownSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { aclMistakes } from "./acls.mjs";
import { read, split } from "./compose.mjs";
import { folderWith, run, start, unpack } from "./container.mjs";
import { image as imageOf } from "./dockerfile.mjs";
import { manifests } from "./kubernetes.mjs";
import { podOf } from "./pods.mjs";

const [deploy, jdk, work] = process.argv.slice(2);
const target = dirname(dirname(fileURLToPath(import.meta.url)));
const manifestsFolder = dirname(target);
const root = join(work, "root");
mkdirSync(root);
const TOKEN = "the-token-of-the-rehearsal-known-to-all";
const SECRET = { SANDBOX_TOKEN: "secret" };
const running = [];
const began = Date.now();
// Machines differ; this only bounds a rehearsal that hangs.
const OVER = began + 10 * 60_000;

const say = (text) => console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`);

function fail(message) {
  console.log(`FAILED: ${message}`);
  for (const { name, container } of running) console.log(`--- ${name}\n${container.log().slice(-4000)}`);
  process.exit(1);
}
// It is the first process of its namespace, so nothing ends it by default, and with it ends all that it started.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));

async function until(what, container, condition) {
  while (!(await condition())) {
    if (container?.over()) fail(`${what}: it has ended`);
    if (Date.now() > OVER) fail(`${what}: took too long`);
    await pause(200);
  }
}

const answers = (url, headers) => fetch(url, { headers }).then((answer) => answer.ok && answer.json(), () => false);

function launch(name, container) {
  const started = start(container, root, join(work, `${name}.log`));
  running.push({ name, container: started });
  return started;
}

async function stop(name, container, seconds) {
  const code = await container.stop(seconds);
  running.splice(running.findIndex((one) => one.name === name), 1);
  if (code !== 143 && code !== 0) fail(`${name} ended with ${code} instead of 0 or 143 after SIGTERM\n${container.log()}`);
}

async function receipt(id, headers) {
  const intent = { operationId: id, destination: "sandbox", account: "acme", environment: "rehearsal",
    action: "publish", payload: { title: "Rehearsal" }, owner: "operations" };
  const answer = await fetch("http://127.0.0.1:8080/v1/intents", { method: "POST", body: JSON.stringify(intent),
    headers: { "Content-Type": "application/json", ...headers } });
  if (answer.status !== 202) fail(`the intent was answered ${answer.status}: ${await answer.text()}`);
  let found;
  await until(`the receipt of ${id}`, undefined,
    async () => (found = await answers(`http://127.0.0.1:8080/v1/receipts/${encodeURIComponent(id)}`, headers)));
  if (found.outcome !== "VERIFIED") fail(`the receipt says ${found.outcome}`);
  say(`an intent has its receipt: ${id} ${found.outcome}`);
}

// The image, and what it must not allow.
const image = imageOf(readFileSync(join(deploy, "images/Dockerfile"), "utf8"));
const base = { jdk, hosts: ["kafka", "registry", "topics", "ledger", "worker"], mounts: [], env: {}, user: image.user,
  workdir: image.workdir, files: unpack(image, join(deploy, ".."), join(work, "image")) };
const onefold = (more) => ({ ...base, ...more, command: [...image.entrypoint, ...more.command] });
const data = (name, user = image.user) => {
  const path = folderWith(join(work, `volume-${name}`), {});
  chownSync(path, ...user.split(":").map(Number));
  return path;
};
const shell = (command) => run({ ...base, mounts: [{ source: data("probe"), target: "/data" }],
  command: ["sh", "-c", command] }, root).status === 0;
if (!shell("touch /data/a /tmp/a")) fail("/data and /tmp cannot be written");
for (const place of ["/opt/onefold/lib", "/usr/local/bin", "/etc", "/"]) {
  if (shell(`touch ${place}/a`)) fail(`${place} can be written, so nothing is known about a read-only file system`);
}
if (shell("[ \"$(id -u)\" = 0 ]")) fail("the image runs as root");
const version = run(onefold({ command: ["--version"] }), root);
if (version.status !== 0) fail(`--version: ${version.said}`);
say(`the image: ${version.said.trim()}`);

spawn(join(jdk, "bin/java"), ["-cp", join(work, "image/opt/onefold/lib/*"),
  join(manifestsFolder, "rehearsal/Sandbox.java"), "8090"], { stdio: ["ignore", "ignore", "inherit"] });
await until("the sandbox", undefined, () => answers("http://127.0.0.1:8090/whoami"));

// The services of the compose file, first with the contracts that it comes with.
const examples = run(onefold({ command: ["destinations", "check", "/etc/onefold/destinations.yaml"],
  mounts: [{ source: join(deploy, "compose"), target: "/etc/onefold", readOnly: true }] }), root);
if (examples.status !== 0) fail(`the contracts of compose/: ${examples.said}`);
const config = folderWith(join(work, "config"), {
  "destinations.yaml": readFileSync(join(manifestsFolder, "rehearsal/destinations.yaml")),
  "kafka.properties": readFileSync(join(deploy, "compose/kafka.properties")),
});
const { services } = read(readFileSync(join(deploy, "compose.yaml"), "utf8"),
  { ONEFOLD_CONFIG: config, ONEFOLD_SECRETS: "secrets" });
const mountsOf = (service, user) => (service.volumes ?? []).map((volume) => {
  const [source, path, mode] = volume.split(":");
  return { source: source.startsWith("/") ? source : data(source, user), target: path, readOnly: mode === "ro" };
});
async function healthy(name, container, more) {
  const [kind, ...command] = services[name].healthcheck.test;
  if (kind !== "CMD") fail(`the health check of ${name} is no CMD`);
  await until(name, container, () => run({ ...base, ...more, command }, root).status === 0);
  say(`compose: ${name} is healthy`);
}

// The broker's own image is not here; its code is, and the environment means the same.
const kafkaSettings = Object.entries(services.kafka.environment).filter(([name]) => name.startsWith("KAFKA_"))
  .map(([name, value]) => [name.slice(6).toLowerCase().replaceAll("_", "."), value]);
// One listener more, for the chart: who comes there has a password, and the rights of a KafkaUser.
const guarded = { listeners: ",SASL://:9094", "advertised.listeners": ",SASL://kafka:9094",
  "listener.security.protocol.map": ",SASL:SASL_PLAINTEXT" };
const broker = folderWith(join(work, "broker"), { "server.properties": [
  ...kafkaSettings.map(([name, value]) => `${name}=${value}${guarded[name] ?? ""}`),
  "sasl.enabled.mechanisms=SCRAM-SHA-512",
  "listener.name.sasl.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;",
  "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
  "super.users=User:ANONYMOUS", ""].join("\n") });
const java = "java -Xmx256m -Xlog:disable --sun-misc-unsafe-memory-access=allow -cp '/opt/onefold/lib/*'";
const kafka = launch("kafka", { ...base, user: "1000:1000",
  mounts: [...mountsOf(services.kafka, "1000:1000"), { source: broker, target: "/config", readOnly: true }],
  command: ["sh", "-c", `${java} kafka.tools.StorageTool format --cluster-id ${services.kafka.environment.CLUSTER_ID}`
    + ` --config /config/server.properties && exec ${java} kafka.Kafka /config/server.properties`] });
await healthy("kafka", kafka);

const registry = launch("registry", { ...base, user: "1001:1001", env: services.registry.environment,
  mounts: [{ source: join(target, "registry/app"), target: "/deployments", readOnly: true }],
  command: ["sh", "-c", "exec java -Xmx320m -jar /deployments/apicurio-registry-app-*-runner.jar"] });
await healthy("registry", registry);

const topics = run(onefold({ command: split(services.topics.command), mounts: mountsOf(services.topics) }), root);
if (topics.status !== 0) fail(`topics: ${topics.said}`);
say("compose: topics has ended well");
const [ledger, worker] = ["ledger", "worker"].map((name) => launch(name, onefold({
  command: split(services[name].command), mounts: mountsOf(services[name]), env: services[name].env_file ? SECRET : {} })));
await healthy("ledger", ledger);
await healthy("worker", worker);
await receipt("rehearsal|compose|1", {});
const subjects = await answers("http://127.0.0.1:8082/apis/ccompat/v7/subjects");
if (!subjects.includes("onefold.intents-value")) fail(`the registry was not used, it has ${subjects}`);
await stop("worker", worker, 45);
await stop("ledger", ledger, 60);
say("compose: ledger and worker stop when asked to");

// The pods of the chart, one of each kind.
const rendered = manifests(readFileSync(join(target, "rehearsed/rehearsal.yaml"), "utf8"));
const users = rendered.filter((one) => one.kind === "KafkaUser");
const list = run(onefold({ command: ["topics", "acls", "--output=json", "--topic-prefix=chart.",
  "--application-id=chart-ledger"] }), root);
const differing = aclMistakes(users, list.said, "TOPIC chart. PREFIXED CREATE");
if (differing.length > 0) fail(`the chart's KafkaUsers and 'topics acls' differ: ${differing.join("; ")}`);
if (aclMistakes(users.slice(0, 1), list.said, "TOPIC chart. PREFIXED DELETE").length !== 2) fail("differing rights are not seen");
const listed = folderWith(join(work, "users"), { "users.json": JSON.stringify(users),
  "Users.java": readFileSync(join(manifestsFolder, "rehearsal/Users.java")) });
const made = run({ ...base, mounts: [{ source: listed, target: "/users", readOnly: true }],
  command: ["sh", "-c", `${java} /users/Users.java kafka:9092 ${TOKEN} /users/users.json`] }, root);
if (made.status !== 0) fail(`the users: ${made.said}`);
const login = ({ metadata: { name } }) => [name, { "sasl.jaas.config":
  `org.apache.kafka.common.security.scram.ScramLoginModule required username="${name}" password="${TOKEN}";` }];
const brought = { ...Object.fromEntries(users.map(login)), contracts: { "destinations.yaml": readFileSync(join(config, "destinations.yaml")) }, sandbox: SECRET };
const pods = [];
for (const set of rendered.filter((one) => one.kind === "StatefulSet")) {
  const pod = podOf(set, rendered, brought, join(work, "pods"));
  base.hosts.push(pod.name, pod.host);
  for (const first of pod.first) {
    const { status, said } = run(onefold({ ...first, hosts: base.hosts }), root);
    if (status !== 0) fail(`a first container of ${pod.name}: ${said}`);
  }
  for (const one of pod.containers) pods.push({ pod, one, container: launch(pod.name, onefold({ ...one, hosts: base.hosts })) });
}
for (const { pod, one, container } of pods) {
  for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
    const { path, port } = one.probes[probe].httpGet;
    const { containerPort } = one.probes.ports.find((open) => open.name === port);
    await until(`${pod.name}: ${probe}`, container, () => answers(`http://127.0.0.1:${containerPort}${path}`));
  }
  say(`chart: ${pod.name} is ready`);
}
await receipt("rehearsal|chart|1", { Authorization: `Bearer ${TOKEN}` });
const [{ one: asWorker }] = pods.filter(({ pod }) => pod.name.includes("worker"));
const more = run(onefold({ ...asWorker, hosts: base.hosts, command: ["topics", "check",
  ...asWorker.command.filter((word) => /^--(bootstrap|config|topic|destinations)/.test(word))] }), root);
if (!/uthoriz/.test(more.said)) fail(`a worker may look at all topics, so nothing is known about rights: ${more.said}`);
if ((await fetch("http://127.0.0.1:8080/v1/receipts/a")).status !== 401) fail("the chart's ledger asks nobody for credentials");
for (const { pod, container } of pods) await stop(pod.name, container, 60);
say("chart: its pods stop when asked to");
say("Everything worked.");
process.exit(0);
