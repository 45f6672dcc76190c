package io.onefold.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.destination.Destination;
import io.onefold.schema.PayloadHash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleTest {
  private final Destination destination =
      Contracts.subject(Contracts.right("http://127.0.0.1:1")).destination();
  @TempDir private Path folder;

  private Sample sample(String json) throws IOException {
    return Sample.read(Files.writeString(folder.resolve("sample.json"), json));
  }

  private static String message(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  @Test
  void shouldFillInWhatIsMissing() throws IOException {
    // given
    Sample sample =
        sample(
            "{\"payload\":{\"tags\":[\"{run}\",7],\"n\":1.50},\"attributes\":{\"a\":\"x-{run}\"}}");

    // when
    Operation operation = sample.operation(destination, "drill-ab12-plain");

    // then
    assertTrue(sample.tellsApart());
    assertEquals("drill-ab12-plain", operation.id());
    assertEquals("acme", operation.intent().getAccount());
    assertEquals("x-drill-ab12-plain", operation.intent().getAttributes().get("a"));
    assertEquals(
        "{\"n\":1.5,\"tags\":[\"drill-ab12-plain\",7]}",
        new String(operation.payload(), StandardCharsets.UTF_8));
    assertEquals("APPROVED", operation.intent().getApproval().getDecision());
    assertEquals(
        PayloadHash.ofBytes(operation.payload()).value(),
        operation.intent().getApproval().getPayloadHash());
  }

  @Test
  void shouldKeepWhatTheSampleSays() throws IOException {
    Operation operation =
        sample("{\"operationId\":\"order|{run}\",\"action\":\"post\",\"payload\":{}}")
            .operation(destination, "r1");
    assertEquals("order|r1", operation.id());
    assertEquals("post", operation.intent().getAction());
  }

  @Test
  void shouldSayWhatIsWrongWithASample() throws IOException {
    assertTrue(
        message(assertThrows(WrongUseException.class, () -> sample("[1]"))).contains("one intent"));
    assertTrue(
        message(assertThrows(WrongUseException.class, () -> sample("{"))).contains("no JSON"));
    assertTrue(
        message(
                assertThrows(
                    WrongUseException.class,
                    () -> sample("{\"payload\":{},\"account\":\"x\"}").operation(destination, "r")))
            .contains("account is 'x', but the contract says 'acme'"));
    assertTrue(
        message(
                assertThrows(
                    WrongUseException.class,
                    () -> sample("{\"payloud\":{}}").operation(destination, "r")))
            .contains("payloud"));
    assertTrue(
        message(
                assertThrows(
                    WrongUseException.class, () -> Sample.read(folder.resolve("none.json"))))
            .contains("there is no file"));
    assertFalse(sample("{\"payload\":{}}").tellsApart());
  }
}
