package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The serdes with a registry that keeps what it is given: subjects, failover, credentials. */
class RegistryServingTest {
  private static final String TOPIC = "onefold.intents";
  private static final String SUBJECT = "onefold.intents-value";

  private final Intent intent = AvroSerdeTest.intent("op-1", 10);
  private RegistryStandIn registry;
  private RegistryStandIn second;

  @BeforeEach
  void start() throws IOException {
    registry = RegistryStandIn.start();
    second = RegistryStandIn.start();
  }

  @AfterEach
  void stop() {
    registry.close();
    second.close();
  }

  private Map<String, Object> config(String... settings) {
    Map<String, Object> config = new HashMap<>();
    config.put("schema.registry.url", registry.url());
    for (int i = 0; i < settings.length; i += 2) {
      config.put(settings[i], settings[i + 1]);
    }
    return config;
  }

  private AvroDeserializer<Intent> deserializer(Map<String, Object> config) {
    AvroDeserializer<Intent> deserializer = new AvroDeserializer<>();
    deserializer.configure(config, false);
    return deserializer;
  }

  private static AvroSerializer<Intent> serializer(Map<String, Object> config) {
    AvroSerializer<Intent> serializer = new AvroSerializer<>();
    serializer.configure(config, false);
    return serializer;
  }

  @Test
  void shouldNameTheSubjectAfterTheTopicWhenEveryMessageIsWritten() {
    // given
    RegistryClient client = RegistryClient.from(config());
    List<Message> travelling = List.of(Message.values()).stream().filter(Message::travels).toList();

    // when
    for (Message message : travelling) {
      client.idOf("onefold." + message.topic() + "-value", message);
    }

    // then
    assertEquals(
        travelling.stream().map(one -> "onefold." + one.topic() + "-value").sorted().toList(),
        registry.subjects());
  }

  @Test
  void shouldRefuseToBeASerdeOfKeysWhenConfiguredAsOne() {
    // given
    AvroSerializer<Intent> serializer = new AvroSerializer<>();
    AvroDeserializer<Intent> deserializer = new AvroDeserializer<>();

    // when
    var writing =
        assertThrows(IllegalArgumentException.class, () -> serializer.configure(config(), true));
    assertThrows(IllegalArgumentException.class, () -> deserializer.configure(config(), true));

    // then
    assertEquals("keys are operation IDs as text, not Avro records", writing.getMessage());
    assertEquals(List.of(), registry.asked());
  }

  @Test
  void shouldRefuseWhenTheRegistryFindsTheSchemaIncompatible() {
    // given
    registry.put(
        SUBJECT,
        "{\"type\":\"record\",\"name\":\"Intent\",\"namespace\":\"io.onefold.schema\",\"fields\":"
            + "[{\"name\":\"operationId\",\"type\":\"long\"}]}");
    AvroSerializer<Intent> serializer = serializer(config());

    // when
    var refused = assertThrows(RegistryException.class, () -> serializer.serialize(TOPIC, intent));

    // then
    assertEquals(409, refused.status());
    assertFalse(refused.isRetriable());
    assertTrue(refused.getMessage().contains("compatibility rule"), refused::getMessage);
  }

  @Test
  void shouldAskAgainWhenThereWasNoAnswerToRemember() {
    // given
    AvroSerializer<Intent> serializer = serializer(config("auto.register.schemas", "false"));
    AvroDeserializer<Intent> deserializer = deserializer(config());
    byte[] unknown = {0, 0, 0, 0, 1, 2};
    assertThrows(RegistryException.class, () -> serializer.serialize(TOPIC, intent));
    assertThrows(SerializationException.class, () -> deserializer.deserialize(TOPIC, unknown));

    // when
    registry.put(SUBJECT, BuiltInCatalogue.instance().newest(Message.INTENT).text());
    byte[] value = serializer.serialize(TOPIC, intent);

    // then
    assertEquals(intent, deserializer.deserialize(TOPIC, value));
  }

  @Test
  void shouldStayWithTheAddressThatAnsweredWhenAnotherIsDown() {
    // given
    registry.down(true);
    RegistryClient client =
        RegistryClient.from(config("schema.registry.url", registry.url() + "," + second.url()));
    client.idOf(SUBJECT, Message.INTENT);
    int before = registry.asked().size();

    // when
    client.idOf("onefold.receipts-value", Message.RECEIPT);

    // then
    assertEquals(1, before);
    assertEquals(before, registry.asked().size());
    assertEquals(2, second.asked().size());
  }

