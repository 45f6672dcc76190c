package io.onefold.lab.standin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** 412 says that something is there, 409 that something is under way; neither says whose. */
class S3Test extends PresetBehaviour {
  private final S3 s3 = new S3();

  @Override
  String contract() {
    return """
    preset: s3
    parameters: {bucket-url: "http://127.0.0.1:8080/acme"}
    """;
  }

  @Override
  StandIn standIn() {
    return s3;
  }

  @Override
  String payload() {
    return "{'text': 'Tom & Jerry'}";
  }

  @Override
  Answer limited() {
    return StandIn.text(429, "<Error><Code>SlowDown</Code></Error>", "retry-after", "3");
  }

  @Override
  Duration limitedFor() {
    return Duration.ofSeconds(3);
  }

  @Override
  Answer unauthorised() {
    return StandIn.text(403, "<Error><Code>AccessDenied</Code></Error>");
  }

  @Override
  void change() {
    s3.stored.getLast().put("text", "{'text': 'other'}");
  }

  @Test
  void shouldLookWhenTheObjectIsThereAlready() {
    // given
    s3.loseNextAnswer();
    send();

    // when
    SendResult again = send();

    // then
    assertEquals(412, assertInstanceOf(Unknown.class, again).evidence().status().orElseThrow());
    assertEquals(Found.Kind.MATCH, assertInstanceOf(Found.class, readback(again)).kind());
  }

  @Test
  void shouldLookWhenAnotherWriteIsUnderWay() {
    // given
    s3.answerNext(StandIn.text(409, "<Error><Code>ConditionalRequestConflict</Code></Error>"));

    // when
    SendResult sent = send();

    // then
    assertInstanceOf(Unknown.class, sent, sent::message);
  }

  @Test
  void shouldNotTakeAHiddenObjectForAbsent() {
    // given
    s3.hidden = true;

    // then
    assertInstanceOf(Inconclusive.class, readback(Optional.empty(), false));
  }

  /** A bucket; texts stand for bytes. */
  private static final class S3 extends StandIn {
    private boolean hidden;

    @Override
    Answer answer(Call call) {
      Optional<ObjectNode> there =
          stored.stream().filter(one -> one.path("key").asText().equals(last(call))).findFirst();
      if (isWrite(call)) {
        return put(call, there.isPresent());
      }
      // Without the right to list.
      return hidden
          ? text(403, "<Error><Code>AccessDenied</Code></Error>")
          : there
              .map(
                  one ->
                      text(
                          200,
                          one.path("text").asText(),
                          "x-amz-meta-onefold",
                          one.path("ref").asText()))
              .orElseGet(() -> text(404, "<Error><Code>NoSuchKey</Code></Error>"));
    }

    private Answer put(Call call, boolean there) {
      Map<String, String> headers = new TreeMap<>();
      call.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
      if (there && "*".equals(headers.get("if-none-match"))) {
        return text(412, "<Error><Code>PreconditionFailed</Code></Error>");
      }
      stored.add(
          object("{}")
              .put("key", last(call))
              .put("ref", headers.get("x-amz-meta-onefold"))
              .put("text", new String(call.body(), StandardCharsets.UTF_8)));
      return text(200, "", "etag", "\"abc\"");
    }
  }
}
