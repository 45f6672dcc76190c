package io.onefold.proof.simulation;

import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.guarantee.Assumption;
import java.time.Duration;
import java.util.Optional;

/** What a destination does with one request: mostly what it should. */
final class Answers {
  private final History history;

  Answers(History history) {
    this.history = history;
  }

  /**
   * The next write of an operation.
   *
   * @param room most milliseconds until it must be committed
   */
  Script toWrite(String operation, long room) {
    Optional<History.Storm> storm = history.storm();
    if (storm.isPresent()) {
      return Script.of(WriteStep.refuse(limited(storm.get().retryAfter().toSeconds())));
    }
    if (history.areCredentialsWithdrawn()) {
      history.note(Fault.UNAUTHORISED, () -> "");
      return Script.of(WriteStep.refuse(Reply.status(history.choices().below(2) == 0 ? 401 : 403)));
    }
    Duration commit = commitAfter(room);
    if (history.world().hasJob() && history.choices().perMille(600)) {
      return job(room);
    }
    return Script.of(step(operation, commit));
  }

  private Duration commitAfter(long room) {
    if (!history.strikes(Fault.COMMITTED_LATE, 60)) {
      return Duration.ZERO;
    }
    return Duration.ofMillis(history.choices().anyUpTo(Math.min(room, 6 * 60 * 60_000L)));
  }

  private Script job(long room) {
    long pending = history.choices().anyUpTo(Math.min(room, 9 * 60_000L));
    boolean fails = history.strikes(Fault.JOB_FAILED, 200);
    WriteStep step =
        fails
            ? WriteStep.refuse(Reply.status(202))
            : WriteStep.commit(Duration.ofMillis(pending), Reply.status(202));
    return Script.of(step).job(Duration.ofMillis(pending), !fails);
  }

  private WriteStep step(String operation, Duration commit) {
    if (history.strikes(Fault.ANSWER_LOST, 50)) {
      return WriteStep.commit(
          commit, history.choices().below(2) == 0 ? new Reply.Silence() : Reply.cut());
    }
    if (history.strikes(Fault.SERVER_ERROR_COMMITTED, 40)) {
      return WriteStep.commit(commit, later(500));
    }
    if (history.strikes(Fault.SERVER_ERROR, 40)) {
      return WriteStep.refuse(later(503));
    }
    if (history.strikes(Fault.RATE_LIMITED, 40)) {
      return WriteStep.refuse(limited(1 + history.choices().below(90)));
    }
    if (history.strikes(Fault.REFUSED, 40)) {
      return WriteStep.refuse(later(422).body("{\"code\":\"invalid\"}"));
    }
    if (history.strikes(Fault.UNAUTHORISED, 10)) {
      return WriteStep.refuse(later(401));
    }
    if (history.strikes(Fault.REDIRECTED, 20)) {
      Reply elsewhere = later(302).header("Location", "http://elsewhere/");
      return history.choices().below(2) == 0
          ? WriteStep.refuse(elsewhere)
          : WriteStep.commit(commit, elsewhere);
    }
    if (history.strikes(Fault.ANSWER_WITHOUT_ID, 20)) {
      return WriteStep.commit(commit, later(200).body("{}"));
    }
    if (history.world().breaks(Assumption.CLASSIFICATION_IS_TRUE)
        && history.strikes(Fault.FALSE_REFUSAL, 250)) {
      history.breaks(operation, Assumption.CLASSIFICATION_IS_TRUE);
      return WriteStep.commit(commit, falseRefusal());
    }
    return WriteStep.commit(commit, later(201));
  }

  private static Reply limited(long seconds) {
    return Reply.status(429).header("Retry-After", Long.toString(seconds));
  }

  private Reply falseRefusal() {
    return history.choices().below(2) == 0 ? later(422).body("{\"code\":\"invalid\"}") : limited(1);
  }

  private Reply.Answer later(int status) {
    Reply.Answer answer = Reply.status(status);
    return history.strikes(Fault.ANSWER_LATE, 30)
        ? answer.after(Duration.ofMillis(history.choices().anyUpTo(20_000)))
        : answer;
  }

  /** Nothing on this page, and the next one where it is not asked for. */
  private static Reply halfAnAnswer() {
    return Reply.status(200).body("{\"items\":[],\"next\":\"http://elsewhere/items\"}");
  }

  /** How a readback fails. */
  Reply toRead(boolean isSearch) {
    return switch (history.choices().below(5)) {
      case 0 -> Reply.status(503);
      case 1 -> Reply.cut();
      case 2 -> new Reply.Silence();
      case 3 -> isSearch ? halfAnAnswer() : Reply.status(500);
      default -> Reply.status(401);
    };
  }
}
