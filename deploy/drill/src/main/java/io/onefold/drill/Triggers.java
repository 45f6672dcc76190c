package io.onefold.drill;

import static io.onefold.drill.Scenario.LaneKind.COMMON;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.Intent;
import io.onefold.schema.SchemaIds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The undisturbed operation, and everything that is asked for or offered more than once. */
final class Triggers {
  private static final int CALLERS = 8;
  private static final int RACES = 4;

  private Triggers() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            Scenarios.PLAIN,
            "one operation, undisturbed",
            COMMON,
            0,
            1,
            subject -> Duration.ofSeconds(5),
            subject -> Optional.empty(),
            Triggers::plain),
        new Scenario(
            "duplicates",
            "the same intent nine times at once",
            COMMON,
            1,
            1,
            subject -> Duration.ofSeconds(5),
            subject -> Optional.empty(),
            Triggers::duplicates),
        new Scenario(
            "race",
            "workers race for the same attempt",
            COMMON,
            1,
            RACES,
            subject -> subject.lease().plusSeconds(8),
            subject -> Optional.empty(),
            Triggers::race));
  }

  private static void plain(Trial trial) throws Exception {
    Operation operation = trial.operation();
    trial.did("submitted once, nothing disturbed");
    trial.submit(operation);
    Outcome outcome = trial.end(operation);
    trial.findings(new Judging(trial.subject()).once(outcome, Optional.empty()));
    if (trial.subject().http().item().content().isEmpty()) {
      trial.note("the contract compares no content, so another content would not be noticed");
    }
  }

  private static void duplicates(Trial trial) throws Exception {
    Operation operation = trial.operation();
    CyclicBarrier together = new CyclicBarrier(CALLERS + 1);
    List<Callable<Object>> callers = new ArrayList<>();
    IntStream.range(0, CALLERS)
        .forEach(
            caller ->
                callers.add(
                    () -> {
                      together.await(30, TimeUnit.SECONDS);
                      return trial.lane().client().submit(operation.bytes());
                    }));
    callers.add(() -> onTopic(trial.lane(), operation, together));
    try (ExecutorService threads = Executors.newFixedThreadPool(CALLERS + 1)) {
      for (Future<Object> caller : threads.invokeAll(callers)) {
        caller.get(60, TimeUnit.SECONDS);
      }
    }
    trial.did(CALLERS + " callers and the topic brought the same intent at the same moment");
    Outcome outcome = trial.end(operation);
    trial.findings(new Judging(trial.subject()).once(outcome, Optional.empty()));
    if (outcome.writes().size() > 1) {
      trial.finding(
          "%d writes were sent for %s; only one should have been"
              .formatted(outcome.writes().size(), operation.id()));
    }
  }

  private static Object onTopic(Lane lane, Operation operation, CyclicBarrier together)
      throws Exception {
    String topic = lane.topics().intents();
    byte[] value =
        AvroSerde.of(Intent.class, SchemaIds.from(Map.of()))
            .serializer()
            .serialize(topic, operation.intent());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", lane.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      byte[] key = operation.id().getBytes(StandardCharsets.UTF_8);
      together.await(30, TimeUnit.SECONDS);
      return producer.send(new ProducerRecord<>(topic, key, value)).get(30, TimeUnit.SECONDS);
    }
  }

  private static void race(Trial trial) throws Exception {
    List<Operation> operations =
        IntStream.rangeClosed(1, RACES).mapToObj(number -> trial.operation("-" + number)).toList();
    try (CommandRace race =
        CommandRace.start(trial.lane(), operations.stream().map(Operation::id).toList())) {
      operations.forEach(trial::submit);
      for (Operation operation : operations) {
        Outcome outcome = trial.end(operation);
        trial.findings(new Judging(trial.subject()).once(outcome, Optional.empty()));
        if (outcome.writes().size() > 1) {
          trial.finding(
              "%d writes were sent for %s; only one should have been"
                  .formatted(outcome.writes().size(), operation.id()));
        }
      }
      trial.did(
          "the first offer of %d operations was put before all %d workers; of one, %d claimed it"
              .formatted(RACES, Stage.WORKERS, race.mostClaimants()));
    }
  }
}
