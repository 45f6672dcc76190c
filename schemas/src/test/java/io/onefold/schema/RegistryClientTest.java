package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryClientTest {
  private static final String SUBJECT = "onefold.intents-value";
  private static final String TOPIC = "onefold.intents";

  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final List<String> credentials = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch end = new CountDownLatch(1);
  private HttpServer server;
  private volatile int status = 200;
  private volatile String answer = "{\"id\":7}";
  private volatile boolean silent;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    end.countDown();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
    credentials.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    if (silent) {
      await();
      return;
    }
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void await() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private RegistryClient client(String... settings) {
    Map<String, Object> config = new HashMap<>();
    config.put("schema.registry.url", url());
    for (int i = 0; i < settings.length; i += 2) {
      config.put(settings[i], settings[i + 1]);
    }
    return RegistryClient.from(config);
  }

  private RegistryException failed(RegistryClient client) {
    return assertThrows(RegistryException.class, () -> client.idOf(SUBJECT, Message.INTENT));
  }

  @Test
  void shouldRegisterOnceWhenASubjectIsWrittenOften() {
    RegistryClient client = client();

    assertEquals(7, client.idOf(SUBJECT, Message.INTENT));
    assertEquals(7, client.idOf(SUBJECT, Message.INTENT));

    assertEquals(1, asked.size());
    String schema = BuiltInCatalogue.instance().newest(Message.INTENT).text();
    assertTrue(
        asked.get(0).startsWith("POST /subjects/onefold.intents-value/versions {\"schema\":"));
    assertTrue(asked.get(0).contains(schema.replace("\"", "\\\"")), asked::toString);
  }

  @Test
  void shouldOnlyLookUpWhenRegistrationIsSwitchedOff() {
    RegistryClient client = client("auto.register.schemas", "false");

    assertEquals(7, client.idOf(SUBJECT, Message.INTENT));

    assertTrue(asked.get(0).startsWith("POST /subjects/onefold.intents-value {"), asked::toString);
  }

  @Test
  void shouldWriteAndReadWithTheRegistrysIdWhenConfigured() {
    AvroSerializer<Intent> serializer = new AvroSerializer<>();
    AvroDeserializer<Intent> deserializer = new AvroDeserializer<>();
    serializer.configure(Map.of("schema.registry.url", url()), false);
    deserializer.configure(Map.of("schema.registry.url", url() + "/"), false);
    Intent intent = AvroSerdeTest.intent("op-1", 10);

    byte[] value = serializer.serialize(TOPIC, intent);
    answer =
        JsonNodeFactory.instance
            .objectNode()
            .put("schema", Intent.getClassSchema().toString())
            .toString();

    assertEquals(7, WireFormat.idOf(value));
    assertEquals(intent, deserializer.deserialize(TOPIC, value));
    assertEquals(intent, deserializer.deserialize(TOPIC, value));
    assertEquals(2, asked.size());
    assertEquals("GET /schemas/ids/7 ", asked.get(1));
  }

  @Test
  void shouldNotAskWhenARecordWasWrittenWithTheBuiltInCatalogue() {
    AvroDeserializer<Intent> deserializer = new AvroDeserializer<>();
    deserializer.configure(Map.of("schema.registry.url", url()), false);
    Intent intent = AvroSerdeTest.intent("op-1", 10);

    byte[] old = new AvroSerializer<Intent>().serialize(TOPIC, intent);

    assertEquals(intent, deserializer.deserialize(TOPIC, old));
    assertEquals(List.of(), asked);
  }

  @Test
  void shouldBlameTheRecordWhenTheRegistryDoesNotKnowItsId() {
    status = 404;
    answer = "{\"error_code\":40403,\"message\":\"Schema not found\"}";
    AvroDeserializer<Intent> deserializer = new AvroDeserializer<>();
    deserializer.configure(Map.of("schema.registry.url", url()), false);

    var refused =
        assertThrows(
            SerializationException.class,
            () -> deserializer.deserialize(TOPIC, new byte[] {0, 0, 0, 0, 5, 1}));

    assertTrue(refused.getMessage().contains("topic onefold.intents"), refused::getMessage);
    assertTrue(
        refused.getMessage().contains("schema ID 5 is unknown to the schema registry http://127"),
        refused::getMessage);
  }

  @Test
  void shouldNotBlameTheRecordWhenTheRegistryIsDown() {
    status = 503;
    AvroDeserializer<Intent> deserializer = new AvroDeserializer<>();
    deserializer.configure(Map.of("schema.registry.url", url()), false);

    var failed =
        assertThrows(
            RegistryException.class,
            () -> deserializer.deserialize(TOPIC, new byte[] {0, 0, 0, 0, 5, 1}));

    assertTrue(failed.isRetriable());
    assertEquals(503, failed.status());
    assertEquals(3, asked.size());
  }

  @ParameterizedTest
  @CsvSource({
    "401,check basic.auth.user.info",
    "403,check basic.auth.user.info",
    "404,auto.register.schemas=false",
    "409,the subject's compatibility rule forbids this schema",
    "422,said no",
  })
  void shouldSayWhatToDoWhenTheRegistryRefuses(int refusal, String hint) {
    status = refusal;
    answer = "said no";

    RegistryException failed = failed(client());

    assertFalse(failed.isRetriable());
    assertEquals(refusal, failed.status());
    assertEquals(1, asked.size());
    assertTrue(failed.getMessage().contains("with status " + refusal), failed::getMessage);
    assertTrue(failed.getMessage().contains(hint), failed::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>", "{}", "{\"id\":\"x\"}"})
  void shouldFailWhenTheAnswerIsNoId(String text) {
    answer = text;

    RegistryException failed = failed(client());

    assertTrue(failed.getMessage().contains(" answered POST /subjects/"), failed::getMessage);
  }

  @Test
  void shouldAuthenticateWhenCredentialsAreConfigured() {
    client("basic.auth.user.info", "me:secret").idOf(SUBJECT, Message.INTENT);
    RegistryClient.from(
            Map.of("schema.registry.url", url(), "basic.auth.user.info", new Password("me:secret")))
        .idOf(SUBJECT, Message.INTENT);
    client("schema.registry.url", url().replace("//", "//me:secret@"))
        .idOf(SUBJECT, Message.INTENT);

    assertEquals(Collections.nCopies(3, "Basic bWU6c2VjcmV0"), credentials);
  }

  @Test
  void shouldReadCredentialsWhenAReferenceNamesTheirFile(@TempDir Path folder) throws IOException {
    // given
    Files.writeString(folder.resolve("registry"), "me:secret");

    // when
    RegistryClient.from(
            Map.of(
                "schema.registry.url",
                url(),
                "config.providers",
                "dir",
                "config.providers.dir.class",
                DirectoryConfigProvider.class.getName(),
                "basic.auth.user.info",
                "${dir:" + folder + ":registry}"))
        .idOf(SUBJECT, Message.INTENT);

    // then
    assertEquals(List.of("Basic bWU6c2VjcmV0"), credentials);
  }

  @Test
  void shouldTryTheNextAddressWhenTheFirstIsDown() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    String down = "http://127.0.0.1:" + closed;

    int id = client("schema.registry.url", down + ", " + url()).idOf(SUBJECT, Message.INTENT);
    RegistryException failed =
        failed(client("schema.registry.url", down.replace("//", "//me:secret@")));

    assertEquals(7, id);
    assertTrue(failed.isRetriable());
    assertTrue(failed.getMessage().contains(down + " did not answer"), failed::getMessage);
    assertFalse(failed.getMessage().contains("secret"), failed::getMessage);
  }

  @Test
  void shouldGiveUpWhenNoAnswerComesInTime() {
    silent = true;

    RegistryException failed = failed(client("schema.registry.request.timeout.ms", "50"));

    assertTrue(failed.isRetriable());
    assertTrue(failed.getMessage().contains("a limit of 50 ms"), failed::getMessage);
  }

  @ParameterizedTest
  @CsvSource({
    "schema.registry.url,registry:8081",
    "schema.registry.url,'http://a,'",
    "schema.registry.url,ftp://a",
    "basic.auth.user.info,me",
    "auto.register.schemas,perhaps",
    "schema.registry.request.timeout.ms,0",
    "schema.registry.request.timeout.ms,5s",
  })
  void shouldNameTheSettingWhenItIsWrong(String setting, String value) {
    var refused = assertThrows(ConfigException.class, () -> client(setting, value));

    assertTrue(refused.getMessage().contains(setting), refused::getMessage);
  }
}
