package io.onefold.lab.standin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.SendResult;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The same transaction gives the same event, as long as the server remembers it. */
class MatrixTest extends PresetBehaviour {
  private final Matrix matrix = new Matrix();

  @Override
  String contract() {
    return """
    preset: matrix
    parameters: {base-url: "https://matrix.example", token: "${env:T}", room: "!r:matrix.example", user: "@o:matrix.example"}
    """;
  }

  @Override
  StandIn standIn() {
    return matrix;
  }

  @Override
  String payload() {
    return "{'body': 'Hello & <all>'}";
  }

  @Override
  Answer limited() {
    return StandIn.json(429, "{'errcode': 'M_LIMIT_EXCEEDED', 'retry_after_ms': 2500}");
  }

  @Override
  Duration limitedFor() {
    return Duration.ofMillis(2500);
  }

  @Override
  Answer unauthorised() {
    return StandIn.json(401, "{'errcode': 'M_UNKNOWN_TOKEN'}");
  }

  @Override
  void change() {
    matrix.stored.getLast().putObject("content").put("body", "edited");
  }

  @Test
  void shouldGetTheSameEventForTheSameTransaction() {
    // given
    SendResult first = send();

    // when
    SendResult second = send();

    // then
    assertEquals(first.evidence().providerId(), second.evidence().providerId());
    assertEquals(2, matrix.stored.size());
  }

  @Test
  void shouldSeeThatAnEventWasRedacted() {
    // given
    SendResult sent = send();
    matrix.redact();

    // when
    Found found = assertInstanceOf(Found.class, readback(sent));

    // then
    assertEquals(Found.Kind.REMOVED, found.kind());
  }

  /** One room with pages of one event each. */
  private static final class Matrix extends StandIn {
    private final Map<String, ObjectNode> transactions = new HashMap<>();

    private Matrix() {
      add(object("{'body': 'old'}"), 1_790_000_000_000L);
    }

    private ObjectNode add(ObjectNode content, long at) {
      ObjectNode event =
          object("{'type': 'm.room.message', 'sender': '@o:matrix.example'}")
              .put("event_id", "$event" + stored.size())
              .put("origin_server_ts", at);
      event.set("content", content);
      stored.add(event);
      return event;
    }

    private void redact() {
      ObjectNode event = stored.getLast();
      event.putObject("content");
      event.putObject("unsigned").putObject("redacted_because").put("reason", "spam");
    }

    @Override
    Answer answer(Call call) {
      String path = call.url().getPath();
      if (isWrite(call)) {
        ObjectNode event =
            transactions.computeIfAbsent(
                last(call), txn -> add(body(call), NOW.plusSeconds(5).toEpochMilli()));
        return json(200, event.deepCopy().retain("event_id"));
      }
      if (path.endsWith("/whoami")) {
        return json(200, "{'user_id': '@o:matrix.example'}");
      }
      if (path.endsWith("/messages")) {
        int from = Integer.parseInt(query(call).getOrDefault("from", "" + (stored.size() - 1)));
        ObjectNode page =
            listed("chunk", from < 0 ? java.util.List.of() : java.util.List.of(stored.get(from)));
        return json(200, from <= 0 ? page : page.put("end", "" + (from - 1)));
      }
      return stored.stream()
          .filter(event -> event.path("event_id").asText().equals(last(call)))
          .map(event -> json(200, event))
          .findFirst()
          .orElseGet(() -> json(404, "{'errcode': 'M_NOT_FOUND'}"));
    }
  }
}
