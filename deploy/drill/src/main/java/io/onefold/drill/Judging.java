package io.onefold.drill;

import io.onefold.connector.Observation;
import io.onefold.destination.HttpContract;
import io.onefold.faults.Exchange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is wrong with an outcome, in sentences that a person who wrote the contract understands,
 * each with what to change. Pure.
 */
final class Judging {
  private final Subject subject;

  Judging(Subject subject) {
    this.subject = subject;
  }

  /** What came of an operation that must be done exactly once. */
  List<String> once(Outcome outcome, Optional<String> whyDoubled) {
    List<String> findings = new ArrayList<>();
    int items = outcome.count().items();
    if (items > 1) {
      findings.add(doubled(outcome, whyDoubled.orElseGet(() -> usualWhy(outcome))));
    } else if (items == 0) {
      nothingStored(outcome).ifPresent(findings::add);
    } else {
      oneStored(outcome).ifPresent(findings::add);
    }
    lateWrites(outcome).ifPresent(findings::add);
    return findings;
  }

  /** What came of an operation that must have no effect and must end like this. */
  List<String> never(Outcome outcome, List<String> ends, String otherwise) {
    List<String> findings = new ArrayList<>();
    if (outcome.count().items() > 0) {
      findings.add(
          "%s for %s, and nothing should be: %s"
              .formatted(stands(outcome.count()), outcome.operation().id(), otherwise));
    }
    String end = outcome.state() + " " + outcome.reason();
    if (ends.stream().noneMatch(end::startsWith)) {
      findings.add(
          "%s ended %s: %s".formatted(outcome.operation().id(), ended(outcome), otherwise));
    }
    return findings;
  }

  private static String stands(Count count) {
    String named = count.ids().isEmpty() ? "" : " (" + String.join(", ", count.ids()) + ")";
    return count.items() == 1
        ? "1 item is stored" + named
        : "%d items are stored%s".formatted(count.items(), named);
  }

  private static String doubled(Outcome outcome, String why) {
    return "%s for %s, and only one should be: %s"
        .formatted(stands(outcome.count()), outcome.operation().id(), why);
  }

  private String usualWhy(Outcome outcome) {
    if (outcome.deliveries() < 2) {
      return "one write reached the destination, so it made several of it, or the readback takes"
          + " items of others for this one; make the readback exact, with a `match` where the"
          + " destination searches by substring";
    }
    Duration apart = apart(outcome.writes());
    return "the readback did not find the first one, so another attempt was sent "
        + "%s after it; make the readback find what was stored (its answers are in the report), or"
            .formatted(seconds(apart))
        + " set `absence: {proof: false}` so that a person decides";
  }

  /** From the first delivery of all writes to the last. */
  static Duration apart(List<Exchange> writes) {
    List<Instant> deliveries =
        writes.stream()
            .flatMap(write -> write.deliveries().stream())
            .map(Exchange.Delivery::at)
            .sorted()
            .toList();
    return deliveries.isEmpty()
        ? Duration.ZERO
        : Duration.between(deliveries.getFirst(), deliveries.getLast());
  }

  static String seconds(Duration duration) {
    long tenths = Math.round(duration.toMillis() / 100.0);
    return tenths % 10 == 0 || tenths >= 100
        ? Math.round(tenths / 10.0) + " s"
        : "%d.%d s".formatted(tenths / 10, tenths % 10);
  }

  private Optional<String> nothingStored(Outcome outcome) {
    if (outcome.state().equals("VERIFIED")) {
      return Optional.of(
          "%s is VERIFIED, but asked again the destination shows nothing of it: the readback found"
                  .formatted(outcome.operation().id())
              + " something else, or something that did not last; make the readback exact");
    }
    boolean left = outcome.open() || outcome.state().equals("UNRESOLVED");
    if (left && !subject.repeats() && outcome.deliveries() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "nothing is stored for %s: it ended %s"
            .formatted(outcome.operation().id(), ended(outcome)));
  }

  private Optional<String> oneStored(Outcome outcome) {
    return switch (outcome.state()) {
      case "VERIFIED" -> verified(outcome);
      case "UNRESOLVED" -> unresolved(outcome);
      case "REJECTED", "RESOLVED" ->
          Optional.of(
              "%s ended %s, but the destination stored it: no rule of `send.rules` may call such an"
                      .formatted(outcome.operation().id(), ended(outcome))
                  + " answer refused");
      default ->
          outcome.open()
              ? Optional.empty()
              : Optional.of("%s is still %s".formatted(outcome.operation().id(), ended(outcome)));
    };
  }

