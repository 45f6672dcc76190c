package io.onefold.connector.mail;

import io.onefold.destination.MailContract.Login;
import io.onefold.destination.Secrets;
import io.onefold.destination.TemplateExpander;
import io.onefold.destination.Variables;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * User and password of one connection, if it needs any. Its {@code toString} gives neither away.
 */
final class Credentials {
  private static final String MASK = "***";
  private static final Credentials NONE = new Credentials("", "");

  private final String user;
  private final String password;

  private Credentials(String user, String password) {
    this.user = user;
    this.password = password;
  }

  /**
   * Resolves them now, because secrets rotate.
   *
   * @throws io.onefold.destination.ExpansionException if a secret is missing
   */
  static Credentials of(Optional<Login> login, Secrets secrets) {
    TemplateExpander expander = new TemplateExpander(secrets);
    Variables none = new Variables(Map.of());
    return login
        .map(
            it ->
                new Credentials(expander.text(it.user(), none), expander.text(it.password(), none)))
        .orElse(NONE);
  }

  String user() {
    return user;
  }

  String password() {
    return password;
  }

  /** The one message of SASL PLAIN. */
  String plain() {
    return base64("\0" + user + "\0" + password);
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A text for people, without the password in any form that went over the wire. */
  String mask(String text) {
    if (password.isEmpty()) {
      return text;
    }
    String masked = text;
    for (String secret : List.of(plain(), base64(password), password)) {
      masked = masked.replace(secret, MASK);
    }
    return masked;
  }

  @Override
  public String toString() {
    return MASK;
  }
}
