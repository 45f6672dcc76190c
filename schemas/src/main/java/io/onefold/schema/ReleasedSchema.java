package io.onefold.schema;

import org.apache.avro.Schema;

/**
 * One released version of a message's schema. Never changed once released.
 *
 * @param id the number in the wire format, unique over all messages
 * @param message the message
 * @param version from 1, without gaps
 * @param text the schema as JSON, with its documentation
 * @param schema the parsed text
 */
public record ReleasedSchema(int id, Message message, int version, String text, Schema schema) {}
