package io.onefold.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessFileTest {
  private static final String HASH = "ab".repeat(32);

  private static AccessFile parse(String text) {
    return AccessFile.parse(
        Path.of("access.yaml"), text.replace("HASH", HASH).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldReadEveryKeyOfATokenAndTheLimits() {
    // when
    AccessFile access =
        parse(
            """
            tokens:
              - name: shop
                sha256: HASH
                roles: [submit, read]
                destinations: [blog]
                expires: 2027-01-01T00:00:00+01:00
            limits:
              requests-per-second: 50
              concurrent: 20
            """);

    // then
    StaticToken token = access.tokens().getFirst();
    assertEquals(Optional.of("shop"), token.caller().name());
    assertEquals(Set.of(Role.SUBMIT, Role.READ), token.caller().roles());
    assertTrue(token.caller().covers("blog"));
    assertFalse(token.caller().covers("wiki"));
    assertEquals("2026-12-31T23:00:00Z", token.expires().orElseThrow().toString());
    assertEquals(
        new RestLimits(OptionalInt.of(50), 100, 20, 20, 20, 20, 4096, Duration.ofSeconds(30)),
        access.limits());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "tokens: [{name: a, sha256: HASH, roles: [write]}] | 1:102: tokens[0].roles[0]: is 'write';"
            + " allowed are submit, read, review, administer",
        "tokens: [{name: a, sha256: HASH}] | tokens[0].roles: is missing; it must be some of"
            + " submit",
        "tokens: [{name: a, sha256: secret, roles: read}] | tokens[0].sha256: must be the SHA-256"
            + " of the token, in 64 hexadecimal digits, not the token",
        "tokens: [{sha256: HASH, roles: read}] | tokens[0].name: is missing; it must be who holds"
            + " the token",
        "tokens: [{name: a, sha256: HASH, roles: read, role: x}] | tokens[0].role: there is no such"
            + " key; allowed are name, sha256, roles, destinations, expires",
        "tokens: [{name: a, sha256: HASH, roles: []}] | tokens[0].roles: is an empty list",
        "tokens: [{name: a, sha256: HASH, roles: read, expires: soon}] | tokens[0].expires: is"
            + " 'soon'; allowed is a time with its offset",
        "tokens: [{name: a, sha256: HASH, roles: read}, {name: b, sha256: HASH, roles: read}] |"
            + " tokens[1].sha256: is another entry's as well",
        "tokens: [{name: a, name: b, sha256: HASH, roles: read}] | tokens[0].name: stands here"
            + " twice",
        "tokens: {a: b} | tokens: must be a list",
        "limits: {burst: 3} | limits.burst: needs requests-per-second",
        "limits: {concurrent: 0} | limits.concurrent: is '0'; allowed is a whole number from 1 to"
            + " 100000",
        "{} | names neither tokens nor issuers",
        "[a] | file: must be a mapping with tokens, issuers, limits",
        "a: [ | is no YAML",
        "issuers: [{issuer: i, audience: a, jwks: 'http://id.example/k', roles: {claim: c, map: {x:"
            + " read}}}] | jwks: is 'http://id.example/k'; allowed are a file, https",
        "issuers: [{issuer: i, audience: a, jwks: none.json, roles: {claim: c, map: {x: read}}}] |"
            + " jwks: there is no file",
        "issuers: [{issuer: i, audience: a, jwks: 'https://id.example/k', algorithms: [HS256],"
            + " roles: {claim: c, map: {x: read}}}] | algorithms: names 'HS256'; allowed are RS256",
        "issuers: [{issuer: i, audience: a, jwks: 'https://id.example/k', algorithms: none, roles:"
            + " {claim: c, map: {x: read}}}] | algorithms: names 'none'; allowed are RS256",
        "issuers: [{issuer: i, audience: a, jwks: 'https://id.example/k', clock-skew: 1d, roles:"
            + " {claim: c, map: {x: read}}}] | clock-skew: is '1d'; allowed is a whole number with"
            + " s, m or h, from 0s to 600s",
        "issuers: [{issuer: i, audience: a, jwks: 'https://id.example/k'}] | roles: is missing; it"
            + " must be a mapping with claim and map",
      })
  void shouldSayWhatIsWrongWhereAndWhatIsAllowed(String text, String expected) {
    // when
    InvalidAccessException refused = assertThrows(InvalidAccessException.class, () -> parse(text));

    // then
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(expected), message);
    assertTrue(message.startsWith("access.yaml:"), message);
    assertFalse(message.contains("'secret'"), message);
  }

  @Test
  void shouldTellAllMistakesAtOnce() {
    // when
    InvalidAccessException refused =
        assertThrows(
            InvalidAccessException.class,
            () ->
                parse(
                    """
                    tokens:
                      - {name: a, roles: [x]}
                    limits: {waiting: many}
                    """));

    // then
    assertEquals(3, String.valueOf(refused.getMessage()).lines().count(), refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1,true", "::1,true", "localhost,true", "0.0.0.0,false", "10.1.2.3,false"})
  void shouldListenToOtherMachinesOnlyWhenItIsGuardedOrToldTo(String host, boolean allowed) {
    // given
    RestAccess none = new RestAccess(Optional.empty(), true, Optional.empty());
    RestAccess guarded = new RestAccess(Optional.of(Path.of("f")), false, Optional.empty());

    // when
    Optional<String> refusal;
    try {
      RestAccess.open().checkHost(host);
      refusal = Optional.empty();
    } catch (IllegalArgumentException e) {
      refusal = Optional.of(String.valueOf(e.getMessage()));
    }

    // then
    assertEquals(allowed, refusal.isEmpty());
    refusal.ifPresent(message -> assertTrue(message.contains("--access FILE"), message));
    none.checkHost(host);
    guarded.checkHost(host);
  }
}
