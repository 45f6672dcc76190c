package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.Evidence;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.AcceptedLater;
import io.onefold.connector.SendResult.Deferred;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.connector.wire.Answer;
import io.onefold.destination.HttpContract;
import io.onefold.destination.HttpContract.Idempotency;
import io.onefold.destination.HttpContract.Rule;
import io.onefold.destination.HttpContract.Wait;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a whole answer to a write means: the first matching rule of the contract, otherwise the
 * defaults. Pure.
 *
 * <p>The defaults call an answer a refusal only where it says that nothing was stored. A 408 is
 * none: something between us and the destination may have sent it after passing the request on.
 */
final class Classifier {
  /** Where error texts usually stand. */
  private static final List<String> ERROR_TEXTS =
      List.of(
          "/error/message",
          "/error",
          "/message",
          "/detail",
          "/error_description",
          "/title",
          "/code");

  private static final String HEADER_PLACE = HttpContract.Send.HEADER_PLACE;

  private static final int ERROR_TEXT_LENGTH = 200;

  /** A longer value is no identifier or address that anybody could use. */
  private static final int IDENTIFIER_LENGTH = 2048;

  private final HttpContract contract;
  private final Answer answer;
  private final Optional<JsonNode> json;
  private final Optional<String> key;
  private final Masker masker;
  private final Instant now;

  private Classifier(
      HttpContract contract, Answer answer, Optional<String> key, Masker masker, Instant now) {
    this.contract = contract;
    this.answer = answer;
    this.json = Json.parse(answer.body());
    this.key = key;
    this.masker = masker;
    this.now = now;
  }

  /**
   * Classifies; {@code now} is used only for waiting times that are dates in an answer without a
   * date.
   */
  static SendResult classify(
      HttpContract contract, Answer answer, Optional<String> key, Masker masker, Instant now) {
    return new Classifier(contract, answer, key, masker, now).classify();
  }

  private SendResult classify() {
    return contract.send().rules().stream()
        .filter(this::matches)
        .findFirst()
        .map(this::byRule)
        .orElseGet(this::byDefault);
  }

  private boolean matches(Rule rule) {
    return (rule.status().isEmpty() || rule.status().contains(answer.status()))
        && (rule.body().isEmpty() || json.filter(body -> Json.holds(rule.body(), body)).isPresent())
        && rule.headers().entrySet().stream()
            .allMatch(
                entry ->
                    Json.holds(
                        entry.getValue(),
                        Json.textNode(answer.header(entry.getKey().toLowerCase(Locale.ROOT)))));
  }

  private SendResult byRule(Rule rule) {
    return switch (rule.result()) {
      case ACCEPTED -> accepted();
      case ACCEPTED_LATER -> acceptedLater();
      case REFUSED -> refused(Refused.Why.REJECTED_BY_DESTINATION);
      case DEFERRED -> deferred(rule.retryAfter());
      case NOT_COMMITTED ->
          new NotSent(
              NotSent.Why.NOT_COMMITTED, said("not executed, says the contract"), evidence());
      case UNKNOWN -> unknown(Unknown.Why.BY_RULE, "the contract calls the outcome unknown");
    };
  }

  private SendResult byDefault() {
    int status = answer.status();
    if (status >= 400 && declared(Idempotency::inFlight)) {
      return unknown(Unknown.Why.KEY_IN_FLIGHT, "the first call under this key still runs");
    }
    if (status >= 400 && declared(Idempotency::mismatch)) {
      return unknown(Unknown.Why.KEY_MISMATCH, "the key is known with other content");
    }
    if (answer.isSuccess()) {
      return success();
    }
    return switch (status) {
      case 401, 403 -> refused(Refused.Why.AUTHORIZATION);
      case 408 -> unknown(Unknown.Why.SERVER_ERROR, "it may have been executed all the same");
      case 429 -> deferred(Optional.empty());
      default -> byClass(status);
    };
  }

