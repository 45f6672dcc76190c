package io.onefold.connector.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.onefold.connector.Connector;
import io.onefold.connector.Evidence;
import io.onefold.connector.Observation;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.AcceptedLater;
import io.onefold.destination.Destination;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** What a test of a connector brings, and what holds for every send and every readback. */
abstract class ConnectorFixture {
  /** Longer than any call may take, with a send timeout of about a second. */
  protected static final Duration LONGEST_CALL = Duration.ofSeconds(20);

  /** The operation of this test. */
  protected final String operation = "op-" + UUID.randomUUID();

  /** The connector under test; the same one throughout a test. */
  protected abstract Connector connector();

  /** The contract that it follows. */
  protected abstract Destination destination();

  /** Puts the destination into a situation for one operation. */
  protected abstract void arrange(String operation, Situation situation);

  /** The approved bytes, JSON, of one operation. */
  protected abstract byte[] payload(String operation);

  /** How many writes of an operation the destination has fully read. */
  protected abstract int writes(String operation);

  /** How many items of an operation the destination has stored. */
  protected abstract int effects(String operation);

  /** Situations that this kind of destination cannot be in; their tests are skipped. */
  protected Set<Situation> impossible() {
    return Set.of();
  }

  /** Values that must be in no result; empty if the destination needs no credentials. */
  protected List<String> secrets() {
    return List.of();
  }

  /** Puts the destination into the situation, or skips the test. */
  protected final void given(Situation situation) {
    assumeTrue(!impossible().contains(situation), situation + " is not possible here");
    arrange(operation, situation);
  }

  /** One attempt, with what holds for all of them. */
  protected final SendResult send() {
    int before = writes(operation);
    Instant start = Instant.now();
    SendResult result = connector().send(request(operation, 1), () -> true);
    assertTrue(Duration.between(start, Instant.now()).compareTo(LONGEST_CALL) < 0, "took too long");
    assertTrue(writes(operation) - before <= 1, "more than one request for one send");
    assertFalse(result.message().isBlank(), "a message for people");
    assertNoSecret(result.toString());
    return result;
  }

  /** One readback after an attempt, with what holds for all of them. */
  protected final Observation readback(SendResult sent) {
    boolean accepted = sent instanceof Accepted || sent instanceof AcceptedLater;
    int writesBefore = writes(operation);
    Observation seen = connector().readback(readbackOf(operation, sent.evidence(), accepted));
    assertEquals(writesBefore, writes(operation), "a readback is read-only");
    assertFalse(seen.message().isBlank(), "a message for people");
    assertNoSecret(seen.toString());
    return seen;
  }

  private void assertNoSecret(String text) {
    for (String secret : secrets()) {
      assertFalse(text.contains(secret), "a secret stands in: " + text);
    }
  }

  /** A request for the operation. */
  protected final SendRequest request(String operation, int token) {
    return new SendRequest(
        destination(),
        operation,
        token,
        "publish",
        payload(operation),
        "application/json",
        Map.of(),
        Instant.now());
  }

  /** A readback of the operation, knowing what an answer told. */
  protected final ReadbackRequest readbackOf(String operation, Evidence known, boolean accepted) {
    return new ReadbackRequest(
        destination(),
        operation,
        payload(operation),
        "application/json",
        Map.of(),
        known.providerId(),
        known.publicUrl(),
        known.job(),
        accepted,
        Optional.of(Instant.now()));
  }
}
