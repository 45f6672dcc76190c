package io.onefold.lab.standin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages come newest first, a hundred at a time, and the next page is named by the last one. */
class DiscordTest extends PresetBehaviour {
  private final Discord discord = new Discord();

  @Override
  String contract() {
    return """
    preset: discord
    parameters: {token: "${env:T}", channel: "11", bot-id: "12"}
    """;
  }

  @Override
  StandIn standIn() {
    return discord;
  }

  @Override
  String payload() {
    return "{'content': 'Hello & <all> *there*'}";
  }

  @Override
  Answer limited() {
    return StandIn.json(
        429, "{'message': 'You are being rate limited.', 'retry_after': 64.57, 'global': false}");
  }

  @Override
  Duration limitedFor() {
    return Duration.ofMillis(64_570);
  }

  @Override
  void change() {
    discord.stored.get(discord.stored.size() - 101).put("content", "edited");
  }

  @Test
  void shouldGetTheSameMessageForTheSameNonce() {
    // given
    discord.loseNextAnswer();
    send();
    int stored = discord.stored.size();

    // when
    SendResult again = send();

    // then
    assertInstanceOf(Accepted.class, again, again::message);
    assertEquals(stored, discord.stored.size());
  }

  /** After each message of ours, a hundred others are written. */
  private static final class Discord extends StandIn {
    private final Map<String, ObjectNode> nonces = new HashMap<>();

    private Discord() {
      add("13", "old", "2026-11-29T12:00:00+00:00");
    }

    private ObjectNode add(String author, String content, String at) {
      ObjectNode message =
          object("{}").put("id", "%019d".formatted(stored.size())).put("content", content);
      message.put("timestamp", at).putObject("author").put("id", author);
      stored.add(message);
      return message;
    }

    private ObjectNode create(ObjectNode sent) {
      String at = "2026-11-30T12:00:05.000000+00:00";
      ObjectNode own = add("12", sent.path("content").asText(), at);
      IntStream.range(0, 100).forEach(n -> add("13", "other " + n, at));
      return own;
    }

    @Override
    Answer answer(Call call) {
      String path = call.url().getPath();
      if (isWrite(call)) {
        ObjectNode sent = body(call);
        String nonce = sent.path("nonce").asText();
        return nonce.length() > 25
            ? json(400, "{'message': 'Invalid Form Body', 'code': 50035}")
            : json(200, nonces.computeIfAbsent(nonce, key -> create(sent)));
      }
      if (path.endsWith("/users/@me")) {
        return json(200, "{'id': '12'}");
      }
      if (path.endsWith("/messages")) {
        String before = query(call).getOrDefault("before", "9");
        List<ObjectNode> page =
            stored.reversed().stream()
                .filter(message -> message.path("id").asText().compareTo(before) < 0)
                .limit(100)
                .toList();
        return json(200, listed("all", page).path("all"));
      }
      return stored.stream()
          .filter(message -> message.path("id").asText().equals(last(call)))
          .map(message -> json(200, message))
          .findFirst()
          .orElseGet(() -> json(404, "{'message': 'Unknown Message', 'code': 10008}"));
    }
  }
}
