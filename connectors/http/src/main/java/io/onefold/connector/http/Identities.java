package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.destination.Destination;
import io.onefold.destination.HttpContract;
import io.onefold.destination.HttpContract.Identity;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Whose credentials these are: asked before the first call of a destination and again when the last
 * confirmation is older than the contract's {@code every}. Only a confirmation is remembered.
 * Thread-safe.
 */
final class Identities {
  /** What the probe found. */
  sealed interface Finding {
    /** The intended account, or the contract asks for no probe. */
    record Confirmed() implements Finding {}

    /** Another account or environment. */
    record Mismatch(String message) implements Finding {}

    /** The credentials are not taken at all. */
    record NotAuthorised(String message) implements Finding {}

    /** Nobody could tell. */
    record Unclear(String message) implements Finding {}
  }

  private static final Finding CONFIRMED = new Finding.Confirmed();

  private final Wire wire;
  private final HttpSettings settings;
  private final LongSupplier nanoTime;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  Identities(Wire wire, HttpSettings settings, LongSupplier nanoTime) {
    this.wire = wire;
    this.settings = settings;
    this.nanoTime = nanoTime;
  }

  /**
   * Asks if need be; callers of the same destination wait for each other, so that one question
   * serves all.
   */
  Finding check(Destination destination, OperationTexts texts) {
    Optional<Identity> identity = destination.http().identity();
    if (identity.isEmpty()) {
      return CONFIRMED;
    }
    Known one =
        known.computeIfAbsent(destination.name() + ' ' + destination.hash(), key -> new Known());
    one.lock.lock();
    try {
      if (one.isFresh(nanoTime.getAsLong(), identity.get())) {
        return CONFIRMED;
      }
      long asked = nanoTime.getAsLong();
      Finding finding = ask(destination.http(), identity.get(), texts);
      one.confirmedAt = finding.equals(CONFIRMED) ? Optional.of(asked) : Optional.empty();
      return finding;
    } finally {
      one.lock.unlock();
    }
  }

  private Finding ask(HttpContract contract, Identity identity, OperationTexts texts) {
    Map<String, String> headers = texts.headers(contract.headers(), identity.headers());
    headers.put("Cache-Control", "no-cache");
    Call call =
        new Call("GET", texts.url(identity.url()), headers, new byte[0], settings.readTimeout());
    return switch (wire.read(call)) {
      case Exchange.Answered answered -> judge(identity, answered.answer());
      case Exchange.NotStarted none -> unclear(none.message());
      case Exchange.Lost lost -> unclear(lost.message());
    };
  }

  private static Finding judge(Identity identity, Answer answer) {
    if (answer.status() == 401 || answer.status() == 403) {
      return new Finding.NotAuthorised(
          "The identity probe was answered " + answer.status() + ": the credentials are not taken");
    }
    Optional<JsonNode> body = answer.json();
    if (answer.status() != 200 || body.isEmpty()) {
      return unclear("it was answered " + answer.status() + " without a readable identity");
    }
    return identity.equalTo().entrySet().stream()
        .filter(entry -> !Json.holds(entry.getValue(), body.get().at(entry.getKey())))
        .findFirst()
        .<Finding>map(
            entry ->
                new Finding.Mismatch(
                    "The credentials belong to another account or environment: %s is %s"
                        .formatted(entry.getKey(), shown(body.get(), entry.getKey()))))
        .orElse(CONFIRMED);
  }

  private static String shown(JsonNode body, String pointer) {
    return Json.text(body, pointer)
        .map(text -> "`" + text.substring(0, Math.min(100, text.length())) + "`")
        .orElse("absent");
  }

  private static Finding unclear(String why) {
    return new Finding.Unclear("The identity probe could not tell: " + why);
  }

  private static final class Known {
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<Long> confirmedAt = Optional.empty();

    boolean isFresh(long now, Identity identity) {
      return confirmedAt.filter(at -> now - at < identity.every().toNanos()).isPresent();
    }
  }
}
