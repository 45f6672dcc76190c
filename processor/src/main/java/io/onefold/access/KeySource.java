package io.onefold.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import org.jose4j.http.Get;
import org.jose4j.http.SimpleGet;
import org.jose4j.http.SimpleResponse;
import org.jose4j.jwk.HttpsJwks;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.keys.resolvers.HttpsJwksVerificationKeyResolver;
import org.jose4j.keys.resolvers.JwksVerificationKeyResolver;
import org.jose4j.keys.resolvers.VerificationKeyResolver;
import org.jose4j.lang.JoseException;

/** Where the public keys of an issuer come from. */
record KeySource(VerificationKeyResolver resolver) {
  /** An unknown key ID makes us look again, but never more often than this. */
  private static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(30);

  /** Known keys stay good for this long while the issuer cannot be reached. */
  private static final Duration RETAINED = Duration.ofHours(1);

  private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);
  private static final int TIMEOUT_MS = 3000;

  /** Keys in a file. */
  static KeySource ofFile(byte[] jwks) throws JoseException {
    JsonWebKeySet keys = new JsonWebKeySet(new String(jwks, StandardCharsets.UTF_8));
    if (keys.getJsonWebKeys().isEmpty()) {
      throw new JoseException("it holds no key");
    }
    for (JsonWebKey key : keys.getJsonWebKeys()) {
      if (!(key instanceof PublicJsonWebKey)) {
        throw new JoseException("it holds a symmetric key; allowed are RSA, EC and OKP keys");
      }
    }
    return new KeySource(new JwksVerificationKeyResolver(keys.getJsonWebKeys()));
  }

  /**
   * Keys at a URL, fetched when first needed.
   *
   * @param ca who signs the server's certificate; empty: what the Java runtime trusts
   * @param refresh how long they are good where the server does not say
   */
  static KeySource ofUrl(String url, Optional<Collection<X509Certificate>> ca, Duration refresh) {
    Get get = new Get();
    get.setConnectTimeout(TIMEOUT_MS);
    get.setReadTimeout(TIMEOUT_MS);
    get.setRetries(1);
    get.setResponseBodySizeLimit(AccessFile.MOST_BYTES);
    ca.ifPresent(get::setTrustedCertificates);
    HttpsJwks keys = new HttpsJwks(url);
    keys.setSimpleHttpGet(new PatientGet(get));
    keys.setDefaultCacheDuration(refresh.toSeconds());
    keys.setRefreshReprieveThreshold(LOOK_AGAIN_AFTER.toMillis());
    keys.setRetainCacheOnErrorDuration(RETAINED.toSeconds());
    return new KeySource(new HttpsJwksVerificationKeyResolver(keys));
  }

  /** After a failure it fails at once for a while: callers must not queue up behind timeouts. */
  private static final class PatientGet implements SimpleGet {
    private final SimpleGet get;
    private volatile long failedAt;
    private volatile boolean failed;

    PatientGet(SimpleGet get) {
      this.get = get;
    }

    @Override
    public SimpleResponse get(String location) throws IOException {
      if (failed && System.nanoTime() - failedAt < AFTER_FAILURE.toNanos()) {
        throw new IOException(location + " has just failed to answer");
      }
      try {
        SimpleResponse response = get.get(location);
        failed = false;
        return response;
      } catch (IOException e) {
        failedAt = System.nanoTime();
        failed = true;
        throw e;
      }
    }
  }
}
