package io.onefold.connector.simulated;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Which idempotency keys the provider knows. Guarded by the provider. */
final class KeyMemory {
  /**
   * The first call under a key.
   *
   * @param finishedAt until then it runs
   */
  record FirstCall(
      Instant at,
      String path,
      String bodyHash,
      StoredItem item,
      Instant finishedAt,
      WriteStep step) {}

  /** What a key says about a new call. */
  sealed interface Verdict {
    /** Go on as if there were no key. */
    record Fresh() implements Verdict {}

    /** Answer with this status and do nothing. */
    record Refused(int status, String code) implements Verdict {}

    /** Answer as the first time and do nothing. */
    record Replayed(FirstCall first) implements Verdict {}
  }

  private static final Verdict FRESH = new Verdict.Fresh();

  private final Map<String, FirstCall> calls = new HashMap<>();

  Verdict judge(ProviderProfile.Keys rules, String key, String path, String bodyHash, Instant now) {
    FirstCall first = calls.get(key);
    if (first == null || !now.isBefore(first.at().plus(rules.window()))) {
      return FRESH;
    }
    boolean runs = now.isBefore(first.finishedAt());
    if (runs) {
      return rules
          .inFlight()
          .<Verdict>map(status -> new Verdict.Refused(status, "idempotency_key_in_use"))
          .orElse(FRESH);
    }
    if (now.isBefore(first.item().committedAt().plus(rules.protectsAfter()))) {
      return FRESH;
    }
    boolean other = !first.bodyHash().equals(bodyHash) || !first.path().equals(path);
    Optional<Integer> mismatch = rules.mismatch().filter(status -> other);
    return mismatch
        .<Verdict>map(status -> new Verdict.Refused(status, "idempotency_key_reused"))
        .orElseGet(() -> new Verdict.Replayed(first));
  }

  /** Only calls that store something are remembered: what was refused may be tried again. */
  void remember(String key, FirstCall call) {
    calls.putIfAbsent(key, call);
  }
}
