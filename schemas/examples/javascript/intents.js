// Intents as a caller makes them.
'use strict'

const { createHash } = require('node:crypto')

const sha256 = bytes => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

// JSON as the approver signs it: RFC 8785, which is JSON.stringify with sorted names.
function canonical (object) {
  const sorted = Object.keys(object).sort().map(name => [name, object[name]])
  return Buffer.from(JSON.stringify(Object.fromEntries(sorted)), 'utf8')
}

// One of many: they differ in what they leave out, and in the characters that they have. An optional
// field is null, or is not there at all, such as notBeforeMs.
function intent (run, number, target) {
  const operationId = `${run}|web/site:${number % 7}|item=${String(number).padStart(5, '0')}`
  const payload = canonical({
    title: `Nº ${number} – “Grüße” 🎉`,
    content: 'x'.repeat(number % 500) + '\n\té€',
    number,
  })
  const now = Date.now()
  return {
    operationId,
    destination: target.destination,
    account: target.account,
    environment: target.environment,
    action: 'publish',
    payload,
    contentType: 'application/json',
    approval: {
      policy: 'editorial-v3',
      decision: 'APPROVED',
      by: number % 3 === 0 ? 'j.doe' : 'système@example.org',
      atMs: now - 3600000 - number,
      payloadHash: sha256(payload),
    },
    owner: number % 2 === 0 ? 'marketing-ops' : null,
    expiresAtMs: number % 5 === 0 ? now + 86400000 : null,
    attributes: number % 4 === 0 ? {} : { slug: `item-${number}`, language: 'fr' },
    issuedAtMs: number % 6 === 0 ? null : now,
  }
}

module.exports = { intent }
