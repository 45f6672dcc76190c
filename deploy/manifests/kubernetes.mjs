// Holds rendered manifests against the schemas of Kubernetes, Strimzi and the Prometheus operator.
// The models' validators know types, formats, enumerations and what is required; what they let pass, unknown keys,
// TypeScript finds with the same models' types.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { parseAllDocuments } from "yaml";

const PACKAGES = {
  "kafka.strimzi.io": "@kubernetes-models/strimzi-kafka-operator",
  "monitoring.coreos.com": "@kubernetes-models/prometheus-operator",
};

/** The manifests of a rendered text; a YAML mistake is an error. */
export function manifests(text) {
  return parseAllDocuments(text, { uniqueKeys: true }).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    const manifest = document.toJS();
    return manifest ? [manifest] : [];
  });
}

export const nameOf = (manifest) => `${manifest.kind}/${manifest.metadata?.name}`;

/** Holds manifests against the models; answers a list of mistakes for each. `modules` is a node_modules. */
export async function validate(modules, all) {
  const mistakes = all.map(() => []);
  const typed = [];
  for (const [index, manifest] of all.entries()) {
    const group = manifest.apiVersion?.includes("/") ? manifest.apiVersion.split("/")[0] : "";
    const model = join(PACKAGES[group] ?? "kubernetes-models", manifest.apiVersion ?? "", manifest.kind ?? "");
    const file = join(modules, `${model}.js`);
    if (!existsSync(file)) {
      mistakes[index].push(`there is no kind ${manifest.kind} in ${manifest.apiVersion}`);
      continue;
    }
    const { [manifest.kind]: Model } = await import(pathToFileURL(file));
    try {
      new Model(structuredClone(manifest)).validate();
    } catch (e) {
      mistakes[index].push(e.message);
    }
    typed.push({ index, model, manifest });
  }
  for (const { index, message } of unknownKeys(modules, typed)) mistakes[index].push(message);
  return mistakes;
}

/** What the types refuse. Each manifest is one line of a program that is only checked. */
function unknownKeys(modules, typed) {
  const file = join(modules, "..", "manifests.ts");
  const source = typed
    .map(({ model, manifest }) =>
      `(): import(${JSON.stringify(model)}).I${manifest.kind} => (${JSON.stringify(manifest)});`)
    .join("\n");
  const options = { noEmit: true, strict: true, skipLibCheck: true, types: [], lib: ["lib.es2022.d.ts"],
    module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.readFile = (name) => (name === file ? source : readFile(name));
  host.getSourceFile = (name, version, ...rest) =>
    name === file ? ts.createSourceFile(name, source, version) : getSourceFile(name, version, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts.getPreEmitDiagnostics(program).map((found) => ({
    index: typed[found.file.getLineAndCharacterOfPosition(found.start).line].index,
    message: ts.flattenDiagnosticMessageText(found.messageText, " "),
  }));
}
