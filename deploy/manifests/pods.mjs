// The containers of a StatefulSet's first pod, as container.mjs wants them.
import { chownSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { folderWith } from "./container.mjs";

/** `brought`: the ConfigMaps and Secrets of others, name → files. */
export function podOf(set, all, brought, folder) {
  const name = `${set.metadata.name}-0`;
  const { namespace } = set.metadata;
  const pod = set.spec.template.spec;
  const data = (kind, wanted) => brought[wanted]
    ?? Object.values(all).filter((one) => one.kind === kind && one.metadata.name === wanted)
      .map((one) => ({ ...one.data, ...one.stringData }))[0];
  const user = `${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`;
  const volumes = Object.fromEntries([
    ...pod.volumes.map((volume) => [volume.name, volume.configMap ? data("ConfigMap", volume.configMap.name)
      : volume.secret ? data("Secret", volume.secret.secretName) : {}]),
    ...set.spec.volumeClaimTemplates.map((claim) => [claim.metadata.name, {}]),
  ]);
  for (const [volume, files] of Object.entries(volumes)) {
    const path = folderWith(join(folder, name, volume), files);
    // As fsGroup does with volumes that can be written.
    if (Object.keys(files).length === 0) chownSync(path, ...user.split(":").map(Number));
  }
  mkdirSync(join(folder, name), { recursive: true });
  const container = (one) => {
    const env = Object.assign({ HOSTNAME: name },
      ...(one.envFrom ?? []).map((from) => data("Secret", from.secretRef.name)),
      ...(one.env ?? []).map((variable) => ({ [variable.name]: variable.value
        ?? { "metadata.name": name, "metadata.namespace": namespace }[variable.valueFrom.fieldRef.fieldPath] })));
    return {
      user, env, workdir: "/data", probes: one,
      command: one.args.map((arg) => arg.replace(/\$\((\w+)\)/g, (_, variable) => env[variable])),
      mounts: one.volumeMounts.filter((mount) => mount.name !== "tmp").map((mount) => ({
        source: join(folder, name, mount.name), target: mount.mountPath, readOnly: mount.readOnly })),
    };
  };
  return { name, host: `${name}.${set.spec.serviceName}.${namespace}.svc`,
    first: (pod.initContainers ?? []).map(container), containers: pod.containers.map(container) };
}
