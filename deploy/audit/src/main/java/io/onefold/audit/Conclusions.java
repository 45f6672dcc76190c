package io.onefold.audit;

import io.onefold.schema.ClaimReceived;
import io.onefold.schema.HolderDied;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import io.onefold.schema.TimerFired;
import java.util.Set;

/** What can be concluded from an input, whatever else was recorded. */
final class Conclusions {
  /** All there are. */
  static final Set<String> KINDS =
      Set.of(
          "STAY",
          "NOTIFY",
          "OFFER",
          "SEND_OFFER",
          "GRANT_CLAIM",
          "ASK",
          "ASK_ASIDE",
          "ASK_LATER",
          "ESCALATE",
          "VERIFY",
          "REJECT",
          "RESOLVE",
          "FORGET");

  private static final Set<String> STAY = Set.of("STAY");
  private static final Set<String> TOLD = Set.of("STAY", "NOTIFY");
  private static final Set<String> ADMISSION = Set.of("OFFER", "ESCALATE", "REJECT");
  private static final Set<String> HELD_BACK =
      Set.of("STAY", "NOTIFY", "OFFER", "ESCALATE", "REJECT");
  private static final Set<String> CLAIM = Set.of("STAY", "GRANT_CLAIM", "ESCALATE", "REJECT");
  private static final Set<String> EVIDENCE =
      Set.of("STAY", "OFFER", "ASK", "ASK_ASIDE", "ASK_LATER", "ESCALATE", "VERIFY", "REJECT");
  private static final Set<String> DECISION =
      Set.of("STAY", "OFFER", "ASK", "ESCALATE", "REJECT", "RESOLVE");
  private static final Set<String> UNHEARD = Set.of("STAY", "ESCALATE");
  private static final Set<String> ATTEMPT_OVER = Set.of("STAY", "ASK", "OFFER", "ESCALATE");
  private static final Set<String> OFFERED_AGAIN = Set.of("STAY", "SEND_OFFER", "ESCALATE");

  private Conclusions() {}

  /** The kinds that may follow from an input that comes in this state. */
  static Set<String> of(Object input, String state) {
    boolean absent = state.equals(Fold.ABSENT);
    boolean over = Fold.isFinal(state) || state.equals(Fold.FORGOTTEN);
    return switch (input) {
      case IntentSubmitted in when absent -> ADMISSION;
      case IntentSubmitted in -> state.equals(Fold.UNRESOLVED) ? HELD_BACK : TOLD;
      case ClaimReceived in -> state.equals(Fold.READY) ? CLAIM : STAY;
      case ReportReceived in -> absent ? UNHEARD : over ? TOLD : EVIDENCE;
      case ReadbackReported in -> absent ? UNHEARD : over ? TOLD : EVIDENCE;
      case Review in -> absent || over ? STAY : DECISION;
      case HolderDied in -> absent || over ? STAY : ATTEMPT_OVER;
      case TimerFired in -> absent ? STAY : over ? ended(in.getTimer()) : running(in.getTimer());
      default -> STAY;
    };
  }

  private static Set<String> ended(String timer) {
    return timer.equals("FORGET") ? Set.of("STAY", "FORGET") : STAY;
  }

  private static Set<String> running(String timer) {
    return switch (timer) {
      case "LEASE", "DEADLINE" -> ATTEMPT_OVER;
      case "SETTLE", "READBACK" -> Set.of("STAY", "ASK");
      case "EXPIRY" -> Set.of("STAY", "ESCALATE", "REJECT");
      case "OFFER", "REOPENED" -> OFFERED_AGAIN;
      default -> STAY;
    };
  }
}
