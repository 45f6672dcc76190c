package io.onefold.processor.rest;

import io.micronaut.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Query parameters of a request. Each wrong one is refused with what is allowed. */
final class Query {
  private static final int DEFAULT_LIMIT = 100;
  private static final int MOST = 1000;
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m)");

  private final HttpRequest<?> request;

  /**
   * @throws ProblemException if there is a parameter that this call does not know: a misspelt
   *     filter would otherwise answer with everything
   */
  Query(HttpRequest<?> request, String... allowed) {
    this.request = request;
    Set<String> known = Set.of(allowed);
    for (String name : request.getParameters().names()) {
      if (!known.contains(name)) {
        throw bad(
            name,
            known.isEmpty()
                ? "this call takes no parameters"
                : "there is no such parameter; allowed are "
                    + String.join(", ", Arrays.stream(allowed).sorted().toList()));
      }
      if (request.getParameters().getAll(name).size() > 1) {
        throw bad(name, "is given more than once; allowed is one");
      }
    }
  }

  Optional<String> text(String name) {
    return Optional.ofNullable(request.getParameters().get(name)).filter(text -> !text.isBlank());
  }

  /** From 1 to 1000; 100 if it is not there. */
  int limit() {
    Optional<String> limit = text("limit");
    if (limit.isEmpty()) {
      return DEFAULT_LIMIT;
    }
    try {
      int number = Integer.parseInt(limit.get());
      if (number >= 1 && number <= MOST) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number out of range.
    }
    throw bad("limit", "is '" + limit.get() + "'; allowed are 1 to " + MOST);
  }

  boolean flag(String name) {
    return text(name).map(value -> flag(name, value)).orElse(false);
  }

  private static boolean flag(String name, String value) {
    return switch (value) {
      case "true", "1" -> true;
      case "false", "0" -> false;
      default -> throw bad(name, "is '" + value + "'; allowed are true and false");
    };
  }

  <E extends Enum<E>> Optional<E> oneOf(String name, List<E> allowed) {
    Optional<String> value = text(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    String wanted = value.get().toUpperCase(Locale.ROOT).replace('-', '_');
    return Optional.of(
        allowed.stream()
            .filter(candidate -> candidate.name().equals(wanted))
            .findFirst()
            .orElseThrow(() -> bad(name, "is '" + value.get() + "'; allowed are " + allowed)));
  }

  Optional<Instant> time(String name) {
    return text(name)
        .map(
            value -> {
              try {
                return OffsetDateTime.parse(value).toInstant();
              } catch (DateTimeException e) {
                throw bad(
                    name,
                    "is '" + value + "'; allowed is an RFC 3339 time, as 2026-10-31T08:00:00Z");
              }
            });
  }

  /** A duration such as {@code 250ms}, {@code 30s} or {@code 2m}. */
  Optional<Duration> duration(String name, Duration most) {
    Optional<String> value = text(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    Matcher form = DURATION.matcher(value.get());
    if (form.matches()) {
      Duration duration = durationOf(Long.parseLong(form.group(1)), form.group(2));
      if (duration.compareTo(most) <= 0) {
        return Optional.of(duration);
      }
    }
    throw bad(
        name,
        "is '%s'; allowed are durations such as 250ms, 30s or 2m, at most %ds"
            .formatted(value.get(), most.toSeconds()));
  }

  private static Duration durationOf(long number, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }

  /** The key behind the cursor of a list in key order; empty without one. */
  String keyCursor() {
    return text("cursor").map(Query::keyOf).orElse("");
  }

  /** The cursor after this key. */
  static String cursorAfter(String key) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(("k" + key).getBytes(StandardCharsets.UTF_8));
  }

  static String keyOf(String cursor) {
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      if (text.startsWith("k")) {
        return text.substring(1);
      }
    } catch (IllegalArgumentException e) {
      // Refused below, like a cursor of another list.
    }
    throw badCursor(cursor);
  }

  static ProblemException badCursor(String cursor) {
    return bad(
        "cursor", "is '" + cursor + "'; allowed is what 'next' of an answer to this call said");
  }

  static ProblemException bad(String name, String message) {
    return Problem.of(ProblemType.BAD_REQUEST, name, name + " " + message).exception();
  }
}
