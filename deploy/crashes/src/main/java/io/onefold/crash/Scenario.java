package io.onefold.crash;

import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.WriteStep;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** What the provider does with an operation, so that every point has its traffic. */
// Scripts are never changed once they are made.
@SuppressWarnings("ImmutableEnumChecker")
enum Scenario {
  PLAIN(10, Script.of(WriteStep.commit(Reply.status(201).after(Duration.ofMillis(40)))), 1),
  ANSWER_LOST(3, Script.of(WriteStep.commit(Reply.cut())), 1),
  ANSWER_CUT_SHORT(1, Script.of(WriteStep.commit(new Reply.Cut(20, Duration.ofMillis(20)))), 1),
  SERVER_ERROR_AFTER_COMMIT(1, Script.of(WriteStep.commit(Reply.status(500))), 1),
  NO_ANSWER(1, Script.of(WriteStep.commit(new Reply.Silence())), 1),
  LOST_BEFORE_COMMIT(1, Script.of(WriteStep.refuse(Reply.cut()), WriteStep.ACCEPT), 1),
  DEFERRED(
      1,
      Script.of(WriteStep.refuse(Reply.status(429).header("Retry-After", "1")), WriteStep.ACCEPT),
      1),
  REFUSED(1, Script.of(WriteStep.refuse(Reply.status(422))), 0),
  NOT_APPROVED(1, Script.ACCEPTING, 0);

  private static final int SHARES = 20;

  /** Has no factor in common with the number of partitions, so that each gets its part. */
  private static final int ONE_IN = 21;

  private static final List<Scenario> TROUBLES =
      Arrays.stream(values()).filter(each -> each != PLAIN && each != DEFERRED).toList();

  private final int share;
  private final Script script;
  private final int effects;

  Scenario(int share, Script script, int effects) {
    this.share = share;
    this.script = script;
    this.effects = effects;
  }

  /** The scenario of the operation with this number; they follow each other in a fixed pattern. */
  static Scenario of(int number) {
    // Seven has no factor in common with the shares, so neighbours differ.
    int left = Math.floorMod(number * 7, SHARES);
    for (Scenario scenario : values()) {
      left -= scenario.share;
      if (left < 0) {
        return scenario;
      }
    }
    throw new IllegalStateException("the shares do not add up to " + SHARES);
  }

  /**
   * For a load of many a second: few are in trouble, and none is deferred. A worker sends less to a
   * destination that often fails, and nothing for a while to one that asks for a pause; with more
   * of that, a measured wait would be the worker's caution.
   */
  static Scenario ofManyASecond(int number) {
    return number % ONE_IN == 0 ? TROUBLES.get(number / ONE_IN % TROUBLES.size()) : PLAIN;
  }

  Script script() {
    return script;
  }

  /** How many effects it has where nothing goes wrong for good: 1, or none. */
  int effects() {
    return effects;
  }
}
