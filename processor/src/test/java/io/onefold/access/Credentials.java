package io.onefold.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.lang.JoseException;

/** Access files, tokens and signed claims for tests. */
public final class Credentials {
  public static final String ISSUER = "https://id.example";
  public static final String AUDIENCE = "onefold";

  private Credentials() {}

  /** A token that belongs to this name alone. */
  public static String token(String name) {
    return (name + "-").repeat(32);
  }

  /** The header of who holds {@link #token}. */
  public static String bearer(String name) {
    return "Bearer " + token(name);
  }

  /** An entry of {@code tokens}. */
  public static String entry(String name, String roles, String... more) {
    return "  - {name: %s, sha256: %s, roles: [%s]%s}%n"
        .formatted(name, hash(token(name)), roles, more.length == 0 ? "" : ", " + more[0]);
  }

  static String hash(String token) {
    return HexFormat.of().formatHex(Authenticator.sha256(token));
  }

  /** A file in a folder. */
  public static Path write(Path folder, String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Access as a file says it. */
  public static RestAccess access(Path file) {
    return new RestAccess(Optional.of(file), false, Optional.empty());
  }

  /** Claims that are good for a minute. */
  public static JwtClaims claims(String subject) {
    JwtClaims claims = new JwtClaims();
    claims.setIssuer(ISSUER);
    claims.setAudience(AUDIENCE);
    claims.setSubject(subject);
    claims.setExpirationTimeMinutesInTheFuture(10);
    return claims;
  }

  /** Claims, signed. */
  public static String sign(JwtClaims claims, PublicJsonWebKey key, String algorithm) {
    try {
      JsonWebSignature signature = new JsonWebSignature();
      signature.setPayload(claims.toJson());
      signature.setKey(key.getPrivateKey());
      signature.setKeyIdHeaderValue(key.getKeyId());
      signature.setAlgorithmHeaderValue(algorithm);
      return signature.getCompactSerialization();
    } catch (JoseException e) {
      throw new AssertionError(e);
    }
  }

  /** The public parts of keys. */
  public static String publicKeys(JsonWebKey... keys) {
    return new JsonWebKeySet(keys).toJson(JsonWebKey.OutputControlLevel.PUBLIC_ONLY);
  }

  /** An access file with one issuer, whose claim {@code groups} gives the roles of {@code map}. */
  public static String issuer(String jwks, Map<String, String> map, String... more) {
    StringBuilder text =
        new StringBuilder(
            """
            issuers:
              - issuer: %s
                audience: %s
                jwks: %s
                roles:
                  claim: realm.groups
                  map:
            """
                .formatted(ISSUER, AUDIENCE, jwks));
    map.forEach((group, roles) -> text.append("        %s: [%s]\n".formatted(group, roles)));
    for (String line : more) {
      text.append("    ").append(line).append('\n');
    }
    return text.toString();
  }
}
