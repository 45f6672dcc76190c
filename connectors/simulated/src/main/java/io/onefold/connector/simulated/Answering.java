package io.onefold.connector.simulated;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** What the provider does on the wire: everything filled in. */
public sealed interface Answering {
  /** From the moment the request was read. */
  Duration after();

  /** A whole answer. */
  record Whole(int status, Map<String, String> headers, String body, Duration after)
      implements Answering {
    public Whole {
      headers = Map.copyOf(headers);
    }

    /** The bytes of the body. */
    public byte[] bytes() {
      return body.getBytes(StandardCharsets.UTF_8);
    }
  }

  /** A cut after this many bytes of this body; none at all for zero. */
  record Cut(int bytes, String body, Duration after) implements Answering {}

  /** Nothing, for ever. */
  record Silence() implements Answering {
    @Override
    public Duration after() {
      return Duration.ofDays(365);
    }
  }
}
