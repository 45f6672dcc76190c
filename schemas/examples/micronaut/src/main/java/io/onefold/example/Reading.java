package io.onefold.example;

import io.micronaut.configuration.kafka.config.KafkaDefaultConfiguration;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.Escalation;
import io.onefold.schema.Receipt;
import io.onefold.schema.SchemaIds;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * How records are read: with the schemas that are built in, or with those of {@code
 * kafka.schema.registry.url}.
 */
@Factory
final class Reading {
  private final SchemaIds ids;

  Reading(KafkaDefaultConfiguration kafka) {
    Map<String, Object> config = new HashMap<>();
    kafka.getConfig().forEach((name, value) -> config.put(name.toString(), value));
    ids = SchemaIds.from(config);
  }

  @Singleton
  @Bean(preDestroy = "close")
  Deserializer<Receipt> receipts() {
    return AvroSerde.of(Receipt.class, ids).deserializer();
  }

  @Singleton
  @Bean(preDestroy = "close")
  Deserializer<Escalation> escalations() {
    return AvroSerde.of(Escalation.class, ids).deserializer();
  }
}
