package io.onefold.connector.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.Connector;
import io.onefold.connector.Evidence;
import io.onefold.connector.Observation;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendGate;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.AcceptedLater;
import io.onefold.connector.SendResult.Deferred;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.SendResult.Unknown;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reaches a {@link SimulatedProvider} without a network. It sends the operation ID as reference
 * and, where the contract declares a key, as key, and classifies with the defaults only.
 * Thread-safe.
 */
public final class SimulatedConnector implements Connector {
  private final SimulatedProvider provider;
  private final Pause pause;
  private final Map<String, Deque<NotSent.Why>> obstacles = new HashMap<>();

  /** A connector to this provider. */
  public SimulatedConnector(SimulatedProvider provider, Pause pause) {
    this.provider = provider;
    this.pause = pause;
  }

  /** The next sends of this operation fail before their first byte, one for each obstacle. */
  public void obstruct(String operation, NotSent.Why... whys) {
    synchronized (obstacles) {
      obstacles.put(operation, new ArrayDeque<>(List.of(whys)));
    }
  }

  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public SendResult send(SendRequest request, SendGate gate) {
    Optional<NotSent.Why> obstacle = nextObstacle(request.operationId());
    if (obstacle.isPresent()) {
      return new NotSent(obstacle.get(), "An obstacle was set up", Evidence.NONE);
    }
    if (!gate.open()) {
      return new NotSent(
          NotSent.Why.LEASE_TOO_SHORT,
          "The lease left too little time for the call",
          Evidence.NONE);
    }
    Optional<String> key =
        request.destination().http().idempotency().map(declared -> request.operationId());
    Answering answering =
        provider.write(new WriteRequest(request.operationId(), "/items", key, request.payload()));
    return result(answering, request.destination().effectiveSendTimeout(), key);
  }

  private Optional<NotSent.Why> nextObstacle(String operation) {
    synchronized (obstacles) {
      return Optional.ofNullable(obstacles.get(operation)).map(Deque::poll);
    }
  }

  private SendResult result(Answering answering, Duration timeout, Optional<String> key) {
    boolean tooLate = answering.after().compareTo(timeout) > 0;
    try {
      pause.of(tooLate ? timeout : answering.after());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return unknown(Unknown.Why.INTERRUPTED, "The caller was interrupted", Evidence.NONE, key);
    }
    if (tooLate) {
      return unknown(
          Unknown.Why.TIMEOUT,
          "No answer within " + timeout.toMillis() + " ms",
          Evidence.NONE,
          key);
    }
    return answering instanceof Answering.Whole whole
        ? classified(whole, key)
        : unknown(Unknown.Why.CONNECTION_LOST, "The connection was lost", Evidence.NONE, key);
  }

  private static SendResult unknown(
      Unknown.Why why, String message, Evidence evidence, Optional<String> key) {
    return new Unknown(why, message, evidence, key);
  }

  private static SendResult classified(Answering.Whole whole, Optional<String> key) {
    JsonNode body = Json.object(whole.bytes());
    Evidence evidence =
        new Evidence(
            Optional.of(whole.status()),
            Json.text(body, "/id"),
            Json.text(body, "/url"),
            Json.text(body, "/job"),
            Optional.of(whole.body()));
    String message = "The provider answered " + whole.status();
    return switch (whole.status() / 100) {
      case 2 -> success(whole.status(), message, evidence, key);
      case 3 -> unknown(Unknown.Why.REDIRECTED, message, evidence, key);
      case 4 -> refusal(whole, Json.text(body, "/code").orElse(""), message, evidence, key);
      default -> unknown(Unknown.Why.SERVER_ERROR, message, evidence, key);
    };
  }

  private static SendResult success(
      int status, String message, Evidence evidence, Optional<String> key) {
    if (status == 202 || evidence.job().isPresent()) {
      return new AcceptedLater(message, evidence, key);
    }
    return evidence.providerId().isPresent()
        ? new Accepted(message, evidence, key)
        : unknown(Unknown.Why.ANSWER_WITHOUT_ID, message, evidence, key);
  }

  private static SendResult refusal(
      Answering.Whole whole, String code, String message, Evidence evidence, Optional<String> key) {
    return switch (whole.status()) {
      case 401, 403 ->
          new Refused(
              code.isEmpty() ? Refused.Why.AUTHORIZATION : Refused.Why.REJECTED_BY_DESTINATION,
              message,
              evidence,
              key);
      case 429 ->
          new Deferred(
              Duration.ofSeconds(Long.parseLong(whole.headers().getOrDefault("Retry-After", "30"))),
              message,
              evidence,
              key);
      default ->
          switch (code) {
            case "idempotency_key_in_use" ->
                unknown(Unknown.Why.KEY_IN_FLIGHT, message, evidence, key);
            case "idempotency_key_reused" ->
                unknown(Unknown.Why.KEY_MISMATCH, message, evidence, key);
            default -> new Refused(Refused.Why.REJECTED_BY_DESTINATION, message, evidence, key);
          };
    };
  }

  @Override
  public Observation readback(ReadbackRequest request) {
    return new SimulatedReadback(provider, request).ask();
  }

  @Override
  public void close() {}
}
