package io.onefold.standalone.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsCheckTest {
  @TempDir Path folder;

  @Test
  void shouldRefuseByNameWithLineReasonAndWhatIsAllowedWhenOnefoldDecides() throws IOException {
    // given
    SettingsFile file = file("# ours\nlinger.ms=3\n\nacks = 1\n");

    // when
    List<String> refusals = SettingsCheck.refusals(file);

    // then
    assertEquals(
        List.of(
            "line 4: acks is decided by Onefold (an acknowledged record must not be lost);"
                + " allowed is only -1 or all"),
        refusals);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "processing.guarantee=at_least_once",
        "isolation.level=read_uncommitted",
        "consumer.isolation.level=read_uncommitted",
        "main.consumer.auto.offset.reset=latest",
        "restore.consumer.auto.offset.reset=earliest",
        "global.consumer.enable.auto.commit=true",
        "producer.acks=0",
        "enable.idempotence=false",
        "transactional.id=mine",
        "producer.transaction.timeout.ms=900000",
        "group.id=mine",
        "consumer.group.instance.id=one",
        "application.id=other",
        "partitioner.class=org.apache.kafka.clients.producer.RoundRobinPartitioner",
        "producer.partitioner.ignore.keys=true",
        "key.serializer=x",
        "consumer.value.deserializer=x",
        "interceptor.classes=x",
        "producer.interceptor.classes=x",
        "deserialization.exception.handler=x",
        "production.exception.handler=x",
        "producer.max.request.size=1000000",
        "max.partition.fetch.bytes=many",
        "topic.cleanup.policy=delete",
        "admin.bootstrap.servers=elsewhere:9092",
        "num.standby.replicas=1",
        "retries=0",
        "producer.retries=0",
        "max.in.flight.requests.per.connection=10",
        "producer.max.in.flight.requests.per.connection=0",
        "linger.ms=soon",
        "security.protocol=TLS",
        "main.consumer.session.timeout.ms=long",
        "admin.request.timeout.ms=-1"
      })
  void shouldRefuseWhateverThePromiseRestsOn(String line) throws IOException {
    SettingsFile file = file(line);

    assertEquals(1, SettingsCheck.refusals(file).size(), line);
    assertEquals(List.of(), SettingsCheck.warnings(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bootstrap.servers=a:9092,b:9092",
        "security.protocol=SASL_SSL",
        "sasl.mechanism=OAUTHBEARER",
        "sasl.oauthbearer.token.endpoint.url=https://idp.example/token",
        "sasl.login.callback.handler.class=x",
        "retries=3",
        "admin.retries=0",
        "max.in.flight.requests.per.connection=1",
        "linger.ms=${file:/run/secrets/kafka.properties:linger}",
        "ssl.endpoint.identification.algorithm=https",
        "bearer.auth.credentials.source=STATIC_TOKEN",
        "ssl.truststore.location=/etc/kafka/ca.pem",
        "ssl.keystore.type=PEM",
        "admin.ssl.keystore.location=/etc/kafka/admin.pem",
        "config.providers=file",
        "config.providers.file.class=org.apache.kafka.common.config.provider.FileConfigProvider",
        "schema.registry.url=https://registry.example",
        "schema.registry.ssl.truststore.location=/etc/registry.pem",
        "basic.auth.user.info=a:b",
        "client.rack=zone-a",
        "consumer.group.protocol=consumer",
        "acks=ALL",
        "isolation.level=read_committed",
        "producer.max.request.size=8388608",
        "replication.factor=3",
        "topic.min.insync.replicas=2",
        "restore.consumer.max.poll.records=5000"
      })
  void shouldPassSecurityAndTuningWithoutAWord(String line) throws IOException {
    SettingsFile file = file(line);

    assertEquals(List.of(), SettingsCheck.refusals(file));
    assertEquals(List.of(), SettingsCheck.warnings(file));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key.subject.name.strategy=RecordNameStrategy",
        "value.subject.name.strategy=RecordNameStrategy",
        "schema.registry.ssl.endpoint.identification.algorithm=",
        "schema.registry.ssl.truststore.locaton=/etc/registry.pem",
        "schema.registry.request.timeout.ms=0",
        "use.latest.version=maybe"
      })
  void shouldNameTheLineWhenNoRegistryClientTakesTheSetting(String line) throws IOException {
    SettingsFile file = file("acks=all\nschema.registry.url=https://registry.example\n" + line);

    List<String> refusals = SettingsCheck.refusals(file);

    assertEquals(1, refusals.size(), line);
    assertTrue(refusals.getFirst().startsWith("line 3: "), refusals.getFirst());
  }

  @Test
  void shouldRefuseARegistryThatIsNoAddressAndTwoWaysToFindASchema() throws IOException {
    // given
    SettingsFile address = file("acks=all\nschema.registry.url=notaurl\n");
    SettingsFile both =
        file(
            """
            schema.registry.url=https://registry.example
            auto.register.schemas=true
            use.latest.version=true
            """);

    // when
    List<String> ofAddress = SettingsCheck.refusals(address);
    List<String> ofBoth = SettingsCheck.refusals(both);

    // then
    assertTrue(ofAddress.getFirst().startsWith("line 2: schema.registry.url"), ofAddress::toString);
    assertTrue(ofBoth.getFirst().matches("line [23]: use.latest.version and .*"), ofBoth::toString);
  }

  @Test
  void shouldReadNoStoreWhenTheRegistrysSettingsAreJudged() throws IOException {
    SettingsFile file =
        file(
            """
            schema.registry.url=https://registry.example
            schema.registry.ssl.truststore.location=/nowhere/registry.pem
            """);

    assertEquals(List.of(), SettingsCheck.refusals(file));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "producer."})
  void shouldWarnWhenNoBrokersNameIsChecked(String prefix) throws IOException {
    SettingsFile file =
        file("security.protocol=SSL\n" + prefix + "ssl.endpoint.identification.algorithm=\n");

    List<String> warnings = SettingsCheck.warnings(file);

    assertEquals(List.of(), SettingsCheck.refusals(file));
    assertEquals(1, warnings.size(), warnings::toString);
    assertTrue(
        warnings
            .getFirst()
            .startsWith("line 2: " + prefix + "ssl.endpoint.identification.algorithm is empty"),
        warnings.getFirst());
  }

  @Test
  void shouldWarnOfANameThatNobodyKnowsAndKeepItsValueSecret() throws IOException {
    // given
    SettingsFile file =
        file("sasl.jaas.confg=secret\nproducer.fetch.max.wait.ms=1\nlog.dirs=/var\n");

    // when
    List<String> warnings = SettingsCheck.warnings(file);

    // then
    assertEquals(3, warnings.size(), warnings::toString);
    assertTrue(
        warnings
            .getFirst()
            .startsWith("line 1: no Kafka client knows sasl.jaas.confg (did you mean"),
        warnings.getFirst());
    assertTrue(warnings.getFirst().contains("sasl.jaas.config"), warnings.getFirst());
    assertTrue(warnings.stream().noneMatch(warning -> warning.contains("secret")));
    assertEquals("secret", file.byName().get("sasl.jaas.confg"));
  }

  @Test
  void shouldReadAsJavaPropertiesAreReadWhenLinesGoOn() throws IOException {
    // given, when
    SettingsFile file =
        file(
            """
            ! a comment that ends in a backslash \\
            sasl.jaas.config = Login required \\
                # is no comment here
            path\\ with\\ blanks: C:\\\\
            caf\\u00e9
            group.id=x
            """);

    // then
    assertEquals(
        Map.of(
            "sasl.jaas.config",
            "Login required # is no comment here",
            "path with blanks",
            "C:\\",
            "café",
            "",
            "group.id",
            "x"),
        file.byName());
    assertTrue(SettingsCheck.refusals(file).getFirst().startsWith("line 6: group.id is decided"));
  }

  @Test
  void shouldNameTheLineWhenItIsNotWritten() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> file("a=b\nc=\\uxyz\n"));

    assertTrue(refused.getMessage().startsWith("line 2: "), refused.getMessage());
  }

  private SettingsFile file(String text) throws IOException {
    return SettingsFile.read(Files.writeString(folder.resolve("kafka.properties"), text));
  }
}
