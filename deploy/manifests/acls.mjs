// The rights that the chart's KafkaUsers give against those that 'onefold topics acls' lists.
const constant = (word) => word.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();

const given = (user) => user.spec.authorization.acls.flatMap(({ resource, operations }) => operations.map((operation) =>
  [constant(resource.type), resource.name, resource.patternType === "prefix" ? "PREFIXED" : "LITERAL",
    constant(operation)].join(" ")));

/** What differs. `listed`: the program's JSON lines; `extra`: what the ledger may do beyond them. */
export function aclMistakes(users, listed, extra) {
  const rights = listed.trim().split("\n").map((line) => JSON.parse(line));
  return users.flatMap((user) => {
    const [, pool] = /-worker-(.*)$/.exec(user.metadata.name) ?? [];
    const wanted = new Set(rights
      .filter(({ role, pool: of }) => (pool ? role === "worker" && of === pool : role === "ledger"))
      .map((one) => [one.resourceType, one.name, one.patternType, one.operation].join(" ")));
    if (!pool) wanted.add(extra);
    const has = new Set(given(user));
    return [...[...wanted].filter((one) => !has.has(one)).map((one) => `${user.metadata.name} lacks ${one}`),
      ...[...has].filter((one) => !wanted.has(one)).map((one) => `${user.metadata.name} needs no ${one}`)];
  });
}
