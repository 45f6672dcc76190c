package io.onefold.standalone.cli;

import static io.onefold.standalone.cli.RestCommand.text;

import com.fasterxml.jackson.databind.JsonNode;

/** Journal events in plain words: what came in, and what the ledger concluded. */
final class JournalWords {
  private JournalWords() {}

  /** Sequence, time, state, and a sentence. */
  static String[] cells(JsonNode event) {
    return new String[] {text(event, "sequence"), text(event, "at"), state(event), sentence(event)};
  }

  static String sentence(JsonNode event) {
    String input = input(event.path("input"));
    String conclusion = conclusion(event.path("conclusion"));
    return conclusion.isEmpty() ? input : input + "; " + conclusion;
  }

  private static String state(JsonNode event) {
    String before = text(event, "stateBefore");
    String after = text(event, "stateAfter");
    return before.equals(after) ? after : (before.isEmpty() ? "" : before + " > ") + after;
  }

  private static String input(JsonNode input) {
    String type = text(input, "type");
    return switch (type) {
      case "IntentSubmitted" -> "an intent came in";
      case "ClaimReceived" ->
          "worker "
              + text(input, "workerId")
              + " asked for attempt "
              + text(input, "claim", "token");
      case "ReportReceived" ->
          "worker "
              + text(input, "workerId")
              + " reported attempt "
              + text(input, "report", "token")
              + " as "
              + result(input.path("report"));
      case "ReadbackReported" -> "the destination was asked: " + result(input.path("observation"));
      case "Review" ->
          text(input, "reviewer")
              + " decided "
              + text(input, "action")
              + " ("
              + text(input, "reason")
              + ")";
      case "TimerFired" -> timer(text(input, "timer"));
      case "HolderDied" ->
          "the process of worker " + text(input, "workerId") + " is proved dead" + fenced(input);
      case "IntervalsRestarted" ->
          "another ledger instance took over and restarted what was running";
      default -> Words.spoken(type);
    };
  }

  private static String fenced(JsonNode input) {
    String because = text(input, "fencedBecause");
    return because.isEmpty() ? "" : " (an operator says so: " + because + ")";
  }

  private static String result(JsonNode report) {
    String detail = text(report, "detail");
    String message = text(report, "message");
    String result = text(report, "result");
    String shown = detail.isEmpty() || detail.equals("NONE") ? result : result + " " + detail;
    return message.isEmpty() ? shown : shown + " (" + message + ")";
  }

  private static String timer(String timer) {
    return switch (timer) {
      case "LEASE" -> "the grant's time was over";
      case "SETTLE" -> "the settle time was over";
      case "EXPIRY" -> "the operation's own time was over";
      case "OFFER" -> "it was time to offer the attempt";
      case "READBACK" -> "it was time to ask the destination";
      case "DEADLINE" -> "asking had taken as long as it may";
      case "FORGET" -> "the dedupe window was over";
      default -> "a timer fired: " + Words.spoken(timer);
    };
  }

  private static String conclusion(JsonNode conclusion) {
    String why = text(conclusion, "why");
    String text = text(conclusion, "text");
    String told = text.isEmpty() ? "" : " (" + text + ")";
    return switch (text(conclusion, "kind")) {
      case "STAY" -> text.isEmpty() ? remark(why) : text;
      case "NOTIFY" -> "the state stays and a person is told: " + why + told;
      case "OFFER" -> "attempt allowed, because " + allowed(why);
      case "SEND_OFFER" -> "offered to the workers";
      case "GRANT_CLAIM" -> "granted until " + text(conclusion, "at");
      case "ASK", "ASK_ASIDE" -> "the destination is asked" + told;
      case "ASK_LATER" -> "the destination is asked again at " + text(conclusion, "at");
      case "ESCALATE" -> "a person must decide: " + why + told;
      case "VERIFY" -> "verified by " + Words.spoken(why);
      case "REJECT" -> "rejected: " + why + told;
      case "RESOLVE" -> "closed as " + Words.spoken(why);
      case "FORGET" -> "only its tombstone stays";
      default -> text.isEmpty() ? Words.spoken(text(conclusion, "kind")) : text;
    };
  }

  private static String remark(String why) {
    return why.isEmpty() ? "nothing changes" : "nothing changes (" + Words.spoken(why) + ")";
  }

  private static String allowed(String why) {
    return switch (why) {
      case "ADMITTED" -> "the intent was admitted";
      case "NOT_COMMITTED" -> "the last one certainly did nothing";
      case "PROVED_ABSENT" -> "the destination has nothing of it";
      case "SAFE_REPLAY" -> "the destination deduplicates by key";
      case "AUTHORISED" -> "a person authorised it";
      default -> Words.spoken(why);
    };
  }
}
