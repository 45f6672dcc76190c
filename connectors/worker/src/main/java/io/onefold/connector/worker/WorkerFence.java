package io.onefold.connector.worker;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.Topics;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;

/**
 * An operator's word that a worker is dead and comes back, if at all, only as a new life.
 *
 * <p>It lets the ledger treat that worker's open attempts as over. A worker that still runs must be
 * stopped first: nothing here stops it.
 */
public final class WorkerFence {
  private static final String CLIENT_ID = "onefold-worker-fence";

  private final String bootstrapServers;
  private final Map<String, Object> kafka;
  private final Topics topics;

  /**
   * Prepares the connection; nothing is sent yet.
   *
   * @param bootstrapServers Kafka addresses, {@code host:port}, separated by commas
   * @param kafka further client properties, for example security
   * @param topics names of the topics
   */
  public WorkerFence(String bootstrapServers, Map<String, Object> kafka, Topics topics) {
    this.bootstrapServers = bootstrapServers;
    this.kafka = Map.copyOf(kafka);
    this.topics = topics;
  }

  /**
   * Declares a worker dead and waits until every partition has it.
   *
   * @param workerId the dead worker
   * @param reason why it is known to be dead, for the record; not blank
   * @param by who says so; not blank
   * @param lastIncarnation the dead life's number, where it is known. Empty: this machine's clock
   *     gives one, which is right as long as it is not ahead of the worker's machine by more than
   *     the time until the worker starts again
   * @throws IllegalArgumentException if a value is not allowed
   * @throws IllegalStateException if the topic is missing
   * @throws org.apache.kafka.common.KafkaException if Kafka cannot be reached
   */
  public void fence(String workerId, String reason, String by, OptionalLong lastIncarnation)
      throws InterruptedException {
    WorkerSettings.checkWorkerId(workerId);
    if (reason.isBlank() || by.isBlank()) {
      throw new IllegalArgumentException("a fence needs a reason and the name of who declares it");
    }
    long next =
        lastIncarnation.isPresent()
            ? Math.addExact(lastIncarnation.getAsLong(), 1)
            : WorkerClock.SYSTEM.now().toEpochMilli();
    ProviderEvent event =
        new ProviderEvents(workerId, next, WorkerClock.SYSTEM).fenced(reason + " (" + by + ")");
    int partitions;
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(KafkaClients.consumer(bootstrapServers, CLIENT_ID, CLIENT_ID, kafka))) {
      partitions = StartChecks.count(consumer, topics.providerEvents());
    }
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(KafkaClients.producer(bootstrapServers, CLIENT_ID, kafka));
    try (AvroSerde<ProviderEvent> serde =
        AvroSerde.of(ProviderEvent.class, SchemaIds.from(kafka))) {
      StartRecord.write(producer, serde.serializer(), topics.providerEvents(), partitions, event);
    } finally {
      producer.close(KafkaClients.CLOSE);
    }
  }
}
