package io.onefold.schema.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.Intent;
import io.onefold.schema.OperationId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** The example of the README, compiled. */
class IntentProducerExampleTest {

  // The lines between the braces are the README's, letter by letter.
  static String example(Map<String, String> config) throws Exception {
    try (IntentProducer intents = IntentProducer.connect(config)) {
      String payload = "{\"title\": \"Launch\", \"content\": \"…\"}";
      Intent intent =
          IntentBuilder.of(OperationId.of("campaign-2026-10-31", "website", "launch-post"))
              .to("blog", "acme-editorial", "production")
              .action("publish")
              .json(payload)
              .owner("marketing-ops")
              .build();
      StoredIntent stored = intents.send(intent).get(30, TimeUnit.SECONDS);
      return stored.partition() + ":" + stored.offset();
    }
  }

  @Test
  void shouldBeTheExampleOfTheReadmeWhenThatIsRead() throws Exception {
    // given
    String name = IntentProducerExampleTest.class.getName().replace('.', '/');
    String source = Files.readString(Path.of("src/test/java", name + ".java"));
    String readme = Files.readString(Path.of("README.md"));

    // when
    int from = readme.indexOf("```java\n", readme.indexOf("## A client in Java")) + 8;
    String shown = readme.substring(from, readme.indexOf("```", from));

    // then
    assertTrue(source.contains(shown.indent(4)), shown);
  }

  @Test
  void shouldFailAsTheReadmeSaysWhenNobodyAnswers() {
    // given
    Map<String, String> nobody = Map.of("bootstrap.servers", "127.0.0.1:1", "max.block.ms", "50");

    // when
    ExecutionException failed =
        Assertions.assertThrows(ExecutionException.class, () -> example(nobody));

    // then
    Assertions.assertInstanceOf(IntentNotStoredException.class, failed.getCause());
  }
}
