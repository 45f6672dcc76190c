// What no schema knows: every name in a manifest must lead to something.
const contains = (labels, wanted) =>
  Object.entries(wanted ?? {}).every(([key, value]) => labels?.[key] === value);

const templates = (all) => all.filter((one) => one.spec?.template).map((one) => one.spec.template);
const containers = (pod) => [...(pod.initContainers ?? []), ...pod.containers];

/** Mistakes in how manifests refer to each other. `outside`: text with the names of what others bring. */
export function references(all, outside) {
  const mistakes = [];
  const has = (kind, name) => all.some((one) => one.kind === kind && one.metadata.name === name);
  const known = (kind, name) => has(kind, name) || new RegExp(`\\b${name}\\b`).test(outside)
    || (kind === "Secret" && has("KafkaUser", name));
  const twice = all.map((one) => `${one.kind}/${one.metadata.name}`).filter((id, at, ids) => ids.indexOf(id) !== at);
  for (const id of twice) mistakes.push(`${id}: is there twice`);
  for (const one of all) {
    const say = (text) => mistakes.push(`${one.kind}/${one.metadata.name}: ${text}`);
    if (one.kind === "StatefulSet") statefulSet(one, has, known, say);
    selected(one, all, say);
  }
  return mistakes;
}

function statefulSet(set, has, known, say) {
  const pod = set.spec.template.spec;
  if (!has("Service", set.spec.serviceName)) say(`serviceName ${set.spec.serviceName} is no Service here`);
  if (!has("ServiceAccount", pod.serviceAccountName)) say(`there is no ServiceAccount ${pod.serviceAccountName}`);
  if (!contains(set.spec.template.metadata.labels, set.spec.selector.matchLabels)) say("its selector misses its own pods");
  const volumes = [...(pod.volumes ?? []), ...(set.spec.volumeClaimTemplates ?? []).map((claim) => claim.metadata)];
  for (const volume of pod.volumes ?? []) {
    for (const [kind, name] of [["ConfigMap", volume.configMap?.name], ["Secret", volume.secret?.secretName]]) {
      if (name && !known(kind, name)) say(`volume ${volume.name} mounts ${kind} ${name}, which nobody makes`);
    }
  }
  for (const container of containers(pod)) {
    const mounts = container.volumeMounts ?? [];
    for (const mount of mounts) {
      if (!volumes.some((volume) => volume.name === mount.name)) {
        say(`container ${container.name} mounts ${mount.name}, which is no volume`);
      }
    }
    for (const arg of container.args ?? []) {
      const path = /^--[a-z-]+=(\/.*)$/.exec(arg)?.[1];
      if (path && !mounts.some((mount) => path === mount.mountPath || path.startsWith(`${mount.mountPath}/`))) {
        say(`container ${container.name} is given ${arg}, and nothing is mounted there`);
      }
      for (const [, name] of arg.matchAll(/\$\((\w+)\)/g)) {
        if (!container.env?.some((variable) => variable.name === name)) say(`${arg} names no variable of the container`);
      }
    }
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
      const port = container[probe]?.httpGet.port;
      if (port && !container.ports?.some((open) => open.name === port)) say(`${probe} asks port ${port}, which is not open`);
    }
    if (!container.securityContext?.readOnlyRootFilesystem) say(`container ${container.name} may write everywhere`);
  }
}

/** What selects pods selects some, and names ports that they have. */
function selected(one, all, say) {
  const wanted = { Service: one.spec?.selector, PodDisruptionBudget: one.spec?.selector?.matchLabels,
    NetworkPolicy: one.spec?.podSelector?.matchLabels }[one.kind];
  if (one.kind === "ServiceMonitor") {
    const services = all.filter((other) => other.kind === "Service"
      && contains(other.metadata.labels, one.spec.selector.matchLabels));
    for (const { port } of one.spec.endpoints) {
      if (!services.some((service) => service.spec.ports.some((open) => open.name === port))) say(`finds no port ${port}`);
    }
  }
  if (!wanted) return;
  const pods = templates(all).filter((template) => contains(template.metadata.labels, wanted));
  if (pods.length !== 1) say(`selects the pods of ${pods.length} sets instead of one`);
  const open = pods.flatMap((pod) => containers(pod.spec)).flatMap((container) => container.ports ?? []).map((p) => p.name);
  const named = one.kind === "Service" ? one.spec.ports.map((port) => port.targetPort)
    : (one.spec.ingress ?? []).flatMap((rule) => rule.ports ?? []).map((rule) => rule.port);
  for (const port of named) {
    if (!open.includes(port)) say(`names port ${port}, which its pods do not have`);
  }
}
