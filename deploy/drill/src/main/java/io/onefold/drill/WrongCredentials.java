package io.onefold.drill;

import io.onefold.destination.Auth;
import io.onefold.destination.Destination;
import io.onefold.destination.Template;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Well-formed credentials that no destination knows, for every header that holds any. */
final class WrongCredentials {
  private static final String AUTHORIZATION = "Authorization";
  private static final String WRONG = "onefold-drill-wrong";

  private WrongCredentials() {}

  /** Header to value; empty if the contract puts no credentials into headers. */
  static Map<String, String> of(Destination destination) {
    Map<String, String> wrong = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    destination.http().headers().forEach((name, value) -> add(wrong, name, value));
    destination.http().send().headers().forEach((name, value) -> add(wrong, name, value));
    destination.http().auth().ifPresent(auth -> add(wrong, auth));
    return wrong;
  }

  private static void add(Map<String, String> wrong, String name, Template value) {
    if (name.equalsIgnoreCase(AUTHORIZATION) || !value.secrets().isEmpty()) {
      wrong.put(name, like(value.text()));
    }
  }

  private static void add(Map<String, String> wrong, Auth auth) {
    switch (auth) {
      case Auth.Basic basic -> wrong.put(AUTHORIZATION, like("Basic "));
      case Auth.Bearer bearer -> wrong.put(AUTHORIZATION, like("Bearer "));
      case Auth.OAuth2 token -> wrong.put(AUTHORIZATION, like("Bearer "));
      case Auth.ApiKey key -> wrong.put(key.header(), WRONG);
    }
  }

  private static String like(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.startsWith("basic ")) {
      return "Basic "
          + Base64.getEncoder()
              .encodeToString((WRONG + ":" + WRONG).getBytes(StandardCharsets.UTF_8));
    }
    return lower.startsWith("bearer ") ? "Bearer " + WRONG : WRONG;
  }
}
