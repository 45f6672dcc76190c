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
    String conclusion = conclusion(event.path("step"));
    return conclusion.isEmpty() ? input : input + "; " + conclusion;
  }

  private static String state(JsonNode event) {
    String before = text(event, "before");
    String after = text(event, "after");
    return before.equals(after) ? after : (before.isEmpty() ? "" : before + " > ") + after;
  }

  private static String input(JsonNode input) {
    String type = text(input, "type");
    return switch (type) {
      case "IntentSubmitted" -> "an intent came in";
      case "ClaimRequested" ->
          "worker " + text(input, "worker") + " asked for attempt " + text(input, "token");
      case "SendReported" ->
          "worker "
              + text(input, "worker")
              + " reported attempt "
              + text(input, "token")
              + " as "
              + result(input.path("report"));
      case "ReadbackReported" -> "the destination was asked: " + result(input.path("observation"));
      case "ReviewSubmitted" ->
          text(input, "review", "reviewer")
              + " decided "
              + text(input, "review", "action")
              + " ("
              + text(input, "review", "reason")
              + ")";
      case "TimerFired" -> timer(text(input, "timer"));
      case "DestinationReopened" ->
          "the destination lets it through, as the controlled test or after one";
      case "HolderDied" ->
          "the process of worker " + text(input, "worker") + " is proved dead" + fenced(input);
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

  private static String conclusion(JsonNode step) {
    String text = text(step, "text");
    String told = text.isEmpty() ? "" : " (" + text + ")";
    String reason = text(step, "reason");
    return switch (text(step, "type")) {
      case "Stay" -> text.isEmpty() ? remark(text(step, "remark")) : text;
      case "Notify" -> "the state stays and a person is told: " + reason + told;
      case "Offer" -> "attempt allowed, because " + allowed(text(step, "why"));
      case "SendOffer" -> "offered to the workers";
      case "GrantClaim" -> "granted until " + text(step, "at");
      case "Ask", "AskAside" -> "the destination is asked" + told;
      case "AskLater" -> "the destination is asked again at " + text(step, "at");
      case "Escalate" -> "a person must decide: " + reason + told;
      case "Verify" -> "verified by " + Words.spoken(text(step, "evidence"));
      case "Reject" -> "rejected: " + reason + told;
      case "Resolve" -> "closed as " + Words.spoken(text(step, "outcome"));
      case "Forget" -> "only its tombstone stays";
      default -> text.isEmpty() ? Words.spoken(text(step, "type")) : text;
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
