package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

class AsyncApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static JsonNode document() throws IOException {
    try (InputStream in = AsyncApiTest.class.getResourceAsStream("asyncapi.yaml")) {
      Object tree = new Yaml().load(Objects.requireNonNull(in));
      return JSON.valueToTree(tree);
    }
  }

  @Test
  void shouldSayWhatTheCodeSaysWhenADocumentIsPackaged() throws IOException {
    // given
    JsonNode code = JSON.readTree(JSON.writeValueAsBytes(AsyncApiDocument.tree()));

    // then
    assertTrue(Files.exists(AsyncApiDocument.FILE), "run AsyncApiDocument to write it");
    assertEquals(
        code.toPrettyString(),
        JSON.readTree(JSON.writeValueAsBytes(document())).toPrettyString(),
        "run AsyncApiDocument to write the document anew");
  }

  @Test
  void shouldNameEveryTopicWhenItIsRead() throws IOException {
    // given
    Set<String> expected = new HashSet<>();
    Topics.standard().specs(Set.of()).forEach(spec -> expected.add(spec.name()));
    expected.add("onefold.commands.{pool}");

    // when
    Set<String> described = new HashSet<>();
    document().path("channels").forEach(one -> described.add(one.path("address").asText()));

    // then
    assertEquals(expected, described);
  }

  @Test
  void shouldCarryTheReleasedSchemasWhenTheyAreParsed() throws IOException {
    // given
    JsonNode messages = document().path("components").path("messages");
    int seen = 0;

    for (Message message : Message.values()) {
      if (!message.travels()) {
        continue;
      }
      // when
      String payload =
          messages.path(message.type().getSimpleName()).at("/payload/schema").toString();
      Schema schema = new Schema.Parser().parse(payload);

      // then
      assertEquals(BuiltInCatalogue.instance().newest(message).schema(), schema);
      seen++;
    }
    assertEquals(seen + 1, messages.size());
  }
}