  @Test
  void shouldAskTheOthersWhenOneDoesNotKnowAnId() {
    // given
    second.put(SUBJECT, BuiltInCatalogue.instance().newest(Message.INTENT).text());
    byte[] value = serializer(config("schema.registry.url", second.url())).serialize(TOPIC, intent);
    String both = registry.url() + "," + second.url();

    // when
    Intent read = deserializer(config("schema.registry.url", both)).deserialize(TOPIC, value);

    // then
    assertEquals(intent, read);
    assertEquals(List.of("GET /schemas/ids/1"), registry.asked());
  }

  @Test
  void shouldForgetAllButSoManyIdsWhenSomebodyMakesThemUp() {
    // given
    BoundedCache<Integer, String> cache = new BoundedCache<>();

    // when
    for (int id = 0; id < 2500; id++) {
      cache.put(id, "schema");
    }

    // then
    assertTrue(cache.size() <= 1000, () -> cache.size() + " entries");
    assertTrue(cache.get(2499).isPresent());
  }

  @ParameterizedTest
  @CsvSource({
    "basic.auth.user.info,me:secret,Basic bWU6c2VjcmV0",
    "basic.auth.user.info,me:p:w,Basic bWU6cDp3",
    "bearer.auth.token,abc.def,Bearer abc.def",
    "schema.registry.url,http://me:s%40fe@HOST,Basic bWU6c0BmZQ==",
  })
  void shouldBeLetInWhenItShowsWhatIsAskedFor(String setting, String value, String header) {
    // given
    registry.authorize(header);
    String here = value.replace("HOST", registry.url().substring("http://".length()));

    // when
    int id = RegistryClient.from(config(setting, here)).idOf(SUBJECT, Message.INTENT);

    // then
    assertEquals(1, id);
  }

  @Test
  void shouldSendEachAddressItsOwnCredentialsWhenTheyStandInTheUrl() {
    // given
    registry.authorize("Basic bWU6b25l");
    registry.down(true);
    second.authorize("Basic bWU6dHdv");
    String both =
        registry.url().replace("//", "//me:one@") + "," + second.url().replace("//", "//me:two@");

    // when
    int id =
        RegistryClient.from(
                config("schema.registry.url", both, "basic.auth.credentials.source", "URL"))
            .idOf(SUBJECT, Message.INTENT);

    // then
    assertEquals(1, id);
  }

  @Test
  void shouldSayWhichSettingsToCheckWhenItIsNotLetIn() {
    // given
    registry.authorize("Bearer right");
    RegistryClient client = RegistryClient.from(config("bearer.auth.token", "wrong-secret"));

    // when
    var refused = assertThrows(RegistryException.class, () -> client.idOf(SUBJECT, Message.INTENT));

    // then
    assertEquals(401, refused.status());
    assertTrue(refused.getMessage().contains("bearer.auth.token"), refused::getMessage);
    assertFalse(refused.getMessage().contains("wrong-secret"), refused::getMessage);
    assertEquals(1, registry.asked().size());
  }

  @ParameterizedTest
  @CsvSource({
    "basic.auth.credentials.source,SASL_INHERIT,allowed are URL and USER_INFO",
    "basic.auth.credentials.source,USER_INFO,basic.auth.user.info must be user:password",
    "bearer.auth.credentials.source,OAUTHBEARER,allowed is STATIC_TOKEN",
    "bearer.auth.credentials.source,STATIC_TOKEN,bearer.auth.token is missing",
    "bearer.auth.token,a b,visible ASCII",
    "value.subject.name.strategy,io.confluent.RecordNameStrategy,allowed is TopicNameStrategy",
    "use.latest.version,perhaps,allowed are true and false",
    "latest.compatibility.strict,1,allowed are true and false",
    "schema.registry.url,http://a#b,allowed are http and https addresses",
  })
  void shouldSayWhatIsAllowedWhenASettingIsWrong(String setting, String value, String hint) {
    Map<String, Object> config = config(setting, value);

    var refused = assertThrows(ConfigException.class, () -> RegistryClient.from(config));

    assertTrue(refused.getMessage().contains(hint), refused::getMessage);
  }

  @ParameterizedTest
  @CsvSource({
    "bearer.auth.token,x,basic.auth.user.info,me:secret,allowed is one of them",
    "use.latest.version,true,auto.register.schemas,true,allowed is one of them",
  })
  void shouldRefuseWhenTwoSettingsContradict(
      String one, String value, String other, String otherValue, String hint) {
    Map<String, Object> config = config(one, value, other, otherValue);

    var refused = assertThrows(ConfigException.class, () -> RegistryClient.from(config));

    assertTrue(refused.getMessage().contains(hint), refused::getMessage);
  }
}
