package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS with certificates that were made a moment ago, so that nobody else can know their keys. */
class RegistryTlsTest {
  private static final String SUBJECT = "onefold.intents-value";

  @TempDir static Path folder;
  private static TestCertificates certificates;

  private RegistryStandIn registry;

  @BeforeAll
  static void make() throws Exception {
    certificates = TestCertificates.make(folder);
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  private void start(boolean wantsCertificate) throws Exception {
    registry = RegistryStandIn.start(certificates.serverContext(), wantsCertificate);
  }

  private RegistryClient client(String... settings) {
    Map<String, Object> config = new HashMap<>();
    config.put("schema.registry.url", registry.url());
    for (int i = 0; i < settings.length; i += 2) {
      config.put("schema.registry.ssl." + settings[i], settings[i + 1]);
    }
    return RegistryClient.from(config);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PKCS12", "PEM"})
  void shouldTrustTheServerWhenItsCertificateIsInTheTruststore(String type) throws Exception {
    // given
    start(false);
    RegistryClient client =
        type.equals("PEM")
            ? client("truststore.location", path("server.pem"), "truststore.type", "PEM")
            : client(
                "truststore.location",
                path("trust.p12"),
                "truststore.password",
                TestCertificates.PASSWORD,
                "truststore.type",
                type);

    // when
    int id = client.idOf(SUBJECT, Message.INTENT);

    // then
    assertEquals(1, id);
  }

  @Test
  void shouldTrustTheServerWhenItsCertificateStandsInTheSetting() throws Exception {
    start(false);

    RegistryClient client =
        client(
            "truststore.certificates",
            Files.readString(folder.resolve("server.pem")),
            "truststore.type",
            "PEM");

    assertEquals(1, client.idOf(SUBJECT, Message.INTENT));
  }

  @Test
  void shouldNotTrustTheServerWhenNobodyVouchesForIt() throws Exception {
    // given
    start(false);
    RegistryClient client = client();

    // when
    var failed = assertThrows(RegistryException.class, () -> client.idOf(SUBJECT, Message.INTENT));

    // then
    assertEquals(0, failed.status());
    assertTrue(
        failed.getMessage().contains("check the settings schema.registry.ssl.*"),
        failed::getMessage);
  }

  @Test
  void shouldNotTrustTheServerWhenItsCertificateIsForAnotherName() throws Exception {
    // given
    start(false);
    Map<String, Object> config =
        Map.of(
            "schema.registry.url",
            "https://localhost:" + registry.port(),
            "schema.registry.ssl.truststore.location",
            path("server.pem"),
            "schema.registry.ssl.truststore.type",
            "PEM");
    RegistryClient client = RegistryClient.from(config);

    // when
    var failed = assertThrows(RegistryException.class, () -> client.idOf(SUBJECT, Message.INTENT));

    // then
    assertTrue(failed.getMessage().contains("localhost"), failed::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PKCS12", "PEM"})
  void shouldShowItsOwnCertificateWhenTheServerWantsOne(String type) throws Exception {
    // given
    start(true);
    RegistryClient client =
        type.equals("PEM")
            ? client(
                "truststore.location",
                path("server.pem"),
                "truststore.type",
                "PEM",
                "keystore.location",
                path("client.pem"),
                "keystore.type",
                "PEM")
            : client(
                "truststore.location",
                path("server.pem"),
                "truststore.type",
                "PEM",
                "keystore.location",
                path("client.p12"),
                "keystore.password",
                TestCertificates.PASSWORD,
                "key.password",
                TestCertificates.PASSWORD,
                "keystore.type",
                type);

    // when
    int id = client.idOf(SUBJECT, Message.INTENT);

    // then
    assertEquals(1, id);
  }

  @Test
  void shouldNotBeLetInWhenTheServerWantsACertificateAndThereIsNone() throws Exception {
    // given
    start(true);
    RegistryClient client =
        client("truststore.location", path("server.pem"), "truststore.type", "PEM");

    // when
    var failed = assertThrows(RegistryException.class, () -> client.idOf(SUBJECT, Message.INTENT));

    // then
    assertTrue(failed.isRetriable());
    assertTrue(registry.asked().isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "truststore.location,/nowhere/trust.p12",
    "truststore.certificates,none",
    "endpoint.identification.algorithm,none",
    "trust.location,/x",
  })
  void shouldNameTheSettingsWhenTlsCannotBeSetUp(String setting, String value) throws IOException {
    registry = RegistryStandIn.start();

    var refused = assertThrows(ConfigException.class, () -> client(setting, value));

    assertTrue(refused.getMessage().contains("schema.registry.ssl."), refused::getMessage);
  }

  @Test
  void shouldNotTellThePasswordWhenItIsWrong() throws IOException {
    registry = RegistryStandIn.start();

    var refused =
        assertThrows(
            ConfigException.class,
            () ->
                client(
                    "truststore.location",
                    path("trust.p12"),
                    "truststore.password",
                    "not-the-one",
                    "truststore.type",
                    "PKCS12"));

    assertTrue(refused.getMessage().contains("trust.p12"), refused::getMessage);
    assertFalse(refused.getMessage().contains("not-the-one"), refused::getMessage);
  }

  private static String path(String name) {
    return folder.resolve(name).toString();
  }
}
