package io.onefold.lab.standin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A key that does not hold while the first call runs, and HTML where a text was sent. */
class MastodonTest extends PresetBehaviour {
  private final Mastodon mastodon = new Mastodon();

  @Override
  String contract() {
    return """
    preset: mastodon
    parameters: {base-url: "https://social.example", token: "${env:T}", account-id: "77"}
    """;
  }

  @Override
  StandIn standIn() {
    return mastodon;
  }

  @Override
  String payload() {
    return "{'status': 'Tom & Jerry <3 and @ada@other.example'}";
  }

  @Override
  Answer limited() {
    return StandIn.json(
        429,
        "{'error': 'Too many requests'}",
        "x-ratelimit-remaining",
        "0",
        "x-ratelimit-reset",
        "2026-11-30T12:02:00.000Z");
  }

  @Override
  Duration limitedFor() {
    return Duration.ofMinutes(2);
  }

  @Override
  void change() {
    mastodon.stored.getLast().put("text", "edited");
  }

  @Test
  void shouldNotRelyOnTheKeyWhichMissesACallThatStillRuns() {
    // given
    mastodon.loseNextAnswer();
    send();
    send();

    // when
    Observation seen = readback(Optional.empty(), false);

    // then
    assertFalse(destination().http().idempotency().orElseThrow().safeReplay());
    assertEquals(Found.Kind.MANY, assertInstanceOf(Found.class, seen, seen::message).kind());
  }

  /** Stores a key when the status is made, so two calls at once make two statuses. */
  private static final class Mastodon extends StandIn {
    private Mastodon() {
      add("old", "2026-11-29T00:00:00.000Z");
    }

    private ObjectNode add(String text, String at) {
      ObjectNode status =
          object("{}")
              .put("id", "11000" + stored.size())
              .put("text", text)
              .put("created_at", at)
              .put("url", "https://social.example/@acme/11000" + stored.size())
              .put("content", html(text));
      stored.add(status);
      return status;
    }

    private static String html(String text) {
      return "<p>"
          + text.replace("&", "&amp;")
              .replace("<", "&lt;")
              .replaceAll("@(\\w+)@[\\w.]+", "<a class=\"mention\">@<span>$1</span></a>")
              .replace("\n\n", "</p><p>")
          + "</p>";
    }

    private ObjectNode shown(ObjectNode status) {
      return status.deepCopy().without(List.of("text"));
    }

    @Override
    Answer answer(Call call) {
      String path = call.url().getPath();
      if (isWrite(call)) {
        return json(
            200, shown(add(body(call).path("status").asText(), "2026-11-30T12:00:05.000Z")));
      }
      if (path.endsWith("/verify_credentials")) {
        return json(200, "{'id': '77'}");
      }
      if (path.endsWith("/accounts/77/statuses")) {
        ObjectNode list = listed("all", stored.reversed().stream().map(this::shown).toList());
        return json(200, list.path("all"));
      }
      return stored.stream()
          .filter(status -> path.contains("/" + status.path("id").asText() + "/source"))
          .map(status -> json(200, status.deepCopy().retain("id", "text").put("spoiler_text", "")))
          .findFirst()
          .orElseGet(() -> json(404, "{'error': 'Record not found'}"));
    }
  }
}
