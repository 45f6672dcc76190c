package io.onefold.example;

import io.micronaut.configuration.kafka.annotation.KafkaClient;
import io.micronaut.configuration.kafka.annotation.KafkaKey;
import io.micronaut.configuration.kafka.annotation.Topic;
import io.micronaut.core.annotation.Nullable;
import io.micronaut.messaging.annotation.MessageBody;
import io.micronaut.messaging.annotation.MessageHeader;
import org.apache.kafka.clients.producer.RecordMetadata;

/** This service's own topic for records that it cannot read. */
@KafkaClient(id = "dead-letters", acks = KafkaClient.Acknowledge.ALL)
interface DeadLetters {
  /**
   * Keeps a record as it came, and returns when the brokers have it.
   *
   * @param origin where it stands: topic, partition and offset
   * @param problem what is wrong with it
   */
  @Topic("${outcomes.dead-letters}")
  RecordMetadata keep(
      @Nullable @KafkaKey String key,
      @MessageBody byte[] value,
      @MessageHeader("origin") String origin,
      @MessageHeader("problem") String problem);
}
