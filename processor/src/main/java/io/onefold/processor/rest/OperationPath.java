package io.onefold.processor.rest;

import io.micronaut.http.HttpRequest;
import io.onefold.schema.OperationId;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What follows an address such as {@code /v1/operations/}: an operation ID, and possibly a part of
 * it. An ID may hold slashes; they come percent-encoded, so the undecoded address alone tells where
 * the ID ends.
 *
 * @param part what follows the ID and a slash; empty if nothing does
 */
record OperationPath(String operationId, String part) {

  /**
   * Reads the address of a request.
   *
   * @param prefix what the path begins with, without the slash at its end
   * @throws ProblemException if there is no operation of that ID, because it is no ID
   */
  static OperationPath of(HttpRequest<?> request, String prefix) {
    return of(request.getUri().getRawPath(), prefix);
  }

  static OperationPath of(String rawPath, String prefix) {
    String rest = rawPath.substring(prefix.length() + 1);
    int slash = rest.indexOf('/');
    String id = slash < 0 ? rest : rest.substring(0, slash);
    String part = slash < 0 ? "" : rest.substring(slash + 1);
    String decoded =
        decode(id)
            .orElseThrow(
                () ->
                    Problem.of(
                            ProblemType.BAD_REQUEST,
                            "operationId",
                            "the operation ID in the address has a broken percent sequence; allowed"
                                + " are % and two hex digits that make UTF-8")
                        .exception());
    return new OperationPath(checked(decoded), part);
  }

  private static String checked(String id) {
    try {
      return OperationId.parse(id).value();
    } catch (IllegalArgumentException e) {
      throw Problem.of(ProblemType.BAD_REQUEST, "operationId", String.valueOf(e.getMessage()))
          .exception();
    }
  }

  // A plus sign stays one: only form fields use it for a blank.
  private static Optional<String> decode(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != '%') {
        byte[] plain = text.substring(i, i + 1).getBytes(StandardCharsets.UTF_8);
        bytes.write(plain, 0, plain.length);
      } else if (i + 2 < text.length()
          && Character.digit(text.charAt(i + 1), 16) >= 0
          && Character.digit(text.charAt(i + 2), 16) >= 0) {
        bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(bytes.toString(StandardCharsets.UTF_8));
  }
}
