package io.onefold.standalone.load;

import io.onefold.schema.Approval;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.ClientKind;
import io.onefold.schema.Intent;
import io.onefold.schema.PayloadHash;
import io.onefold.schema.SchemaIds;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** One measurement. Intents go straight to their topic; receipts are read from theirs. */
public final class LoadRun {
  private static final Duration TICK = Duration.ofSeconds(1);

  private final LoadSettings settings;
  private final String name;
  private final Tally tally;
  private final List<Long> backlogs = new ArrayList<>();
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  private LoadRun(LoadSettings settings) {
    this.settings = settings;
    // A name of its own: intents of an earlier run would be duplicates.
    this.name = "load-" + Long.toString(System.currentTimeMillis(), 36);
    this.tally = new Tally(settings.count());
  }

  /**
   * Submits and waits for the receipts.
   *
   * @param progress told about once a second how far it is
   * @throws org.apache.kafka.common.KafkaException if Kafka cannot be used
   */
  public static LoadReport run(LoadSettings settings, Consumer<String> progress)
      throws InterruptedException {
    return new LoadRun(settings).run(progress);
  }

  private LoadReport run(Consumer<String> progress) throws InterruptedException {
    try (ReceiptWatch watch =
            ReceiptWatch.start(settings.kafka(), settings.topics(), this::receipt);
        KafkaProducer<String, Intent> producer = producer()) {
      long begin = System.nanoTime();
      submit(producer, begin, progress);
      producer.flush();
      watch.throwIfFailed();
      long submitted = System.nanoTime();
      drain(watch, submitted, progress);
      return new LoadReport(
          settings.rate(),
          tally.submitted(),
          tally.received(),
          tally.repeated(),
          tally.outcomes(),
          Duration.ofNanos(submitted - begin),
          Duration.ofNanos(Math.max(0, tally.lastReceiptAt() - begin)),
          tally.latencies(),
          backlogs);
    }
  }

  private void submit(
      KafkaProducer<String, Intent> producer, long begin, Consumer<String> progress) {
    long nextTick = begin + TICK.toNanos();
    for (int index = 0; index < settings.count(); index++) {
      long due = begin + index * 1_000_000_000L / settings.rate();
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      Intent intent = intent(index);
      tally.submitted(index, due);
      send(producer, intent);
      throwIfFailed();
      if (System.nanoTime() >= nextTick) {
        backlogs.add(tally.backlog());
        progress.accept(progress());
        nextTick += TICK.toNanos();
      }
    }
  }

  private void send(KafkaProducer<String, Intent> producer, Intent intent) {
    // The callback tells; the future would only say the same.
    var unused =
        producer.send(
            new ProducerRecord<>(settings.topics().intents(), intent.getOperationId(), intent),
            (metadata, error) -> {
              if (error != null) {
                failure.compareAndSet(null, error);
              }
            });
  }

  private void drain(ReceiptWatch watch, long since, Consumer<String> progress)
      throws InterruptedException {
    long until = since + settings.drain().toNanos();
    long nextTick = since + TICK.toNanos();
    while (tally.backlog() > 0 && System.nanoTime() < until) {
      throwIfFailed();
      watch.throwIfFailed();
      Thread.sleep(10);
      if (System.nanoTime() >= nextTick) {
        progress.accept(progress());
        nextTick += TICK.toNanos();
      }
    }
  }

  private String progress() {
    return tally.submitted() + " submitted, " + tally.received() + " receipts";
  }

  private void throwIfFailed() {
    Exception first = failure.get();
    if (first != null) {
      throw new org.apache.kafka.common.KafkaException("an intent was not stored", first);
    }
  }

  private void receipt(String operationId, String outcome, long now) {
    if (operationId.startsWith(name + "|")) {
      tally.received(Integer.parseInt(operationId.substring(name.length() + 1)), outcome, now);
    }
  }

  private Intent intent(int index) {
    byte[] payload = payload(index);
    long now = Instant.now().toEpochMilli();
    Approval approval = new Approval();
    approval.setPolicy("load-v1");
    approval.setDecision("APPROVED");
    approval.setBy("load");
    approval.setAtMs(now);
    approval.setPayloadHash(PayloadHash.ofBytes(payload).value());
    Intent intent = new Intent();
    intent.setOperationId(name + "|" + index);
    intent.setDestination(settings.target().destination());
    intent.setAccount(settings.target().account());
    intent.setEnvironment(settings.target().environment());
    intent.setAction("publish");
    intent.setPayload(ByteBuffer.wrap(payload));
    intent.setContentType("application/json");
    intent.setApproval(approval);
    intent.setOwner("load");
    intent.setAttributes(Map.of("slug", name + "-" + index));
    intent.setIssuedAtMs(now);
    return intent;
  }

  /** In canonical form, as every JSON payload. */
  private byte[] payload(int index) {
    String head = "{\"content\":\"";
    String tail = "\",\"slug\":\"" + name + "-" + index + "\",\"title\":\"Load\"}";
    int filling = Math.max(1, settings.payloadBytes() - head.length() - tail.length());
    return (head + "x".repeat(filling) + tail).getBytes(StandardCharsets.UTF_8);
  }

  private KafkaProducer<String, Intent> producer() {
    Map<String, Object> config = ClientKind.PRODUCER.settings(settings.kafka());
    config.put("acks", "all");
    config.put("enable.idempotence", "true");
    config.put("linger.ms", "0");
    config.put("max.block.ms", "20000");
    return new KafkaProducer<>(
        config,
        new StringSerializer(),
        AvroSerde.of(Intent.class, SchemaIds.from(settings.kafka())).serializer());
  }
}
