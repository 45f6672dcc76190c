package io.onefold.standalone.cli;

import static io.onefold.standalone.cli.RestCommand.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * The ledger's vocabulary in plain words. What it does not know it shows as it is: a newer ledger
 * may say more.
 */
final class Words {
  private Words() {}

  static String destination(JsonNode destination) {
    if (destination.path("id").asText("").isEmpty()) {
      return "";
    }
    return String.format(
        "%s (%s), account %s, environment %s",
        text(destination, "id"),
        text(destination, "connector"),
        text(destination, "account"),
        text(destination, "environment"));
  }

  /** What happens next, and when. */
  static String next(JsonNode next) {
    String what = text(next, "what");
    String at = text(next, "at");
    return what.isEmpty() || at.isEmpty() ? what : what + " at " + at;
  }

  static String receipt(JsonNode receipt) {
    if (!receipt.isObject()) {
      return "";
    }
    String where =
        text(receipt, "publicUrl").isEmpty()
            ? text(receipt, "providerId")
            : text(receipt, "publicUrl");
    return (text(receipt, "outcome")
            + ", evidence "
            + text(receipt, "evidence")
            + (where.isEmpty() ? "" : ", " + where))
        .strip();
  }

  static String state(String state) {
    return switch (state) {
      case "READY" -> "waits for a worker to make the next attempt";
      case "CLAIMED" -> "a worker holds the grant and is making the attempt";
      case "COMMIT_UNKNOWN" -> "an attempt may have had its effect; the destination is being asked";
      case "UNRESOLVED" -> "waits for a person's decision";
      case "VERIFIED" -> "done, and proved by reading it back";
      case "REJECTED" -> "refused, and without effect";
      case "RESOLVED" -> "ended by a person's decision";
      default -> "";
    };
  }

  static String stage(String stage) {
    return switch (stage) {
      case "POLICY_ADMISSION" -> "the check whether the intent may be acted on";
      case "CLAIM" -> "finding a worker that makes the attempt";
      case "PROVIDER_AUTHORIZATION" -> "the destination's acceptance of our credentials or account";
      case "WRITE_REQUEST" -> "the request that should have made the effect";
      case "READBACK" -> "asking the destination what it stored";
      case "RECEIPT_PERSISTENCE" -> "the ledger's own record of what happened";
      default -> "";
    };
  }

  static String reason(String reason) {
    return switch (reason) {
      case "MISSING_APPROVAL" -> "the intent carries no approval, and the destination requires one";
      case "APPROVAL_DENIED" -> "the policy decision on the intent is a no";
      case "PAYLOAD_NOT_APPROVED" ->
          "the payload is not the one that was approved: their hashes differ";
      case "BODY_NOT_RENDERED" ->
          "the body that the contract describes cannot be made of the intent";
      case "PAYLOAD_CONFLICT" ->
          "another intent with the same operation ID asks for something else";
      case "UNKNOWN_DESTINATION" -> "the ledger has no contract for that destination";
      case "IDENTITY_MISMATCH" ->
          "the account or environment is not the one that the contract names";
      case "AUTHORIZATION" -> "the destination does not accept our credentials";
      case "REJECTED_BY_DESTINATION" -> "the destination refused the request for good";
      case "REDIRECTED" ->
          "the destination sent the request elsewhere, and redirects are never followed";
      case "ASYNC_FAILED" -> "the destination accepted it for later and then gave it up";
      case "NO_READBACK" -> "the outcome is unknown, and this destination cannot be asked";
      case "READBACK_UNAVAILABLE" ->
          "the outcome is unknown, and the destination gave no usable answer in time";
      case "DUPLICATE_EFFECTS" -> "the destination shows more than one matching item";
      case "CONTENT_MISMATCH" -> "the destination shows an item with other content";
      case "REMOTE_REMOVED" -> "the item was there and has been removed at the destination";
      case "PARTIAL_EFFECT" -> "only a part of it is at the destination";
      case "KEY_WINDOW_PASSED" ->
          "the destination no longer remembers the idempotency key, so a replay is not safe";
      case "RETRY_BUDGET_SPENT" -> "every allowed attempt was made without effect";
      case "EXPIRED" -> "its time was over before it could be done";
      case "CANCELLED" -> "it was cancelled before anything was sent";
      case "NOT_CLAIMED" -> "no worker took it in time";
      case "STALE_INTENT" -> "the intent is older than the ledger's memory of done operations";
      case "ID_NOT_CANONICAL" -> "the operation ID has characters that are not allowed";
      case "CONTRADICTING_EVIDENCE" ->
          "something was seen after the end that contradicts the receipt";
      case "STATE_GAP" -> "there is evidence of an operation that the ledger has no record of";
      case "BY_HAND" -> "a person suspended the destination";
      case "UNREADABLE_RECORD" -> "a record could not be decoded";
      default -> "";
    };
  }

  /** What a decision does, where the escalation does not say it itself. */
  static String decision(String action) {
    return switch (action) {
      case "CONFIRM_DONE" -> "you saw the effect: ends it as done";
      case "CONFIRM_NOT_DONE" -> "you made sure that there is no effect: ends it as not done";
      case "AUTHORISE_RETRY" -> "allows one more attempt, once no earlier one can still land";
      case "RECHECK" -> "asks the destination once more";
      case "APPROVE" -> "approves the intent as it is: it goes ahead";
      case "CANCEL" -> "ends it before anything is sent";
      case "RESUME" -> "lets one held operation through as a controlled test";
      case "SUSPEND" -> "stops the controlled test";
      case "ACKNOWLEDGE" -> "closes the notice; the operation stays as it is";
      default -> "";
    };
  }

  /** A name such as {@code NOT_FOUND} or {@code ReadbackReported} as words. */
  static String spoken(String name) {
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").replace('_', ' ').toLowerCase(Locale.ROOT);
  }

  /** The name, and what it means where that is known. */
  static String explained(String name, String meaning) {
    return meaning.isEmpty() ? name : name + ": " + meaning;
  }
}
