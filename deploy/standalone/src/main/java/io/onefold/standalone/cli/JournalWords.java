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
    String step = step(event.path("step"));
    return step.isEmpty() ? input : input + ": " + step;
  }

  private static String state(JsonNode event) {
    String before = text(event, "before");
    String after = text(event, "after");
    return before.equals(after) ? after : (before.isEmpty() ? "" : before + " > ") + after;
  }

  private static String input(JsonNode input) {
    String type = text(input, "type");
    String token = text(input, "token");
    return switch (type) {
      case "IntentSubmitted" -> "an intent came in";
      case "ClaimRequested" -> "worker " + worker(input) + " asked for attempt " + token;
      case "SendReported" ->
          "worker "
              + worker(input)
              + " reported attempt "
              + token
              + " as "
              + result(input.path("report"));
      case "ReadbackReported" ->
          "the destination was asked and says " + result(input.path("observation"));
      case "ReviewSubmitted" ->
          text(input, "review", "reviewer")
              + " decided "
              + text(input, "review", "action")
              + " ("
              + text(input, "review", "reason")
              + ")";
      case "TimerFired" -> timer(text(input, "timer"));
      case "HolderDied" -> "the process that held attempt " + token + " is proved dead";
      case "IntervalsRestarted" ->
          "another ledger instance took over and restarted running intervals";
      default -> Words.spoken(type);
    };
  }

  private static String worker(JsonNode input) {
    JsonNode worker = input.path("worker");
    return worker.isObject() ? text(worker, "id") : worker.asText("");
  }

  private static String result(JsonNode report) {
    String result = text(report, "result");
    String detail = text(report, "detail");
    String message = text(report, "message");
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

  private static String step(JsonNode step) {
    String text = text(step, "text");
    String reason = Words.explained(text(step, "reason"), Words.reason(text(step, "reason")));
    return switch (text(step, "type")) {
      case "Stay" ->
          text.isEmpty() ? "nothing changes (" + Words.spoken(text(step, "remark")) + ")" : text;
      case "Notify" -> "a person is told, " + reason;
      case "Offer" -> "the next attempt is allowed, because " + why(text(step, "why"));
      case "SendOffer" -> "the attempt is offered to the workers";
      case "GrantClaim" -> "granted";
      case "Ask" -> "the destination is asked";
      case "AskLater" ->
          "that proves nothing yet; the destination is asked again at " + text(step, "at");
      case "Escalate" -> "a person must decide, " + reason;
      case "Verify" -> "verified";
      case "Reject" -> "rejected, " + reason;
      case "Resolve" -> "closed as " + Words.spoken(text(step, "outcome"));
      case "Forget" -> "only its tombstone stays";
      default -> text.isEmpty() ? Words.spoken(text(step, "type")) : text;
    };
  }

  private static String why(String why) {
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
