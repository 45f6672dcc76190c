package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.wire.Answer;
import io.onefold.destination.HttpContract.Wait;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How long a destination asks to wait, read from the headers of its answer. */
final class RetryAfter {
  /** Where the destination names no time. */
  static final Duration DEFAULT = Duration.ofSeconds(30);

  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /** A wait beyond a week is a mistake of the destination; the first call after it will tell. */
  private static final Duration LONGEST = Duration.ofDays(7);

  /**
   * Above this a reset value is a time since 1970 in seconds, and above its thousandfold in
   * milliseconds.
   */
  private static final BigDecimal EPOCH_SECONDS = BigDecimal.valueOf(1_000_000_000L);

  private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

  private static final Pattern LEFT = Pattern.compile("(?:remaining|;\\s*r)=0*[1-9]");
  private static final Pattern UNTIL = Pattern.compile("(?:reset|;\\s*t)=(\\d{1,9})");

  private RetryAfter() {}

  /** As the headers say, otherwise as the usual time. */
  static Duration of(Answer answer, Instant now) {
    return of(answer, Optional.empty(), Optional.empty(), now);
  }

  /**
   * At least one second, at most a week: as the headers say, otherwise as the body says at the
   * declared place, otherwise as the contract says, otherwise {@link #DEFAULT}.
   */
  static Duration of(Answer answer, Optional<JsonNode> body, Optional<Wait> declared, Instant now) {
    Instant theirNow = answer.header("date").flatMap(RetryAfter::date).orElse(now);
    Duration wait =
        answer
            .header("retry-after")
            .flatMap(value -> secondsOrDate(value, theirNow))
            .or(() -> answer.header("retry-after-ms").flatMap(RetryAfter::millis))
            .or(() -> reset(answer, theirNow))
            .or(() -> draft(answer))
            .or(() -> declared.flatMap(place -> inBody(place, body)))
            .or(() -> declared.flatMap(Wait::otherwise))
            .orElse(DEFAULT);
    return wait.compareTo(SHORTEST) < 0 ? SHORTEST : wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }

  private static Optional<Duration> inBody(Wait wait, Optional<JsonNode> body) {
    return wait.at()
        .flatMap(at -> body.flatMap(json -> Json.text(json, at)))
        .flatMap(RetryAfter::number)
        .map(number -> seconds(wait.millis() ? number.divide(THOUSAND) : number));
  }

  /**
   * The {@code RateLimit} header of the IETF draft, in its older form ({@code limit=9, remaining=0,
   * reset=5}) and its newer one ({@code "name";r=0;t=5}). Of several limits the one that is used up
   * and takes longest counts.
   */
  private static Optional<Duration> draft(Answer answer) {
    return answer.headers().getOrDefault("ratelimit", List.of()).stream()
        .flatMap(
            header ->
                Stream.of(header.contains("reset=") ? new String[] {header} : header.split(",")))
        .filter(limit -> !LEFT.matcher(limit).find())
        .flatMap(limit -> UNTIL.matcher(limit).results())
        .flatMap(until -> number(until.group(1)).stream())
        .map(RetryAfter::seconds)
        .max(Comparator.naturalOrder());
  }

  // Dates have whole seconds, so up to one second is lost on each side.
  private static Optional<Duration> secondsOrDate(String value, Instant theirNow) {
    return number(value)
        .map(RetryAfter::seconds)
        .or(() -> date(value).map(at -> Duration.between(theirNow, at).plusSeconds(1)));
  }

  private static Optional<Duration> millis(String value) {
    return number(value).map(number -> seconds(number.divide(THOUSAND)));
  }

  /**
   * The reset of a rate limit counts only if nothing remains of it: otherwise another limit was
   * hit.
   */
  private static Optional<Duration> reset(Answer answer, Instant theirNow) {
    boolean remains =
        answer
            .header("x-ratelimit-remaining")
            .or(() -> answer.header("ratelimit-remaining"))
            .flatMap(RetryAfter::number)
            .filter(left -> left.signum() > 0)
            .isPresent();
    if (remains) {
      return Optional.empty();
    }
    return List.of(
            "x-ratelimit-reset-after", "ratelimit-reset", "x-ratelimit-reset", "x-rate-limit-reset")
        .stream()
        .flatMap(name -> answer.header(name).stream())
        .flatMap(
            value ->
                secondsOrEpoch(value, theirNow)
                    .or(() -> Age.time(value).map(at -> Duration.between(theirNow, at)))
                    .stream())
        .findFirst();
  }

  private static Optional<Duration> secondsOrEpoch(String value, Instant theirNow) {
    return number(value)
        .map(
            number -> {
              if (number.compareTo(EPOCH_SECONDS) < 0) {
                return seconds(number);
              }
              boolean inMillis = number.compareTo(EPOCH_SECONDS.multiply(THOUSAND)) >= 0;
              BigDecimal epoch = inMillis ? number.divide(THOUSAND) : number;
              return seconds(epoch.subtract(BigDecimal.valueOf(theirNow.getEpochSecond())))
                  .plusSeconds(1);
            });
  }

  /** Up to 15 digits and a fraction; anything else is no number here. */
  private static Optional<BigDecimal> number(String value) {
    return Optional.of(value.strip())
        .filter(text -> text.matches("\\d{1,15}(\\.\\d{1,9})?"))
        .map(BigDecimal::new);
  }

  private static Duration seconds(BigDecimal seconds) {
    return Duration.ofMillis(
        seconds.multiply(THOUSAND).setScale(0, RoundingMode.CEILING).longValue());
  }

  private static Optional<Instant> date(String value) {
    try {
      return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(value.strip())));
    } catch (DateTimeException notADate) {
      return Optional.empty();
    }
  }
}
