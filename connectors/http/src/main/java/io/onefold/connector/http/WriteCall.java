package io.onefold.connector.http;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.SendRequest;
import io.onefold.connector.wire.Call;
import io.onefold.destination.HttpContract;
import io.onefold.destination.HttpContract.Idempotency;
import java.math.BigInteger;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Optional;

/**
 * The write of one attempt. Equal operations give equal bytes and equal keys, whatever the attempt.
 * A rendered body is sent as it came; only into a payload a key is put here, always at the same
 * place.
 *
 * @param key the idempotency key that it carries, as the contract's template gives it, without
 *     quotes
 */
record WriteCall(Call call, Optional<String> key) {

  /**
   * Builds it.
   *
   * @throws io.onefold.destination.ExpansionException if a template cannot be filled
   * @throws CallNotPossibleException if the key does not fit into the body
   */
  static WriteCall of(SendRequest request, OperationTexts texts) {
    HttpContract contract = request.destination().http();
    Optional<Idempotency> idempotency = contract.idempotency();
    Optional<String> key =
        idempotency.map(declared -> fit(texts.text(declared.value()), declared.maxLength()));
    Map<String, String> headers = texts.headers(contract.headers(), contract.send().headers());
    headers.putIfAbsent("Content-Type", request.bodyContentType());
    byte[] body = request.body();
    String query = "";
    if (idempotency.isPresent() && key.isPresent()) {
      String name = idempotency.get().name();
      String value = idempotency.get().quoted() ? quoted(key.get()) : key.get();
      switch (idempotency.get().place()) {
        case HEADER -> headers.put(name, value);
        case QUERY -> query = encode(name) + "=" + encode(value);
        case PATH -> texts.set(name, value);
        case BODY_FIELD -> {
          if (request.isRendered()) {
            checkHeld(value, name, request);
          } else {
            body = withField(body, name, value);
          }
        }
      }
    }
    URI url = withQuery(texts.url(contract.send().url()), query);
    Call call =
        new Call(
            contract.send().method(),
            url,
            headers,
            body,
            request.destination().effectiveSendTimeout());
    return new WriteCall(call, key);
  }

  /**
   * A key of at most {@code maxLength} characters. A longer one becomes its SHA-256 in the digits
   * 0-9 and a-v, which the destinations with the narrowest alphabets take as well, cut to size.
   */
  static String fit(String key, int maxLength) {
    if (key.length() <= maxLength) {
      return key;
    }
    String digest = new BigInteger(1, sha256(key.getBytes(StandardCharsets.UTF_8))).toString(32);
    String padded = "0".repeat(52 - digest.length()) + digest;
    return padded.substring(0, Math.min(maxLength, padded.length()));
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256", e);
    }
  }

  private static String quoted(String key) {
    return '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static URI withQuery(URI url, String more) {
    if (more.isEmpty()) {
      return url;
    }
    String text = url.toString();
    int fragment = text.indexOf('#');
    String address = fragment < 0 ? text : text.substring(0, fragment);
    return URI.create(address + (url.getRawQuery() == null ? "?" : "&") + more);
  }

  /**
   * A rendered body holds its key already: it was hashed as it is. One without it, or with another
   * one, would be no repeat to the destination, so it is not sent.
   */
  private static void checkHeld(String key, String pointer, SendRequest request) {
    boolean form = request.bodyContentType().startsWith("application/x-www-form-urlencoded");
    boolean held =
        form
            ? ("&" + new String(request.body(), StandardCharsets.UTF_8) + "&")
                .contains("&" + formName(pointer) + "=" + formValue(key) + "&")
            : Json.parse(request.body())
                .flatMap(body -> Json.text(body, pointer))
                .filter(key::equals)
                .isPresent();
    if (!held) {
      throw new CallNotPossibleException(
          "The rendered body does not hold the idempotency key at " + pointer);
    }
  }

  private static String formName(String pointer) {
    return formValue(pointer.substring(1).replace("~1", "/").replace("~0", "~"));
  }

  private static String formValue(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static byte[] withField(byte[] payload, String pointer, String value) {
    JsonPointer field = JsonPointer.compile(pointer);
    JsonPointer parent = field.head();
    Optional<JsonNode> root = Json.parse(payload);
    if (parent == null || root.isEmpty() || !root.get().isObject()) {
      throw new CallNotPossibleException(
          "The payload is no JSON object, so the idempotency key cannot be put at " + pointer);
    }
    try {
      ObjectNode at =
          parent.matches() ? (ObjectNode) root.get() : ((ObjectNode) root.get()).withObject(parent);
      at.put(field.last().getMatchingProperty(), value);
    } catch (UnsupportedOperationException occupied) {
      throw new CallNotPossibleException(
          "The payload has something else than an object on the way to " + pointer);
    }
    return Json.write(root.get());
  }
}
