// A receipt from the topic in the words of GET /v1/receipts/{id}. Every field is named here once, so
// that one which either side gains or loses shows as a difference.
'use strict'

// The ledger writes whole seconds without a fraction.
const time = ms => ms === null ? null : new Date(ms).toISOString().replace('.000Z', 'Z')

function asRest (receipt) {
  const { readback, policyDecision, issuedAtMs, attempts, destination, signature, ...same } = receipt
  return {
    ...same,
    destination: { ...destination },
    readback: readback && observation(readback),
    policyDecision: policyDecision && decision(policyDecision),
    attempts: attempts.map(attempt),
    issuedAt: time(issuedAtMs),
    signature: signature && { ...signature, value: signature.value.toString('base64url') },
  }
}

function observation ({ observedAtMs, ...same }) {
  return { ...same, at: time(observedAtMs) }
}

function decision ({ atMs, ...same }) {
  return { ...same, at: time(atMs) }
}

function attempt ({ startedAtMs, endedAtMs, ...same }) {
  return { ...same, startedAt: time(startedAtMs), endedAt: time(endedAtMs) }
}

// The paths at which two values differ, with both values; none if they are equal.
function differences (one, other, path = '') {
  if (isNested(one) && isNested(other) && Array.isArray(one) === Array.isArray(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    return [...names].flatMap(name => differences(one[name], other[name], `${path}/${name}`))
  }
  return Object.is(one, other) ? [] : [`${path || '/'}: ${show(one)} and ${show(other)}`]
}

const isNested = value => typeof value === 'object' && value !== null
const show = value => value === undefined ? 'nothing' : JSON.stringify(value)

module.exports = { asRest, differences }
