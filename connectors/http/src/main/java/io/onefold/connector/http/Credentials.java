package io.onefold.connector.http;

import io.onefold.destination.Auth;
import io.onefold.destination.HttpContract;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * Puts the credentials of a contract into requests that go to its own addresses. Whoever calls
 * keeps them away from all others. Thread-safe.
 */
final class Credentials {
  private static final int NOT_TAKEN = 401;

  private final Tokens tokens;

  Credentials(Tokens tokens) {
    this.tokens = tokens;
  }

  /**
   * Adds them.
   *
   * @return the token that was used; empty where the contract has none
   * @throws TokenException if there is no token
   * @throws io.onefold.destination.ExpansionException if a secret is missing
   */
  Optional<Tokens.Token> add(
      HttpContract contract, OperationTexts texts, Map<String, String> headers) {
    if (contract.auth().isEmpty()) {
      return Optional.empty();
    }
    switch (contract.auth().get()) {
      case Auth.Basic basic -> {
        String pair = base64(texts.text(basic.user()) + ":" + texts.text(basic.password()));
        texts.masker().remember(pair);
        headers.put("Authorization", "Basic " + pair);
      }
      case Auth.Bearer bearer ->
          headers.put("Authorization", "Bearer " + texts.text(bearer.token()));
      case Auth.ApiKey key -> headers.put(key.header(), texts.text(key.value()));
      case Auth.OAuth2 oauth2 -> {
        Tokens.Token token = tokens.of(oauth2, contract.tls(), texts);
        headers.put("Authorization", "Bearer " + token.value());
        return Optional.of(token);
      }
    }
    return Optional.empty();
  }

  /**
   * Looks at the status of an answer. A token that was not taken is not used again.
   *
   * @return true if the request may be taken with a new token: the one it had was an older one
   */
  boolean outdated(Optional<Tokens.Token> used, int status) {
    Optional<Tokens.Token> token = used.filter(it -> status == NOT_TAKEN);
    token.ifPresent(tokens::drop);
    return token.filter(it -> !it.fresh()).isPresent();
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
