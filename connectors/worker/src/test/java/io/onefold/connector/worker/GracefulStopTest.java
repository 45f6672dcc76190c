package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.SendResult;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.ClaimRequested;
import io.onefold.schema.Command;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.SchemaIds;
import io.onefold.schema.SendReported;
import io.onefold.schema.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads and clocks: a stop is about calls that do not come back. */
@Timeout(30)
class GracefulStopTest {
  private static final Topics TOPICS = Topics.standard();

  private final AvroSerde<ProviderEvent> events =
      AvroSerde.of(ProviderEvent.class, SchemaIds.from(Map.of()));
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final Inbox inbox = new Inbox(consumer::wakeup);
  private final WorkerMetrics metrics = new WorkerMetrics();
  private final WorkerClock clock = WorkerClock.SYSTEM;
  private final Reporter reporter =
      new Reporter(TOPICS, producer, events.serializer(), inbox, clock, metrics);
  private final FakeConnector connector = new FakeConnector();
  private final WorkerCore core =
      new WorkerCore(
          WorkerLimits.of(8, 4),
          new Catalogue(Contracts.blogAndShop().all(), List.of(connector)),
          new ClaimIds(),
          new ProviderEvents("w1", 7, clock),
          metrics,
          new KafkaOutlet(reporter, inbox));
  private final CommandLoop loop =
      new CommandLoop(
          consumer,
          TOPICS.commands("default"),
          new CommandReader(AvroSerde.of(Command.class, SchemaIds.from(Map.of())).deserializer()),
          core,
          reporter,
          inbox,
          clock,
          metrics);
  private final GracefulStop stop = new GracefulStop(core, loop, reporter, inbox, clock);

  @Test
  void shouldLetARunningAttemptEnd() throws InterruptedException {
    CountDownLatch opened = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    connector.onSend =
        (request, gate) -> {
          SendResult result = connector.write(request, gate);
          opened.countDown();
          awaitQuietly(answer);
          return result;
        };
    run("op");
    opened.await();
    inbox.post(answer::countDown);

    stop.run(Duration.ofSeconds(20));

    assertEquals("ACCEPTED", only().getResult());
  }

  @Test
  void shouldInterruptAndReportUnknownWhenACallDoesNotEnd() throws InterruptedException {
    CountDownLatch opened = new CountDownLatch(1);
    connector.onSend =
        (request, gate) -> {
          assertTrue(gate.open());
          opened.countDown();
          awaitQuietly(new CountDownLatch(1));
          return FakeConnector.unknown();
        };
    run("op");
    opened.await();

    stop.run(Duration.ofSeconds(1));

    assertEquals("UNKNOWN", only().getResult());
    assertEquals(0, core.runningCalls());
  }

  @Test
  void shouldReportForACallThatIgnoresTheInterrupt() throws InterruptedException {
    CountDownLatch opened = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    connector.onSend =
        (request, gate) -> {
          assertTrue(gate.open());
          opened.countDown();
          while (release.getCount() > 0) {
            LockSupport.parkNanos(1_000_000);
            Thread.interrupted();
          }
          return FakeConnector.accepted();
        };
    run("op");
    opened.await();

    stop.run(Duration.ofSeconds(1));

    assertEquals("UNKNOWN", only().getResult());
    assertEquals("INTERRUPTED", only().getDetail());
    release.countDown();
  }

  @Test
  void shouldReportAnAcceptedSendWhoseReadbackDoesNotEnd() throws InterruptedException {
    CountDownLatch looking = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    connector.onReadback =
        request -> {
          looking.countDown();
          while (release.getCount() > 0) {
            LockSupport.parkNanos(1_000_000);
            Thread.interrupted();
          }
          return FakeConnector.found();
        };
    run("op");
    looking.await();

    stop.run(Duration.ofSeconds(1));

    assertEquals("ACCEPTED", only().getResult());
    release.countDown();
  }

  private void run(String operationId) {
    core.handle(Commands.send(operationId, 1), new Position(0, 0));
    core.tick();
    String claimId = facts(ClaimRequested.class).getFirst().getClaimId();
    core.handle(Commands.grant(operationId, 1, claimId), new Position(0, 1));
  }

  private SendReported only() {
    assertEquals(1, facts(SendReported.class).size());
    return facts(SendReported.class).getFirst();
  }

  private <F> List<F> facts(Class<F> kind) {
    return producer.history().stream()
        .map(each -> events.deserializer().deserialize(each.topic(), each.value()).getFact())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