  private SendResult byClass(int status) {
    return switch (status / 100) {
      case 3 ->
          unknown(
              Unknown.Why.REDIRECTED,
              "it points elsewhere and is not followed"
                  + answer.header("location").map(to -> ": " + to).orElse(""));
      case 4 -> refused(Refused.Why.REJECTED_BY_DESTINATION);
      case 5 -> unknown(Unknown.Why.SERVER_ERROR, "it may have been executed all the same");
      default -> unknown(Unknown.Why.UNREADABLE_ANSWER, "this is no final answer");
    };
  }

  private boolean declared(Function<Idempotency, List<Integer>> statuses) {
    return contract.idempotency().map(statuses).orElse(List.of()).contains(answer.status());
  }

  private SendResult success() {
    if (answer.status() == 202 || find(contract.send().job()).isPresent()) {
      return acceptedLater();
    }
    boolean idDeclared = contract.send().providerId().isPresent();
    if (find(contract.send().providerId()).isPresent()) {
      return accepted();
    }
    if (idDeclared && json.isEmpty() && (answer.body().length > 0 || !answer.readable())) {
      return unknown(Unknown.Why.UNREADABLE_ANSWER, "the answer is no readable JSON");
    }
    if (idDeclared || answer.status() == 207) {
      return unknown(Unknown.Why.ANSWER_WITHOUT_ID, "the answer names nothing that was made");
    }
    return accepted();
  }

  private SendResult accepted() {
    return new Accepted(said("accepted"), evidence(), key);
  }

  private SendResult acceptedLater() {
    return new AcceptedLater(said("accepted for later"), evidence(), key);
  }

  private SendResult refused(Refused.Why why) {
    String what = why == Refused.Why.AUTHORIZATION ? "not authorised" : "refused";
    return new Refused(why, said(what + errorText()), evidence(), key);
  }

  private SendResult deferred(Optional<Wait> declared) {
    Duration wait = RetryAfter.of(answer, json, declared, now);
    return new Deferred(
        wait, said("too many requests, wait " + wait.toMillis() + " ms"), evidence(), key);
  }

  private SendResult unknown(Unknown.Why why, String what) {
    return new Unknown(why, said(what + errorText()), evidence(), key);
  }

  private String said(String what) {
    return masker.mask("The destination answered " + answer.status() + ": " + what);
  }

  private String errorText() {
    return json.flatMap(
            body -> ERROR_TEXTS.stream().flatMap(at -> Json.text(body, at).stream()).findFirst())
        .map(masker::mask)
        .map(text -> " (" + text.substring(0, Math.min(ERROR_TEXT_LENGTH, text.length())) + ")")
        .orElse("");
  }

  private Evidence evidence() {
    return new Evidence(
        Optional.of(answer.status()),
        find(contract.send().providerId()).map(masker::maskReference),
        place(contract.send().publicUrl()).map(masker::maskReference),
        find(contract.send().job()).map(masker::maskReference),
        Optional.of(masker.mask(answer.text())).filter(text -> !text.isEmpty()));
  }

  /** An identifier. One that is told as the address of the thing is the end of its path. */
  private Optional<String> find(Optional<String> place) {
    boolean address =
        place.filter(at -> at.startsWith(HEADER_PLACE) && at.endsWith("location")).isPresent();
    return address ? place(place).flatMap(Classifier::lastSegment) : place(place);
  }

  private Optional<String> place(Optional<String> place) {
    return place
        .flatMap(
            at ->
                at.startsWith(HEADER_PLACE)
                    ? answer.header(at.substring(HEADER_PLACE.length())).map(String::strip)
                    : json.flatMap(body -> Json.text(body, at)))
        .filter(text -> !text.isEmpty() && text.length() <= IDENTIFIER_LENGTH);
  }

  private static Optional<String> lastSegment(String address) {
    String path = address.split("[?#]", 2)[0].replaceFirst("/+$", "");
    String segment = path.substring(path.lastIndexOf('/') + 1);
    return Optional.of(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
        .filter(text -> !text.isEmpty());
  }
}
