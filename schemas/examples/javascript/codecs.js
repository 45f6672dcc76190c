// The two usual ways to the schema registry, behind one shape: encode(intent) and decode(value).
// Both leave a union with null unwrapped: a field is its value, or null.
'use strict'

const { SchemaRegistry } = require('@kafkajs/confluent-schema-registry')
const {
  AvroDeserializer, AvroSerializer, SchemaRegistryClient, SerdeType, SubjectNameStrategyType,
} = require('@confluentinc/schemaregistry')

// @kafkajs/confluent-schema-registry: the schema's ID is asked for once, records name it.
async function kafkajsCodec (registryUrl, topics, schema) {
  const registry = new SchemaRegistry({ host: registryUrl })
  const subject = `${topics.intents}-value`
  const id = schema
    ? await registry.getRegistryIdBySchema(subject, { type: 'AVRO', schema })
    : await registry.getLatestSchemaId(subject)
  return {
    name: '@kafkajs/confluent-schema-registry',
    encode: intent => registry.encode(id, intent),
    decode: value => registry.decode(value),
  }
}

// @confluentinc/schemaregistry: the serializer takes the newest schema of the topic's subject.
// (Left to itself it would make a schema up from the first record, which the ledger cannot know.)
async function confluentCodec (registryUrl, topics, schema) {
  const client = new SchemaRegistryClient({ baseURLs: [registryUrl] })
  if (schema) {
    await client.register(`${topics.intents}-value`, { schemaType: 'AVRO', schema })
  }
  const serializer = new AvroSerializer(client, SerdeType.VALUE, {
    autoRegisterSchemas: false,
    useLatestVersion: true,
    subjectNameStrategyType: SubjectNameStrategyType.TOPIC,
  })
  // Without a strategy this one asks the registry for one, as the library does unless told.
  const deserializer = new AvroDeserializer(client, SerdeType.VALUE, {})
  return {
    name: '@confluentinc/schemaregistry',
    encode: intent => serializer.serialize(topics.intents, intent),
    decode: value => deserializer.deserialize(topics.receipts, value),
  }
}

module.exports = { kafkajsCodec, confluentCodec }
