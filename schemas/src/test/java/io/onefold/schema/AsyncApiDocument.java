package io.onefold.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.Yaml;

/**
 * The AsyncAPI document as the code would have it: every topic with its settings, message, key and
 * headers, with the newest released schema of each message inlined. Run as a program it writes the
 * document that the jar carries.
 */
public final class AsyncApiDocument {
  static final Path FILE = Path.of("src/main/resources/io/onefold/schema/asyncapi.yaml");

  private static final Topics TOPICS = Topics.standard();
  private static final String POOL = "{pool}";
  private static final String BINDING = "0.5.0";

  private final Map<String, Object> channels = new LinkedHashMap<>();
  private final Map<String, Object> operations = new LinkedHashMap<>();
  private final Map<String, Object> messages = new LinkedHashMap<>();

  private AsyncApiDocument() {}

  /** Writes the document of today. */
  public static void main(String[] args) throws IOException {
    DumperOptions options = new DumperOptions();
    options.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
    options.setWidth(120);
    String text =
        "# Written by AsyncApiDocument from Topics, TopicSpec and the catalogue; do not edit.\n"
            + new Yaml(options).dump(tree());
    Files.writeString(FILE, text, StandardCharsets.UTF_8);
  }

  /** The whole document. */
  static Map<String, Object> tree() {
    AsyncApiDocument document = new AsyncApiDocument();
    for (TopicSpec spec : TOPICS.specs(List.of())) {
      document.add(spec, spec.name());
      if (spec.name().equals(TOPICS.commands(Topics.DEFAULT_POOL))) {
        document.add(spec, spec.name() + "." + POOL);
      }
    }
    return document.whole();
  }

  private Map<String, Object> whole() {
    Map<String, Object> whole = new LinkedHashMap<>();
    whole.put("asyncapi", "3.0.0");
    whole.put(
        "info",
        map(
            "title",
            "Onefold topics",
            "version",
            "1",
            "description",
            "What the ledger receives and sends. Topic names begin with the configured prefix, here"
                + " onefold. The partition follows from the key by Kafka's default partitioner"
                + " (murmur2).",
            "license",
            map("name", "Apache-2.0")));
    whole.put("defaultContentType", "application/vnd.apache.avro");
    whole.put("channels", channels);
    whole.put("operations", operations);
    whole.put("components", map("messages", messages));
    return whole;
  }

  private void add(TopicSpec spec, String address) {
    boolean pool = address.endsWith(POOL);
    String name = address.substring(TOPICS.prefix().length()).replace("." + POOL, "-of-pool");
    Optional<Message> message = TOPICS.messageOf(spec.name());
    String messageName = message.map(one -> one.type().getSimpleName()).orElse("DeadLetter");
    messages.put(messageName, message.map(AsyncApiDocument::avro).orElseGet(() -> deadLetter()));
    Map<String, Object> channel = new LinkedHashMap<>();
    channel.put("address", address);
    channel.put("messages", map(messageName, map("$ref", "#/components/messages/" + messageName)));
    if (pool) {
      channel.put(
          "parameters",
          map("pool", map("description", "A fleet of workers: 1 to 100 of A-Z a-z 0-9 _ -")));
    }
    channel.put("bindings", map("kafka", settings(spec)));
    channels.put(name, channel);
    for (String action : actions(spec.name())) {
      operations.put(
          action + "-" + name, map("action", action, "channel", map("$ref", "#/channels/" + name)));
    }
  }

  /** What the ledger does with a topic; it both reads and writes what suspends destinations. */
  private static List<String> actions(String topic) {
    List<String> actions = new ArrayList<>();
    if (TOPICS.inputs().contains(topic)) {
      actions.add("receive");
    }
    if (!TOPICS.inputs().contains(topic) || topic.equals(TOPICS.destinations())) {
      actions.add("send");
    }
    return actions;
  }

  private static Map<String, Object> settings(TopicSpec spec) {
    Map<String, Object> configuration = new TreeMap<>();
    spec.config(3)
        .forEach(
            (name, value) ->
                configuration.put(
                    name,
                    switch (name) {
                      case "cleanup.policy" -> List.of(value);
                      case "unclean.leader.election.enable" -> Boolean.valueOf(value);
                      case "min.cleanable.dirty.ratio" -> Double.valueOf(value);
                      default -> Long.valueOf(value);
                    }));
    return map("topicConfiguration", configuration, "bindingVersion", BINDING);
  }

