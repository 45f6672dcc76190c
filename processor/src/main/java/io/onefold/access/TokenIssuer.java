package io.onefold.access;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;

/** Checks the tokens of one issuer. Thread-safe; may block while keys are fetched. */
final class TokenIssuer {
  /** Claims that hold several values in one text, with spaces between them (RFC 8693, RFC 9068). */
  private static final Set<String> SPACED = Set.of("scope", "scp");

  private static final JwtConsumer UNCHECKED =
      new JwtConsumerBuilder()
          .setSkipAllValidators()
          .setDisableRequireSignature()
          .setSkipSignatureVerification()
          .build();

  private final Terms terms;
  private final JwtConsumer consumer;

  /**
   * What a token must be like.
   *
   * @param algorithms of its signature; public-key ones only
   * @param skew how far clocks may disagree
   * @param principal claim with the caller's name
   * @param prefix goes before that name
   * @param rolesClaim claim with roles or groups; a dot leads into an object
   * @param roles which of its values gives which roles
   */
  record Terms(
      String issuer,
      String audience,
      List<String> algorithms,
      Duration skew,
      String principal,
      String prefix,
      String rolesClaim,
      Map<String, Set<Role>> roles) {}

  TokenIssuer(Terms terms, KeySource keys) {
    this.terms = terms;
    this.consumer =
        new JwtConsumerBuilder()
            .setVerificationKeyResolver(keys.resolver())
            .setJwsAlgorithmConstraints(
                ConstraintType.PERMIT, terms.algorithms().toArray(String[]::new))
            .setExpectedIssuer(true, terms.issuer())
            .setExpectedAudience(true, terms.audience())
            .setRequireExpirationTime()
            .setAllowedClockSkewInSeconds((int) terms.skew().toSeconds())
            .build();
  }

  /** Its name, as in {@code iss}. */
  String name() {
    return terms.issuer();
  }

  /** Who gets which roles by it, a line for each. */
  List<String> describe() {
    return terms.roles().entrySet().stream()
        .map(
            entry ->
                "whom %s gives %s '%s': %s"
                    .formatted(
                        terms.issuer(),
                        terms.rolesClaim(),
                        entry.getKey(),
                        AccessFile.words(entry.getValue())))
        .toList();
  }

  /** The issuer that a token says it is of. Proves nothing; empty if it is no token. */
  static Optional<String> claimedBy(String token) {
    try {
      return Optional.ofNullable(UNCHECKED.processToClaims(token).getIssuer());
    } catch (InvalidJwtException | MalformedClaimException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /**
   * The caller whom a token proves.
   *
   * @throws UnprovenCallerException if it proves nobody
   * @throws KeysUnavailableException if that cannot be told now
   */
  Caller check(String token) throws UnprovenCallerException, KeysUnavailableException {
    JwtClaims claims;
    try {
      claims = consumer.processToClaims(token);
    } catch (InvalidJwtException e) {
      if (isUnreachable(e)) {
        throw new KeysUnavailableException(terms.issuer(), e);
      }
      throw UnprovenCallerException.invalid();
    }
    if (!(claims.getClaimValue(terms.principal()) instanceof String principal)) {
      throw UnprovenCallerException.invalid();
    }
    String name = terms.prefix() + principal;
    if (principal.isBlank() || !Caller.isName(name)) {
      throw UnprovenCallerException.invalid();
    }
    return new Caller(Optional.of(name), roles(claims), Optional.empty());
  }

  private Set<Role> roles(JwtClaims claims) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    claims.flattenClaims().getOrDefault(terms.rolesClaim(), List.of()).stream()
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .flatMap(this::values)
        .forEach(value -> roles.addAll(terms.roles().getOrDefault(value, Set.of())));
    return roles;
  }

  private Stream<String> values(String text) {
    return SPACED.contains(terms.rolesClaim()) ? Arrays.stream(text.split(" ")) : Stream.of(text);
  }

  private static boolean isUnreachable(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException) {
        return true;
      }
    }
    return false;
  }
}
