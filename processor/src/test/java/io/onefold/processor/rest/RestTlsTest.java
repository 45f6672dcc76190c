package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.onefold.access.Pem;
import io.onefold.access.RestAccess;
import io.onefold.access.RestTls;
import io.onefold.access.TestCertificate;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestFixture;
import io.onefold.processor.store.OperationStore.Place;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestTlsTest {
  @TempDir private static Path folder;
  private static TestCertificate one;
  private static TestCertificate other;

  @BeforeAll
  static void makeCertificates() throws Exception {
    one = TestCertificate.make(folder, "one");
    other = TestCertificate.make(folder, "other");
  }

  private static SSLContext trusting(TestCertificate certificate) throws Exception {
    return Pem.trusting(Optional.of(certificate.certificate()));
  }

  private static int get(URI address, SSLContext tls, String... protocols)
      throws IOException, InterruptedException {
    HttpClient.Builder client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(tls);
    if (protocols.length > 0) {
      SSLParameters parameters = new SSLParameters();
      parameters.setProtocols(protocols);
      client.sslParameters(parameters);
    }
    try (HttpClient http = client.build()) {
      return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding())
          .statusCode();
    }
  }

  @Test
  void shouldSpeakTlsToWhoTrustsItsCertificate() throws Exception {
    // given
    try (RestFixture rest = new RestFixture(one.access(), Optional.of(trusting(one)))) {
      // when
      HttpResponse<String> answer = rest.submit(Fixtures.intent("over-tls"));

      // then
      assertEquals("https", rest.base().getScheme());
      assertEquals(202, answer.statusCode(), answer.body());
      assertEquals(200, get(rest.base().resolve("/health"), trusting(one), "TLSv1.2"));
      assertEquals(200, get(rest.base().resolve("/health"), trusting(one), "TLSv1.3"));
      SSLContext wrong = trusting(other);
      assertThrows(SSLHandshakeException.class, () -> get(rest.base().resolve("/health"), wrong));
      // Its certificate is for 127.0.0.1 and nothing else.
      URI byName = URI.create("https://localhost:" + rest.base().getPort() + "/health");
      SSLContext right = trusting(one);
      assertThrows(SSLException.class, () -> get(byName, right));
      URI plain = URI.create("http://127.0.0.1:" + rest.base().getPort() + "/health");
      assertThrows(IOException.class, () -> get(plain, right));
    }
  }

  @Test
  void shouldPresentANewCertificateWhenTheFilesAreReplaced() throws Exception {
    // given
    Path certificate = Files.copy(one.certificate(), folder.resolve("rotating.crt"));
    Path key = Files.copy(one.key(), folder.resolve("rotating.key"));
    RestTls rotating = new RestTls(certificate, key, Optional.empty(), Duration.ofMillis(200));
    RestAccess access = new RestAccess(Optional.empty(), false, Optional.of(rotating));
    try (RestFixture rest = new RestFixture(access, Optional.of(trusting(one)))) {
      URI health = rest.base().resolve("/health");
      assertEquals(200, get(health, trusting(one)));

      // when
      Files.copy(other.key(), key, StandardCopyOption.REPLACE_EXISTING);
      Files.copy(other.certificate(), certificate, StandardCopyOption.REPLACE_EXISTING);

      // then
      Awaitility.await().ignoreExceptions().until(() -> get(health, trusting(other)) == 200);
    }
  }

  @Test
  void shouldAskOtherInstancesOverTlsAndOnlyTrustedOnes() throws Exception {
    // given
    try (RestFixture there = new RestFixture(one.access(), Optional.of(trusting(one)));
        RestFixture here = new RestFixture(one.access(), Optional.of(trusting(one)));
        RestFixture strange = new RestFixture(other.access(), Optional.of(trusting(other)))) {
      var unused = there.submit(Fixtures.intent("far"));

      // when
      here.ledger.holdElsewhere(new Place.There(there.base()));
      HttpResponse<String> found = here.get("/v1/operations/far");
      here.ledger.holdElsewhere(new Place.There(strange.base()));
      HttpResponse<String> refused = here.get("/v1/operations/far");

      // then
      assertEquals(200, found.statusCode(), found.body());
      assertEquals(503, refused.statusCode(), refused.body());
    }
  }
}
