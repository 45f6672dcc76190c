package io.onefold.proof.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Topics;
import io.onefold.standalone.EmbeddedKafka;
import io.onefold.standalone.TopicAdmin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long an audit of a million journal events takes, and how much memory. */
@Tag("campaign")
class AuditSizeIT {
  private static final long EVENTS = Long.getLong("onefold.audit.events", 1_000_000);
  private static final int PARTITIONS = 6;
  private static final long MOST_KIB = 512 << 10;

  @TempDir Path folder;

  @Test
  void shouldAuditAMillionEventsInHalfAGibibyteWhenTheyLieInABroker() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.start(folder.resolve("kafka"), 0)) {
      // given
      Map<String, Object> client = Map.of("bootstrap.servers", kafka.bootstrapServers());
      try (TopicAdmin admin =
          new TopicAdmin(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
        admin.ensure(
            Topics.standard().specs(List.of()), Optional.of(PARTITIONS), Optional.of((short) 1));
      }
      LongJournal journal = write(client);
      assertOffsets(client, journal);

      // when
      Path report = folder.resolve("report.json");
      long began = System.nanoTime();
      Process audit = audit(kafka.bootstrapServers(), report);
      long peakKib = peak(audit);
      int exit = audit.waitFor();
      long tookMs = (System.nanoTime() - began) / 1_000_000;

      // then
      String told =
          "%d journal events: %d ms, %d MiB resident at most"
              .formatted(journal.events(), tookMs, peakKib >> 10);
      System.out.println(told);
      assertEquals(0, exit, Files.readString(folder.resolve("audit.log")));
      assertTrue(Files.readString(report).contains("\"journalEvents\":" + journal.events()), told);
      assertTrue(peakKib > 0 && peakKib < MOST_KIB, told);
    }
  }

  private static LongJournal write(Map<String, Object> client) {
    Map<String, Object> settings = new HashMap<>(client);
    settings.put("linger.ms", "20");
    settings.put("batch.size", "262144");
    settings.put("buffer.memory", "67108864");
    settings.put("acks", "all");
    AtomicLong failed = new AtomicLong();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      LongJournal journal =
          new LongJournal(
              PARTITIONS,
              (topic, partition, key, value, at) -> {
                var unused =
                    producer.send(
                        new ProducerRecord<>(topic, partition, at, key, value),
                        (metadata, failure) -> failed.addAndGet(failure == null ? 0 : 1));
              });
      for (long number = 0; journal.events() < EVENTS; number++) {
        journal.operation(number);
      }
      producer.flush();
      assertEquals(0, failed.get(), "records that were not written");
      return journal;
    }
  }

  /** Causes name offsets: they must be those at which the records really stand. */
  private static void assertOffsets(Map<String, Object> client, LongJournal journal) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      journal
          .ends()
          .forEach(
              (place, end) -> {
                int dash = place.lastIndexOf('-');
                TopicPartition partition =
                    new TopicPartition(
                        place.substring(0, dash), Integer.parseInt(place.substring(dash + 1)));
                assertEquals(end, consumer.endOffsets(List.of(partition)).get(partition), place);
              });
    }
  }

  private Process audit(String brokers, Path report) throws Exception {
    Path launcher = Path.of("..", "onefold").toAbsolutePath().normalize();
    return new ProcessBuilder(
            launcher.toString(),
            "audit",
            "--bootstrap-servers",
            brokers,
            "--report",
            report.toString())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("audit.log").toFile())
        .start();
  }

  /** The largest resident set, in KiB: the launcher becomes the JVM, so that it is one process. */
  private static long peak(Process process) throws Exception {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    long peak = 0;
    while (process.isAlive()) {
      try {
        for (String line : Files.readAllLines(status)) {
          if (line.startsWith("VmHWM:")) {
            peak = Math.max(peak, Long.parseLong(line.replaceAll("\\D", "")));
          }
        }
      } catch (java.io.IOException e) {
        // It has just ended.
      }
      Thread.sleep(100);
    }
    return peak;
  }
}