  private static Map<String, Object> avro(Message message) {
    ReleasedSchema newest = BuiltInCatalogue.instance().newest(message);
    Map<String, Object> avro = new LinkedHashMap<>();
    avro.put("name", message.type().getSimpleName());
    avro.put("summary", message.schema().getDoc());
    if (message == Message.INTENT) {
      avro.put(
          "description",
          "Attributes: at most %d, each under a name of 1 to %d of A-Z a-z 0-9 _ . - with at most %d characters, together at most %d bytes."
              .formatted(
                  IntentRules.MAX_ATTRIBUTES,
                  IntentRules.MAX_ATTRIBUTE_NAME,
                  IntentRules.MAX_ATTRIBUTE_VALUE,
                  IntentRules.MAX_ATTRIBUTES_BYTES));
    }
    avro.put("contentType", "application/vnd.apache.avro");
    // Keys are written apart from the work on an operation.
    if (message != Message.PAYLOAD_KEY) {
      avro.put("headers", map("type", "object", "properties", trace()));
    }
    avro.put(
        "payload",
        map(
            "schemaFormat",
            "application/vnd.apache.avro+json;version=1.9.0",
            "schema",
            json(newest.text())));
    avro.put(
        "bindings",
        map(
            "kafka",
            map(
                "key",
                map("type", "string", "description", key(message)),
                "schemaIdLocation",
                "payload",
                "schemaIdPayloadEncoding",
                "confluent",
                "bindingVersion",
                BINDING)));
    return avro;
  }

  private static String key(Message message) {
    return switch (message) {
      case DESTINATION_RECORD -> "The destination's name as UTF-8 text.";
      case CHECKPOINT -> "The partition's number as text; the record lies in that partition.";
      case PROVIDER_EVENT -> "The operation ID as UTF-8 text; for WorkerStarted the worker's ID.";
      case ESCALATION ->
          "The operation ID as UTF-8 text; for a suspended destination the word destination, a"
              + " blank and its name.";
      default -> "The operation ID as UTF-8 text.";
    };
  }

  /** The W3C's Trace Context, on every record that goes on with a trace. */
  private static Map<String, Object> trace() {
    return map(
        "traceparent",
        text("The trace that the record belongs to, as W3C Trace Context; absent without one."),
        "tracestate",
        text("What tracing systems add to it, at most 512 characters; absent without any."));
  }

  private static Map<String, Object> deadLetter() {
    Map<String, Object> headers = new LinkedHashMap<>();
    headers.put("onefold.error", text("What was wrong, as a sentence."));
    headers.put(
        "onefold.reason",
        text(
            "The kind of mistake: UNREADABLE_RECORD or ID_NOT_CANONICAL (ledger), UNREADABLE_RECORD"
                + " or HANDLING_FAILED (worker), INVALID_INTENT (outbox)."));
    headers.put("onefold.topic", text("The topic that the record lay on, or was meant for."));
    headers.put(
        "onefold.partition", text("Its partition there, as decimal text; not from outbox."));
    headers.put("onefold.offset", text("Its offset there, as decimal text; not from outbox."));
    headers.put("onefold.source", text("From outbox alone: where the row came from."));
    headers.put(
        "onefold.cut.value",
        text("Where the value was cut: how many bytes of how many are here, as a sentence."));
    headers.put("onefold.cut.key", text("The same of the key."));
    headers.put(
        "onefold.cut.headers",
        text("Where all original headers were left out: how many bytes they had, as a sentence."));
    headers.putAll(trace());
    return map(
        "name",
        "DeadLetter",
        "summary",
        "A record that nothing could be decided about: its bytes, key and headers.",
        "contentType",
        "application/octet-stream",
        "headers",
        map(
            "type",
            "object",
            "description",
            "Those below beside the original ones, which are left out above 64 KiB together.",
            "required",
            List.of("onefold.error", "onefold.reason", "onefold.topic"),
            "properties",
            headers),
        "payload",
        map(
            "type",
            "string",
            "description",
            "The original bytes. The ledger keeps the first 1572864, outbox the first 921600; from"
                + " a worker it is empty where the brokers take no record of that size."),
        "bindings",
        map(
            "kafka",
            map(
                "key",
                text("The original key; the ledger keeps the first 32768 bytes."),
                "bindingVersion",
                BINDING)));
  }

  private static Map<String, Object> text(String description) {
    return map("type", "string", "description", description);
  }

  private static Object json(String text) {
    try {
      return new ObjectMapper().readValue(text, Object.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a released schema is no JSON", e);
    }
  }

  private static Map<String, Object> map(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }
}
