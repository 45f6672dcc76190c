package io.onefold.connector.simulated;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How the provider ends a request. */
public sealed interface Reply {
  /** From the moment the request was read to this ending. */
  Duration after();

  /**
   * A whole answer.
   *
   * @param body empty: what the provider answers usually; {@code {id}}, {@code {ref}}, {@code
   *     {url}} and {@code {job}} are filled in
   */
  record Answer(int status, Map<String, String> headers, Optional<String> body, Duration after)
      implements Reply {
    public Answer {
      headers = Map.copyOf(headers);
    }

    /** The same with this body. */
    public Answer body(String text) {
      return new Answer(status, headers, Optional.of(text), after);
    }

    /** The same with one more header. */
    public Answer header(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(name, value);
      return new Answer(status, more, body, after);
    }

    /** The same, later. */
    public Answer after(Duration delay) {
      return new Answer(status, headers, body, delay);
    }
  }

  /**
   * The connection is closed.
   *
   * @param answerBytes how many bytes of a successful answer leave before; 0: none
   */
  record Cut(int answerBytes, Duration after) implements Reply {}

  /** No answer, and the connection stays open. */
  record Silence() implements Reply {
    @Override
    public Duration after() {
      return Duration.ofDays(365);
    }
  }

  /** An answer at once. */
  static Answer status(int status) {
    return new Answer(status, Map.of(), Optional.empty(), Duration.ZERO);
  }

  /** A cut without an answer byte, at once. */
  static Cut cut() {
    return new Cut(0, Duration.ZERO);
  }
}