  private Optional<String> verified(Outcome outcome) {
    String id = outcome.operation().id();
    if (!outcome.view().path("receipt").isObject()) {
      return Optional.of(id + " is VERIFIED and has no receipt");
    }
    if (outcome.count().exact() && outcome.count().search() instanceof Observation.NotFound none) {
      return Optional.of(
          "%s is VERIFIED by its id, but the search does not find it, so it would be sent again if its"
                  .formatted(id)
              + " answer were lost; let the readback search by something that the write carries ("
              + none.message()
              + ")");
    }
    if (outcome.count().exact() && !outcome.count().isRight()) {
      return Optional.of(
          "%s is VERIFIED, but asked again the destination shows something else: %s"
              .formatted(id, outcome.count().search().message()));
    }
    return Optional.empty();
  }

  private Optional<String> unresolved(Outcome outcome) {
    boolean cannotAsk =
        outcome.reason().equals("NO_READBACK") || outcome.reason().equals("READBACK_UNAVAILABLE");
    if (cannotAsk && !subject.canSearch()) {
      return Optional.empty();
    }
    String advice =
        switch (outcome.reason()) {
          case "CONTENT_MISMATCH" ->
              "the stored item differs from what was sent; compare other fields in `item.content`,"
                  + " or name the normalisers that bridge what the destination changes";
          case "IDENTITY_MISMATCH" ->
              "the item stands in another account than the contract expects; correct"
                  + " `item.account` or the credentials";
          case "DUPLICATE_EFFECTS" ->
              "the readback finds more than this one; make it exact, with a `match`";
          case "READBACK_UNAVAILABLE" ->
              "the readback never gave a usable answer; its answers are in the report";
          case "PARTIAL_EFFECT" -> "`item.complete` does not hold for an item that is complete";
          case "REMOTE_REMOVED" -> "`item.removed` holds for an item that is there";
          case "REDIRECTED" -> "`send.url` is redirected; write the address that it points to";
          case "AUTHORIZATION" -> "the destination does not take the credentials";
          default -> "see the operation in the report";
        };
    return Optional.of(
        "%s ended %s, although one item is stored: %s"
            .formatted(outcome.operation().id(), ended(outcome), advice));
  }

  private static Optional<String> lateWrites(Outcome outcome) {
    long late =
        outcome.writes().stream()
            .filter(write -> write.at().isAfter(outcome.endedAt()) && !outcome.open())
            .count();
    return late == 0
        ? Optional.empty()
        : Optional.of(
            "%d more writes of %s were sent after its end"
                .formatted(late, outcome.operation().id()));
  }

  private static String ended(Outcome outcome) {
    String reason = outcome.reason().isEmpty() ? "" : " (" + outcome.reason() + ")";
    String message = outcome.message().isEmpty() ? "" : ", \"" + outcome.message() + "\"";
    return outcome.state() + reason + message;
  }

  /** Why a write that came late made two. */
  String lateDoubled(Outcome outcome, Duration lateBy) {
    return "the first was written %s after the call was given up, and `settle` is %s; set `settle`"
            .formatted(seconds(lateBy), seconds(subject.settle()))
        + " to longer than a request that was given up can take to be written and to be seen, for"
        + " example `settle: 60s`";
  }

  /** Why a key that the contract relies on made two. */
  String keyIgnored() {
    HttpContract.Idempotency key = subject.http().idempotency().orElseThrow();
    String place =
        switch (key.place()) {
          case HEADER -> "the header " + key.name();
          case QUERY -> "the query parameter " + key.name();
          case PATH -> "the path";
          case BODY_FIELD -> "the field " + key.name();
        };
    return "the same request with the same key in %s came again and was carried out again, so the"
            .formatted(place)
        + " destination ignores that key; correct where the key goes, or remove `idempotency` so"
        + " that nothing relies on it";
  }

  /** What a look for an operation that was never sent must not show. */
  Optional<String> phantom(Operation operation, Observation seen) {
    if (!(seen instanceof Observation.Found found)) {
      return Optional.empty();
    }
    return Optional.of(
        "asked by %s for %s, which was never sent, the destination shows %s: every such answer would"
                .formatted(
                    found.method(),
                    operation.id(),
                    found.providerId().map(id -> "item " + id).orElse("an item"))
            + " be taken for proof; make the readback exact: no redirect that leads to something"
            + " similar, no search by substring or without a condition, or a `match` that compares"
            + " the reference");
  }
}
