package io.onefold.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jose4j.jwk.EcJwkGenerator;
import org.jose4j.jwk.OctJwkGenerator;
import org.jose4j.jwk.OkpJwkGenerator;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.keys.EllipticCurves;
import org.jose4j.keys.HmacKey;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenIssuerTest {
  private static final Map<String, String> GROUPS =
      Map.of("desk", "read, review", "shops", "submit");

  @TempDir private Path folder;

  private static PublicJsonWebKey rsa;
  private static PublicJsonWebKey ec;
  private static PublicJsonWebKey ed;

  @BeforeAll
  static void makeKeys() throws JoseException {
    rsa = named(RsaJwkGenerator.generateJwk(2048), "rsa");
    ec = named(EcJwkGenerator.generateJwk(EllipticCurves.P256), "ec");
    ed = named(OkpJwkGenerator.generateJwk("Ed25519"), "ed");
  }

  private static PublicJsonWebKey named(PublicJsonWebKey key, String id) {
    key.setKeyId(id);
    return key;
  }

  private Access access(String... more) {
    var unused = Credentials.write(folder, "jwks.json", Credentials.publicKeys(rsa, ec, ed));
    return start(Credentials.issuer("jwks.json", GROUPS, more));
  }

  private Access start(String text) {
    return Access.start(
        Credentials.access(Credentials.write(folder, "access.yaml", text)), InstantSource.system());
  }

  private static JwtClaims ann() {
    JwtClaims claims = Credentials.claims("ann");
    claims.setClaim("realm", Map.of("groups", List.of("desk", "others")));
    return claims;
  }

  private static String bearer(JwtClaims claims, PublicJsonWebKey key, String algorithm) {
    return "Bearer " + Credentials.sign(claims, key, algorithm);
  }

  @Test
  void shouldTakeEverySignatureOfAPublicKey() throws Exception {
    // given
    try (Access access = access()) {
      // when
      List<Caller> callers =
          List.of(
              access.caller(bearer(ann(), rsa, "RS256")),
              access.caller(bearer(ann(), ec, "ES256")),
              access.caller(bearer(ann(), ed, "EdDSA")));

      // then
      for (Caller caller : callers) {
        assertEquals(Optional.of("ann"), caller.name());
        assertEquals(Set.of(Role.READ, Role.REVIEW), caller.roles());
      }
    }
  }

  @Test
  void shouldNameTheCallerByTheClaimThatTheFileSays() throws Exception {
    // given
    JwtClaims claims = ann();
    claims.setStringClaim("email", "ann@example.org");
    try (Access access = access("principal: email", "prefix: 'id:'")) {
      // when
      Caller caller = access.caller(bearer(claims, rsa, "RS256"));

      // then
      assertEquals(Optional.of("id:ann@example.org"), caller.name());
      assertRefused(access, "no claim of that name", bearer(ann(), rsa, "RS256"));
    }
  }

  @Test
  void shouldReadScopesThatStandInOneText() throws Exception {
    // given
    var unused = Credentials.write(folder, "jwks.json", Credentials.publicKeys(rsa));
    String text =
        Credentials.issuer("jwks.json", Map.of("'of:read'", "read"))
            .replace("realm.groups", "scope");
    JwtClaims claims = Credentials.claims("ann");
    claims.setStringClaim("scope", "openid of:read");
    try (Access access = start(text)) {
      // when
      Caller caller = access.caller(bearer(claims, rsa, "RS256"));

      // then
      assertEquals(Set.of(Role.READ), caller.roles());
    }
  }

  @Test
  void shouldRefuseClaimsThatAreNotForUsOrNotNow() {
    // given
    Map<String, Consumer<JwtClaims>> wrongs =
        Map.of(
            "audience", claims -> claims.setAudience("others"),
            "no audience", claims -> claims.unsetClaim("aud"),
            "issuer", claims -> claims.setIssuer("https://evil.example"),
            "no issuer", claims -> claims.unsetClaim("iss"),
            "expired", claims -> claims.setExpirationTime(secondsFromNow(-40)),
            "no expiry", claims -> claims.unsetClaim("exp"),
            "not yet", claims -> claims.setNotBefore(secondsFromNow(600)),
            "no subject", claims -> claims.unsetClaim("sub"),
            "a subject of two lines", claims -> claims.setSubject("ann\nroot"));
    try (Access access = access()) {
      // then
      wrongs.forEach(
          (what, wrong) -> {
            JwtClaims claims = ann();
            wrong.accept(claims);
            assertRefused(access, what, bearer(claims, rsa, "RS256"));
          });
    }
  }

  private static NumericDate secondsFromNow(long seconds) {
    NumericDate date = NumericDate.now();
    date.addSeconds(seconds);
    return date;
  }

  @Test
  void shouldAllowClocksToDisagreeWithinTheSkew() throws Exception {
    // given
    JwtClaims claims = ann();
    claims.setExpirationTime(secondsFromNow(-40));
    try (Access access = access("clock-skew: 10m")) {
      // then
      assertEquals(Optional.of("ann"), access.caller(bearer(claims, rsa, "RS256")).name());
    }
  }

  @Test
  void shouldRefuseSignaturesThatAnybodyCouldMake() throws Exception {
    // given
    JsonWebSignature none = new JsonWebSignature();
    none.setPayload(ann().toJson());
    none.setAlgorithmConstraints(org.jose4j.jwa.AlgorithmConstraints.NO_CONSTRAINTS);
    none.setAlgorithmHeaderValue("none");
    // The public key as the secret of an HMAC: the classical confusion.
    JsonWebSignature confused = new JsonWebSignature();
    confused.setPayload(ann().toJson());
    confused.setAlgorithmHeaderValue("HS256");
    confused.setKeyIdHeaderValue("rsa");
    confused.setKey(new HmacKey(rsa.getPublicKey().getEncoded()));
    PublicJsonWebKey strange = named(RsaJwkGenerator.generateJwk(2048), "rsa");
    String signed = Credentials.sign(ann(), rsa, "RS256");
    String changed =
        signed.substring(0, signed.indexOf('.') + 1)
            + Credentials.sign(Credentials.claims("root"), rsa, "RS256").split("\\.", -1)[1]
            + signed.substring(signed.lastIndexOf('.'));
    try (Access access = access("algorithms: [RS256]")) {
      // then
      assertRefused(access, "no signature", "Bearer " + none.getCompactSerialization());
      assertRefused(access, "HMAC", "Bearer " + confused.getCompactSerialization());
      assertRefused(access, "a strange key", bearer(ann(), strange, "RS256"));
      assertRefused(access, "other claims", "Bearer " + changed);
      assertRefused(access, "an algorithm that is not named", bearer(ann(), ec, "ES256"));
      assertRefused(access, "another RSA algorithm", bearer(ann(), rsa, "RS512"));
    }
  }

  @Test
  void shouldNotTakeASymmetricKeyForAPublicOne() {
    // given
    var unused =
        Credentials.write(
            folder,
            "jwks.json",
            "{\"keys\":["
                + OctJwkGenerator.generateJwk(256)
                    .toJson(org.jose4j.jwk.JsonWebKey.OutputControlLevel.INCLUDE_SYMMETRIC)
                + "]}");

    // when
    InvalidAccessException refused =
        assertThrows(
            InvalidAccessException.class, () -> start(Credentials.issuer("jwks.json", GROUPS)));

    // then
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("symmetric key; allowed are RSA, EC and OKP keys"), message);
  }

  @Test
  void shouldFetchKeysOnceAndAskAgainOnlyForANewKeyAndNotForEachForgery() throws Exception {
    // given
    AtomicReference<String> keys = new AtomicReference<>(Credentials.publicKeys(rsa));
    AtomicInteger fetches = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/jwks",
        exchange -> {
          fetches.incrementAndGet();
          byte[] body = keys.get().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/jwks";
    try (Access access = start(Credentials.issuer(url, GROUPS))) {
      // when
      for (int i = 0; i < 20; i++) {
        assertEquals(Optional.of("ann"), access.caller(bearer(ann(), rsa, "RS256")).name());
        PublicJsonWebKey forged = named(EcJwkGenerator.generateJwk(EllipticCurves.P256), "x" + i);
        assertRefused(access, "a forgery", bearer(ann(), forged, "ES256"));
      }

      // then
      assertTrue(fetches.get() <= 2, "fetched " + fetches);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void shouldTellThatItCannotTellWhenKeysCannotBeFetched() {
    // given
    try (Access access = start(Credentials.issuer("http://127.0.0.1:1/jwks", GROUPS))) {
      // then
      assertThrows(
          KeysUnavailableException.class, () -> access.caller(bearer(ann(), rsa, "RS256")));
    }
  }

  private static void assertRefused(Access access, String what, String header) {
    assertThrows(UnprovenCallerException.class, () -> access.caller(header), what);
  }
}
