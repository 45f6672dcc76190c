package io.onefold.destination;

/**
 * A wrong file made from a right one.
 *
 * @param find the part of {@link #RIGHT} that is replaced; empty: the whole file
 * @param replacement what stands there instead
 * @param line where the mistake must be reported
 * @param path what it must name
 * @param fragment part of its message
 */
record Wrong(String find, String replacement, int line, String path, String fragment) {
  static final String RIGHT =
      """
      defaults:
        lease: 60s
      destinations:
        blog:
          connector: http
          account: acme
          environment: test
          send:
            url: https://blog.example/items
            provider-id: /id
          readback:
            - {by: id, url: "https://blog.example/items/{providerId}"}
            - {by: reference, url: "https://blog.example/items?ref={operationId}"}
          item: {provider-id: /id}
      """;

  String text() {
    if (find.isEmpty()) {
      return replacement;
    }
    if (!RIGHT.contains(find)) {
      throw new IllegalArgumentException("the right file does not hold: " + find);
    }
    return RIGHT.replace(find, replacement);
  }

  @Override
  public String toString() {
    return replacement.lines().findFirst().orElse("(nothing)") + " -> " + fragment;
  }
}
