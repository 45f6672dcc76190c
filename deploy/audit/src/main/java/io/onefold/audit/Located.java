package io.onefold.audit;

import org.apache.avro.specific.SpecificRecord;

/**
 * What a record says, where it lies.
 *
 * @param hash of content that was left out; empty where nothing was
 */
record Located<T extends SpecificRecord>(TopicRecord at, T what, String hash) {}
