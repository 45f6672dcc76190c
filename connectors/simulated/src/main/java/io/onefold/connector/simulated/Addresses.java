package io.onefold.connector.simulated;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Which request means what: the same over a network and without one. */
final class Addresses {
  private static final String KEY_HEADER = "idempotency-key";

  private final SimulatedProvider provider;
  private final OperationSource source;

  Addresses(SimulatedProvider provider, OperationSource source) {
    this.provider = provider;
    this.source = source;
  }

  /**
   * A request that was fully read.
   *
   * @param uri path and query are looked at
   * @param headers lower-case name to value
   */
  // A request is handed on, never compared.
  @SuppressWarnings("ArrayRecordComponent")
  record Request(String method, URI uri, Map<String, String> headers, byte[] body) {
    String path() {
      return uri.getRawPath();
    }

    /** The decoded value of a query parameter. */
    Optional<String> parameter(String name) {
      String query = Optional.ofNullable(uri.getRawQuery()).orElse("");
      return List.of(query.split("&", -1)).stream()
          .filter(part -> part.startsWith(name + "="))
          .map(part -> decoded(part.substring(name.length() + 1)))
          .findFirst();
    }

    int offset() {
      return parameter("offset")
          .filter(text -> text.matches("\\d{1,9}"))
          .map(Integer::parseInt)
          .orElse(0);
    }

    String last() {
      return decoded(path().substring(path().lastIndexOf('/') + 1));
    }
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** Of a write: the operation that it belongs to; empty for a read. */
  Optional<String> operation(Request request) {
    if (List.of("GET", "HEAD").contains(request.method())) {
      return Optional.empty();
    }
    return Optional.ofNullable(request.headers().get(source.header().toLowerCase(Locale.ROOT)))
        .or(() -> Json.text(Json.object(request.body()), source.pointer()))
        .or(() -> Optional.of(request.path().substring(request.path().lastIndexOf('/') + 1)));
  }

  /** Does what the request asks for. */
  Answering answer(Request request) {
    return operation(request)
        .map(
            operation ->
                provider.write(
                    new WriteRequest(
                        operation,
                        request.path(),
                        Optional.ofNullable(request.headers().get(KEY_HEADER)),
                        request.body())))
        .orElseGet(() -> read(request));
  }

  private Answering read(Request request) {
    String path = request.path();
    if (path.equals("/items")) {
      return request
          .parameter("ref")
          .map(reference -> provider.byReference(reference, request.offset()))
          .orElseGet(() -> provider.list(request.offset()));
    }
    if (path.equals("/items/")) {
      return new Answering.Whole(200, Map.of(), "{\"items\":[]}", Duration.ZERO);
    }
    if (path.startsWith("/items/")) {
      return provider.byId(request.last());
    }
    if (path.startsWith("/p/")) {
      return provider.publicPage(request.last());
    }
    if (path.startsWith("/jobs/")) {
      return provider.job(request.last());
    }
    return path.equals("/whoami")
        ? provider.identity()
        : new Answering.Whole(404, Map.of(), "{}", Duration.ZERO);
  }
}
