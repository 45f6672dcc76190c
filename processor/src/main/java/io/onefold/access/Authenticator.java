package io.onefold.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out who a caller is. Thread-safe; may block while an issuer's keys are fetched. */
final class Authenticator {
  /** Longest credential, in characters; a header may be longer. */
  private static final int LONGEST = 16 * 1024;

  private final AccessFile access;
  private final InstantSource clock;

  Authenticator(AccessFile access, InstantSource clock) {
    this.access = access;
    this.clock = clock;
  }

  /**
   * The caller whom a credential proves.
   *
   * @param authorization the header of that name: Bearer with a token or JWT, or Basic with a name
   *     and a token for clients that know nothing else; null if there is none
   * @throws UnprovenCallerException if there is none, or it proves nobody
   * @throws KeysUnavailableException if that cannot be told now
   */
  Caller check(@Nullable String authorization)
      throws UnprovenCallerException, KeysUnavailableException {
    if (authorization == null) {
      throw UnprovenCallerException.none();
    }
    int space = authorization.indexOf(' ');
    if (space < 0 || authorization.length() > LONGEST) {
      throw UnprovenCallerException.invalid();
    }
    String credential = authorization.substring(space + 1).strip();
    return switch (authorization.substring(0, space).toLowerCase(java.util.Locale.ROOT)) {
      case "bearer" -> bearer(credential);
      case "basic" -> basic(credential);
      default -> throw UnprovenCallerException.invalid();
    };
  }

  private Caller bearer(String token) throws UnprovenCallerException, KeysUnavailableException {
    Optional<Caller> known = token(token);
    if (known.isPresent()) {
      return known.get();
    }
    Optional<String> claimed = TokenIssuer.claimedBy(token);
    for (TokenIssuer issuer : access.issuers()) {
      if (claimed.filter(issuer.name()::equals).isPresent()) {
        return issuer.check(token);
      }
    }
    throw UnprovenCallerException.invalid();
  }

  private Caller basic(String credential) throws UnprovenCallerException {
    String pair;
    try {
      pair = new String(Base64.getDecoder().decode(credential), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw UnprovenCallerException.invalid();
    }
    int colon = pair.lastIndexOf(':');
    if (colon < 0) {
      throw UnprovenCallerException.invalid();
    }
    String name = pair.substring(0, colon);
    return token(pair.substring(colon + 1))
        .filter(caller -> caller.name().filter(name::equals).isPresent())
        .orElseThrow(UnprovenCallerException::invalid);
  }

  // Every entry is looked at, also after a match, so that time tells nothing about their order.
  private Optional<Caller> token(String token) {
    byte[] hash = sha256(token);
    Optional<StaticToken> found = Optional.empty();
    for (StaticToken entry : access.tokens()) {
      if (MessageDigest.isEqual(entry.sha256(), hash)) {
        found = Optional.of(entry);
      }
    }
    return found
        .filter(entry -> token.length() >= StaticToken.SHORTEST)
        .filter(entry -> entry.isValid(clock.instant()))
        .map(StaticToken::caller);
  }

  static byte[] sha256(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java runtime has SHA-256", e);
    }
  }
}
