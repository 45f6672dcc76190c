package io.onefold.connector.simulated;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The server's note of one request that it has fully read.
 *
 * @param uri path and query
 * @param operation of writes only
 * @param connection port of the client: equal for requests that came over the same connection
 * @param headers lower-case name to value; the last one where there are several
 */
public record SeenRequest(
    Instant at,
    String method,
    String uri,
    Optional<String> operation,
    int connection,
    Map<String, String> headers,
    int bodyBytes) {
  public SeenRequest {
    headers = Map.copyOf(headers);
  }
}
