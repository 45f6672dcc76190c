// Writes intents to Kafka through a schema registry, waits for their receipts on Kafka, and compares
// each with what the ledger's REST interface says. Nothing here is Onefold's: kafkajs, and by turns
// the two registry clients that people use with it.
//
// Exit code 0: all is equal. 1: the differences are printed. 2: wrong usage. 3: something needed
// does not answer.
'use strict'

const { readFileSync } = require('node:fs')
const { Kafka, logLevel, Partitioners } = require('kafkajs')
const { kafkajsCodec, confluentCodec } = require('./codecs')
const { intent } = require('./intents')
const { asRest, differences } = require('./receipts')
const { read, usage, UsageError } = require('./settings')

const BATCH = 100
const QUESTIONS_AT_ONCE = 8
const MOST_SHOWN = 20

async function main (words) {
  const settings = read(words)
  const schema = settings.schemaFile && JSON.stringify(JSON.parse(readFileSync(settings.schemaFile, 'utf8')))
  // In this order: the second one looks up what the first one registers.
  const confluent = await confluentCodec(settings.registry, settings.topics, schema)
  const codecs = [confluent, await kafkajsCodec(settings.registry, settings.topics, schema)]
  const kafka = new Kafka({
    clientId: 'onefold-round-trip', brokers: settings.brokers, logLevel: logLevel.ERROR,
  })
  const intents = Array.from({ length: settings.count }, (_, number) =>
    intent(settings.run, number, settings.target))
  const problems = []

  const receiving = await receive(kafka, settings, intents, codecs, problems)
  try {
    await submit(kafka, settings, intents, codecs)
    await receiving.all
  } finally {
    await receiving.stop()
  }
  await compare(settings, intents, receiving.receipts, problems)
  return report(settings, codecs, receiving.receipts, problems)
}

// The default partitioner of kafkajs 2 places a key where Java's client does; older ones do not.
async function submit (kafka, { topics }, intents, codecs) {
  const producer = kafka.producer({
    createPartitioner: Partitioners.DefaultPartitioner, idempotent: true, maxInFlightRequests: 1,
  })
  await producer.connect()
  try {
    for (let from = 0; from < intents.length; from += BATCH) {
      const messages = await Promise.all(
        intents.slice(from, from + BATCH).map(async (one, i) => ({
          key: one.operationId,
          value: await codecs[(from + i) % codecs.length].encode(one),
        })))
      await producer.send({ topic: topics.intents, acks: -1, messages })
    }
  } finally {
    await producer.disconnect()
  }
}

// Collects the receipts of this run; each is decoded by every library, and they must agree.
async function receive (kafka, { topics, run, timeoutMs }, intents, codecs, problems) {
  const expected = new Set(intents.map(one => one.operationId))
  const receipts = new Map()
  // readUncommitted: false is the default; it is what keeps aborted receipts away.
  const consumer = kafka.consumer({ groupId: `onefold-round-trip-${run}-${process.pid}`, readUncommitted: false })
  await consumer.connect()
  await consumer.subscribe({ topics: [topics.receipts], fromBeginning: true })
  let finished, failed
  const all = new Promise((resolve, reject) => { finished = resolve; failed = reject })
  const timer = setTimeout(
    () => failed(new Error(`${expected.size - receipts.size} of ${expected.size} receipts did not ` +
      `come within ${timeoutMs / 1000} s, first: ` +
      `${[...expected].filter(id => !receipts.has(id)).slice(0, 3).join(', ')}`)),
    timeoutMs)
  consumer.on(consumer.events.CRASH, ({ payload }) => payload.restart || failed(payload.error))
  await consumer.run({
    eachMessage: async ({ message }) => {
      const id = message.key.toString('utf8')
      if (!expected.has(id)) return
      const [one, ...others] = await Promise.all(codecs.map(codec => codec.decode(message.value)))
      const shown = asRest(one)
      others.forEach((other, i) => differences(shown, asRest(other)).forEach(difference =>
        problems.push(`${id}: ${codecs[0].name} and ${codecs[i + 1].name} differ at ${difference}`)))
      if (one.operationId !== id) problems.push(`${id}: the receipt says ${one.operationId}`)
      if (receipts.has(id)) problems.push(`${id}: has more than one receipt`)
      receipts.set(id, shown)
      if (receipts.size === expected.size) finished()
    },
  })
  all.catch(() => {})
  return { receipts, all, stop: async () => { clearTimeout(timer); await consumer.disconnect() } }
}

async function compare ({ url }, intents, receipts, problems) {
  const waiting = [...intents]
  const ask = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      const rest = await get(`${url}/v1/receipts/${encodeURIComponent(one.operationId)}`)
      const receipt = receipts.get(one.operationId)
      const said = { hash: one.approval.payloadHash, owner: one.owner, by: one.approval.by }
      const heard = {
        hash: receipt.payloadHash, owner: receipt.owner, by: receipt.policyDecision?.by,
      }
      const found = [
        ...differences(receipt, rest).map(text => `the topic and REST differ at ${text}`),
        ...differences(said, heard).map(text => `intent and receipt differ at ${text}`),
      ]
      problems.push(...found.map(text => `${one.operationId}: ${text}`))
    }
  }
  await Promise.all(Array.from({ length: QUESTIONS_AT_ONCE }, ask))
}

async function get (address) {
  const headers = process.env.ONEFOLD_TOKEN
    ? { authorization: `Bearer ${process.env.ONEFOLD_TOKEN}` }
    : {}
  const answer = await fetch(address, { headers })
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

function report (settings, codecs, receipts, problems) {
  const outcomes = {}
  for (const { outcome } of receipts.values()) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  console.log(JSON.stringify({
    run: settings.run,
    intents: settings.count,
    receipts: receipts.size,
    outcomes,
    libraries: codecs.map(codec => codec.name),
    fields: new Set([...receipts.values()].flatMap(receipt => Object.keys(receipt))).size,
    differences: problems.length,
  }))
  problems.slice(0, MOST_SHOWN).forEach(problem => console.error(problem))
  return problems.length === 0 ? 0 : 1
}

main(process.argv.slice(2)).then(
  code => process.exit(code),
  error => {
    const wrongUsage = error instanceof UsageError
    console.error(wrongUsage ? `${error.message}\n${usage()}` : `round-trip: ${error.stack}`)
    process.exit(wrongUsage ? 2 : 3)
  })
