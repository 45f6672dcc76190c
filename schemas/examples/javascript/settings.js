// What the command line says.
'use strict'

const { parseArgs } = require('node:util')

const OPTIONS = {
  'bootstrap-servers': 'addresses of Kafka, host:port, separated by commas',
  registry: 'address of the schema registry; the ledger\'s own is URL/schema-registry',
  url: 'address of the ledger, such as http://127.0.0.1:8080',
  'topic-prefix': 'what the topics\' names begin with (onefold.)',
  count: 'how many intents, 1 to 100000 (1000)',
  run: 'a name for this run, in front of the operation IDs (js-TIME)',
  destination: 'the destination of the intents',
  account: 'the account there',
  environment: 'the environment there',
  schema: 'a file with the schema of an intent, to be registered first (the newest in the registry)',
  timeout: 'seconds to wait for the receipts (300)',
}

class UsageError extends Error {}

function read (words) {
  let values
  try {
    const options = Object.fromEntries(Object.keys(OPTIONS).map(name => [name, { type: 'string' }]))
    values = parseArgs({ args: words, options }).values
  } catch (e) {
    throw new UsageError(e.message)
  }
  for (const name of ['bootstrap-servers', 'registry', 'url', 'destination', 'account', 'environment']) {
    if (!values[name]) throw new UsageError(`--${name} is missing: ${OPTIONS[name]}`)
  }
  const prefix = values['topic-prefix'] ?? 'onefold.'
  return {
    brokers: values['bootstrap-servers'].split(','),
    registry: values.registry.replace(/\/$/, ''),
    url: values.url.replace(/\/$/, ''),
    topics: { intents: `${prefix}intents`, receipts: `${prefix}receipts` },
    count: number('count', values.count ?? '1000', 100000),
    run: values.run ?? `js-${Date.now()}`,
    target: {
      destination: values.destination, account: values.account, environment: values.environment,
    },
    schemaFile: values.schema,
    timeoutMs: number('timeout', values.timeout ?? '300', 86400) * 1000,
  }
}

function number (name, text, most) {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw new UsageError(`--${name} is '${text}'; allowed is a whole number from 1 to ${most}`)
  }
  return value
}

function usage () {
  const lines = Object.entries(OPTIONS).map(([name, what]) => `  --${name.padEnd(18)} ${what}`)
  return ['usage: node round-trip.js OPTIONS', ...lines].join('\n')
}

module.exports = { read, usage, UsageError }
