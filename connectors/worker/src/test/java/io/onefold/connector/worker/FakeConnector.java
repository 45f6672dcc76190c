package io.onefold.connector.worker;

import io.onefold.connector.Connector;
import io.onefold.connector.Evidence;
import io.onefold.connector.Observation;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendGate;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A connector whose answers a test decides. Unless told otherwise, everything is accepted. */
final class FakeConnector implements Connector {
  final List<SendRequest> writes = new CopyOnWriteArrayList<>();
  final List<ReadbackRequest> looks = new CopyOnWriteArrayList<>();
  volatile BiFunction<SendRequest, SendGate, SendResult> onSend =
      (request, gate) -> write(request, gate);
  volatile Function<ReadbackRequest, Observation> onReadback = request -> found();
  volatile boolean closed;

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public SendResult send(SendRequest request, SendGate gate) {
    return onSend.apply(request, gate);
  }

  @Override
  public Observation readback(ReadbackRequest request) {
    looks.add(request);
    return onReadback.apply(request);
  }

  @Override
  public void close() {
    closed = true;
  }

  SendResult write(SendRequest request, SendGate gate) {
    if (!gate.open()) {
      return new SendResult.NotSent(
          SendResult.NotSent.Why.LEASE_TOO_SHORT, "no time left", Evidence.NONE);
    }
    writes.add(request);
    return accepted();
  }

  static SendResult accepted() {
    return new SendResult.Accepted("201", evidence("id-1"), Optional.of("key-1"));
  }

  static SendResult deferred(Duration retryAfter) {
    return new SendResult.Deferred(retryAfter, "429", Evidence.NONE, Optional.empty());
  }

  static SendResult refused() {
    return new SendResult.Refused(
        SendResult.Refused.Why.REJECTED_BY_DESTINATION, "400", Evidence.NONE, Optional.empty());
  }

  static SendResult unknown() {
    return new SendResult.Unknown(
        SendResult.Unknown.Why.TIMEOUT, "no answer", Evidence.NONE, Optional.empty());
  }

  static SendResult notSent(SendResult.NotSent.Why why) {
    return new SendResult.NotSent(why, "not sent", Evidence.NONE);
  }

  static Observation found() {
    return new Observation.Found(
        Observation.Found.Kind.MATCH,
        "id",
        1,
        Optional.of("id-1"),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        "there");
  }

  static Evidence evidence(String providerId) {
    return new Evidence(
        Optional.of(201),
        Optional.of(providerId),
        Optional.empty(),
        Optional.empty(),
        Optional.of("{}"));
  }
}
