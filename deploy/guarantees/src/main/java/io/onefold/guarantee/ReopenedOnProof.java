package io.onefold.guarantee;

import io.onefold.schema.DestinationEvent;
import io.onefold.schema.OperationEvent;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The controls of destinations: their events are numbered without gaps, chained, and the same in
 * every partition; a destination is opened again by nothing but a test that began while it was
 * suspended, of one operation at a time, and that operation is VERIFIED.
 */
final class ReopenedOnProof implements Guarantee {
  private static final String PROMISE =
      "A suspended destination is opened again only by a controlled test that is VERIFIED.";

  /** Magic byte and schema ID: they belong to the topic, not to the record. */
  private static final int HEADER_BYTES = 5;

  private static final int CHAIN_BYTES = 32;

  private final Map<String, TreeMap<Long, Told>> controls = new HashMap<>();
  private final Set<String> verified = new HashSet<>();

  /** An event with its bytes. */
  @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
  private record Told(DestinationEvent event, byte[] value) {}

  @Override
  public String promise() {
    return PROMISE;
  }

  @Override
  public void see(Seen seen, Consumer<Violation> violations) {
    switch (seen) {
      case Seen.Journalled journalled -> {
        OperationEvent event = journalled.event();
        if (event.getStateAfter().equals("VERIFIED")) {
          verified.add(event.getOperationId());
        }
      }
      case Seen.Controlled control
          when control.record().getFact() instanceof DestinationEvent event ->
          keep(control.record().getDestination(), new Told(event, control.value()), violations);
      case Seen other -> {}
    }
  }

  private void keep(String destination, Told told, Consumer<Violation> violations) {
    Told before =
        controls
            .computeIfAbsent(destination, any -> new TreeMap<>())
            .putIfAbsent(told.event().getSequence(), told);
    if (before != null && !Arrays.equals(before.value(), told.value())) {
      add(
          violations,
          "two-controls",
          "",
          "event %d of destination %s is told in two ways"
              .formatted(told.event().getSequence(), destination));
    }
  }

  @Override
  public void conclude(Consumer<Violation> violations) {
    controls.forEach((destination, events) -> follow(destination, events, violations));
  }

  private void follow(
      String destination, SortedMap<Long, Told> events, Consumer<Violation> violations) {
    long sequence = 0;
    byte[] chain = new byte[CHAIN_BYTES];
    String phase = "OPEN";
    String test = "";
    for (Told told : events.values()) {
      DestinationEvent event = told.event();
      String where = "event %d of destination %s".formatted(event.getSequence(), destination);
      if (event.getSequence() != sequence + 1) {
        add(violations, "control-gap", "", where + " follows " + sequence);
      }
      sequence = event.getSequence();
      byte[] expected = chained(chain, told.value());
      chain = bytes(event.getChain());
      if (!Arrays.equals(expected, chain)) {
        add(violations, "control-chain-broken", "", where + " does not continue the chain");
      }
      String next = event.getState().getPhase();
      if (!allowed(phase, event.getConclusion(), next)) {
        add(
            violations,
            "control-jumps",
            "",
            "%s makes %s of %s by %s".formatted(where, next, phase, event.getConclusion()));
      }
      if (event.getConclusion().equals("REOPEN") && !verified.contains(test)) {
        add(
            violations,
            "reopened-without-proof",
            test,
            "%s opens it, but operation %s was never VERIFIED".formatted(where, test));
      }
      phase = next;
      test = event.getState().getTestOperation();
    }
  }

  private static boolean allowed(String before, String conclusion, String after) {
    return switch (conclusion) {
      case "SUSPEND" -> before.equals("OPEN") && after.equals("SUSPENDED");
      case "TEST" -> before.equals("SUSPENDED") && after.equals("TESTING");
      case "REOPEN" -> before.equals("TESTING") && after.equals("OPEN");
      case "TEST_FAILED" -> before.equals("TESTING") && after.equals("SUSPENDED");
      case "NOTE", "REFUSE" -> before.equals(after);
      default -> false;
    };
  }

  private static byte[] chained(byte[] before, byte[] value) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(before);
      digest.update(value, HEADER_BYTES, value.length - HEADER_BYTES - 1 - CHAIN_BYTES);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static void add(
      Consumer<Violation> violations, String rule, String operation, String finding) {
    violations.accept(new Violation(PROMISE, rule, operation, finding));
  }
}
