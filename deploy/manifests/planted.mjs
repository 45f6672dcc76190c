// Mistakes that each check must find; one that is not found means that a clean result says nothing.
const pod = (all) => all.find((one) => one.kind === "StatefulSet").spec.template.spec;
const kind = (all, name) => all.find((one) => one.kind === name);

/** [what, change of copies of the manifests that render with everything on, part of the message]. */
export const MANIFESTS = [
  ["an unknown key in a pod", (all) => (pod(all).containers[0].volumeMount = []), "volumeMount"],
  ["an unknown key deep in a probe", (all) => (pod(all).containers[0].livenessProbe.httpGet.pathh = "/"), "pathh"],
  ["a word instead of a number", (all) => (kind(all, "StatefulSet").spec.replicas = "three"), "replicas"],
  ["a quantity that is none", (all) => (pod(all).containers[0].resources.limits.memory = "1 giga"), "memory"],
  ["a required key that is missing", (all) => delete kind(all, "StatefulSet").spec.selector, "selector"],
  ["a kind that does not exist", (all) => (kind(all, "Service").kind = "Servise"), "no kind Servise"],
  ["an unknown key of a topic", (all) => (kind(all, "KafkaTopic").spec.partitons = 3), "partitons"],
  ["a topic without partitions", (all) => (kind(all, "KafkaTopic").spec.partitions = 0), "partitions"],
  ["an operation that Kafka lacks", (all) => (kind(all, "KafkaUser").spec.authorization.acls[0].operations = ["Reed"]), "operations"],
  ["a wrong word in a policy", (all) => (kind(all, "NetworkPolicy").spec.policyTypes = "Egress"), "policyTypes"],
  ["an unknown key of a rule", (all) => (kind(all, "PrometheusRule").spec.groups[0].rules[0].exprr = "1"), "exprr"],
  ["an unknown key of a monitor", (all) => (kind(all, "ServiceMonitor").spec.endpoints[0].portt = "a"), "portt"],
];

/** The same for what manifests say of each other. */
export const REFERENCES = [
  ["a missing volume", (all) => pod(all).volumes.shift(), "is no volume"],
  ["a Secret that nobody makes", (all) => pod(all).volumes.push({ name: "x", secret: { secretName: "nobodys" } }), "nobodys"],
  ["a file where nothing is mounted", (all) => pod(all).containers[0].args.push("--config=/nowhere/x"), "/nowhere/x"],
  ["a probe of a port that is closed", (all) => (pod(all).containers[0].readinessProbe.httpGet.port = "x"), "port x"],
  ["a selector that selects nothing", (all) => (kind(all, "PodDisruptionBudget").spec.selector.matchLabels = { a: "b" }), "0 sets"],
  ["a policy for a port that is closed", (all) => (kind(all, "NetworkPolicy").spec.ingress[0].ports[0].port = "x"), "port x"],
  ["a service that is missing", (all) => (kind(all, "StatefulSet").spec.serviceName = "x"), "no Service"],
  ["a name that is there twice", (all) => all.push(all[0]), "twice"],
  ["a monitor that finds nothing", (all) => (kind(all, "ServiceMonitor").spec.endpoints[0].port = "x"), "finds no port"],
];

/** [what, text of the right file, text instead, part of the message]. */
export const COMPOSE_SCHEMA = [
  ["an unknown key", "restart: unless-stopped", "restarts: unless-stopped", "additional"],
  ["a wrong type", "read_only: true", "read_only: [1]", "read_only"],
];

export const COMPOSE = [
  ["an undeclared volume", "\n  ledger:\n  worker:\n  prom", "\n  worker:\n  prom", "is not declared"],
  ["a missing file", "./observability/alerts.yml", "./observability/alarms.yml", "does not exist"],
  ["a missing service", "      topics: {condition", "      topic: {condition", "depends on topic"],
  ["a service that is never healthy", "healthcheck:\n      test: [CMD, bash, -c, \"exec 3<> /dev/tcp/127.0.0.1/9092", "x-none:\n      test: [CMD, bash, -c, \"", "nothing tells"],
  ["an image without a version", "prom/prometheus:v3.5.0", "prom/prometheus", "no version"],
  ["an open port", "127.0.0.1:9090:9090", "9090:9090", "open to other machines"],
  ["a target that nobody serves", "--port 8081", "--port 8084", "no service listens"],
];

export const DOCKERFILE = [
  ["an unknown instruction", "WORKDIR /data", "WORKDIRR /data", "Unknown instruction"],
  ["a missing source", "COPY schemas", "COPY schemes", "schemes does not exist"],
  ["an unknown stage", "--from=build", "--from=bild", "no earlier stage"],
  ["an image without a version", "eclipse-temurin:25-jre", "eclipse-temurin", "no version"],
  ["root", "USER 10001:10001", "USER root", "USER is root"],
  ["a shell as the first process", "ENTRYPOINT [\"onefold\"]", "ENTRYPOINT onefold", "JSON lists"],
];

export const TABLE = [
  ["a value that is not told of", "| `ledger.threads` |", "| ledger.threads |", "is not told of"],
  ["an old default", "| `ledger.threads` | `1` |", "| `ledger.threads` | `2` |", "has the default"],
  ["a value that is gone", "| `ledger.threads` |", "| `ledger.thread` |", "does not exist"],
];
