package io.onefold.topology;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/** The record's own time; a record without one is as old as can be, and still read. Stateless. */
public final class RecordTime implements TimestampExtractor {
  @Override
  public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
    return Math.max(0, record.timestamp());
  }
}
