package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.onefold.schema.AvroDeserializer;
import io.onefold.schema.AvroSerializer;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Message;
import io.onefold.schema.RegistryClient;
import io.onefold.schema.RegistryException;
import io.onefold.schema.ReleasedSchema;
import io.onefold.schema.SchemaIds.WriterSchema;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The serdes with a registry that is not ours, which checks new versions against all before. */
@Tag("lab")
class RegistryIT {
  private static final String NAME = "registry";
  private static final Path HISTORY = Path.of("../../schemas/src/test/resources/history");
  private static final BuiltInCatalogue CATALOGUE = BuiltInCatalogue.instance();

  private static LabServer registry;
  private static String url;

  private final String prefix = "test-" + UUID.randomUUID() + ".";
  private final String subject = prefix + "intents-value";

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    LabServer.assumeAskedFor(NAME);
    registry = LabServer.start(NAME, Ports.free(2));
    url = registry.get("SCHEMA_REGISTRY_URL");
  }

  @AfterAll
  static void stop() throws IOException, InterruptedException {
    if (registry != null) {
      registry.stop();
    }
  }

  private static Map<String, Object> config(String... settings) {
    Map<String, Object> config = new HashMap<>();
    config.put("schema.registry.url", url);
    for (int i = 0; i < settings.length; i += 2) {
      config.put(settings[i], settings[i + 1]);
    }
    return config;
  }

  private static AvroSerializer<SpecificRecord> serializer() {
    AvroSerializer<SpecificRecord> serializer = new AvroSerializer<>();
    serializer.configure(config(), false);
    return serializer;
  }

  private static AvroDeserializer<SpecificRecord> deserializer() {
    AvroDeserializer<SpecificRecord> deserializer = new AvroDeserializer<>();
    deserializer.configure(config(), false);
    return deserializer;
  }

  /** The status of the answer to a schema that is to be registered. */
  private static int post(String subject, String schema) throws IOException, InterruptedException {
    String body = new ObjectMapper().createObjectNode().put("schema", schema).toString();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create(url + "/subjects/" + subject + "/versions"))
                  .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                  .POST(BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.ofString());
      return answer.statusCode();
    }
  }

  private static List<byte[]> samples(ReleasedSchema version) throws IOException {
    Path file = HISTORY.resolve(version.message().topic() + "/v" + version.version() + ".bin");
    List<byte[]> values = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        values.add(in.readNBytes(in.readInt()));
      }
    }
    return values;
  }

  @Test
  void shouldTakeEveryReleasedVersionWhenTheyComeInOrder() throws Exception {
    for (ReleasedSchema version : CATALOGUE.released()) {
      int status = post(prefix + version.message().topic() + "-value", version.text());

      assertEquals(200, status, () -> version.message() + " " + version.version());
    }
  }

  @Test
  void shouldReadWhatWasWrittenWhenTheRegistryGaveTheIds() throws Exception {
    for (ReleasedSchema version : CATALOGUE.released()) {
      String topic = prefix + version.message().topic();
      for (byte[] released : samples(version)) {
        SpecificRecord record = new AvroDeserializer<>().deserialize(topic, released);

        byte[] value = serializer().serialize(topic, record);

        assertFalse(BuiltInCatalogue.isOwnId(ByteBuffer.wrap(value).getInt(1)));
        assertEquals(record, deserializer().deserialize(topic, value));
        // A second client registers the same schema and is given the same ID.
        assertArrayEquals(value, serializer().serialize(topic, record));
      }
    }
  }

  @Test
  void shouldBeRefusedWhenTheSubjectHoldsWhatIsNotCompatible() throws Exception {
    // given
    String other =
        "{\"type\":\"record\",\"name\":\"Intent\",\"namespace\":\"io.onefold.schema\",\"fields\":"
            + "[{\"name\":\"operationId\",\"type\":\"long\"}]}";
    assertEquals(200, post(subject, other));
    RegistryClient client = RegistryClient.from(config());

    // when
    var refused = assertThrows(RegistryException.class, () -> client.idOf(subject, Message.INTENT));

    // then
    assertEquals(409, refused.status(), refused::getMessage);
    assertFalse(refused.isRetriable());
  }

  @Test
  void shouldFindTheRegisteredIdWhenOnlyLookingUp() {
    // given
    RegistryClient lookingUp = RegistryClient.from(config("auto.register.schemas", "false"));

    // when
    var before =
        assertThrows(RegistryException.class, () -> lookingUp.idOf(subject, Message.INTENT));
    int registered = RegistryClient.from(config()).idOf(subject, Message.INTENT);

    // then
    assertEquals(404, before.status());
    assertEquals(registered, lookingUp.idOf(subject, Message.INTENT));
  }

  @Test
  void shouldTakeTheNewestVersionWhenAskedTo() throws Exception {
    // given
    String commands = prefix + "commands-value";
    List<ReleasedSchema> versions = CATALOGUE.versions(Message.COMMAND);
    assertEquals(200, post(commands, versions.get(0).text()));
    RegistryClient early = RegistryClient.from(config("use.latest.version", "true"));

    // when
    var refused =
        assertThrows(RegistryException.class, () -> early.idOf(commands, Message.COMMAND));
    assertEquals(200, post(commands, versions.get(versions.size() - 1).text()));
    WriterSchema found =
        RegistryClient.from(config("use.latest.version", "true"))
            .toWrite(commands, Message.COMMAND);

    // then
    assertTrue(refused.getMessage().contains("lacks"), refused::getMessage);
    assertEquals(Message.COMMAND.schema(), found.schema());
    assertEquals(
        RegistryClient.from(config("auto.register.schemas", "false"))
            .idOf(commands, Message.COMMAND),
        found.id());
  }

  @Test
  void shouldBlameTheRecordWhenTheIdIsUnknown() {
    byte[] value = {0, 0x3F, 0, 0, 1, 2};

    assertThrows(
        SerializationException.class, () -> deserializer().deserialize(prefix + "intents", value));
  }
}
