package io.onefold.lab.standin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Deferred;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Errors are 200 with {@code ok: false}, and texts come back escaped. */
class SlackTest extends PresetBehaviour {
  private final Slack slack = new Slack();

  @Override
  String contract() {
    return """
    preset: slack
    parameters: {token: "${env:T}", channel: C1, team: T1, bot-id: B1}
    """;
  }

  @Override
  StandIn standIn() {
    return slack;
  }

  @Override
  String payload() {
    return "{'text': 'Tom & Jerry <3 https://onefold.example/x?a=1&b=2'}";
  }

  @Override
  Answer limited() {
    return StandIn.json(429, "{'ok': false, 'error': 'ratelimited'}", "retry-after", "30");
  }

  @Override
  Duration limitedFor() {
    return Duration.ofSeconds(30);
  }

  @Override
  Answer unauthorised() {
    return StandIn.json(200, "{'ok': false, 'error': 'invalid_auth'}");
  }

  @Override
  Refused.Why unauthorisedWhy() {
    return Refused.Why.REJECTED_BY_DESTINATION;
  }

  @Override
  void change() {
    slack.stored.getLast().put("text", "edited");
  }

  @Test
  void shouldAskWhenSlackSaysThatItFailed() {
    // given
    slack.answerNext(StandIn.json(200, "{'ok': false, 'error': 'fatal_error'}"));

    // when
    SendResult sent = send();

    // then
    assertInstanceOf(Unknown.class, sent, sent::message);
  }

  @Test
  void shouldWaitWhenALimitComesWithoutItsStatus() {
    // given
    slack.answerNext(StandIn.json(200, "{'ok': false, 'error': 'rate_limited'}"));

    // when
    SendResult sent = send();

    // then
    assertInstanceOf(Deferred.class, sent, sent::message);
  }

  @Test
  void shouldSeeBothWhenItWasPostedTwice() {
    // given
    send();
    SendResult second = send();

    // when
    Found found = assertInstanceOf(Found.class, readback(second.evidence().providerId(), true));
    Found listed = assertInstanceOf(Found.class, readback(java.util.Optional.empty(), false));

    // then
    assertEquals(1, found.matches());
    assertEquals(Found.Kind.MANY, listed.kind());
  }

  /** One channel, in which others write, too. */
  private static final class Slack extends StandIn {
    private Slack() {
      add("U2", "somebody else", "1796030000.000100");
    }

    private ObjectNode add(String bot, String text, String ts) {
      ObjectNode message =
          object("{'type': 'message'}").put("bot_id", bot).put("text", text).put("ts", ts);
      stored.add(message);
      return message;
    }

    @Override
    Answer answer(Call call) {
      return switch (last(call)) {
        case "auth.test" -> json(200, "{'ok': true, 'team_id': 'T1', 'bot_id': 'B1'}");
        case "chat.postMessage" -> post(body(call));
        case "conversations.history" -> history(call);
        default -> json(200, "{'ok': false, 'error': 'unknown_method'}");
      };
    }

    private Answer post(ObjectNode sent) {
      String shown =
          sent.path("text")
              .asText()
              .replace("&", "&amp;")
              .replace("<", "&lt;")
              .replace(">", "&gt;")
              .replaceAll("(https://\\S+)", "<$1>");
      ObjectNode message = add("B1", shown, "1796040005.%06d".formatted(stored.size()));
      message.set("metadata", sent.path("metadata"));
      return json(200, object("{'ok': true}").put("ts", message.path("ts").asText()));
    }

    private Answer history(Call call) {
      String oldest = query(call).getOrDefault("oldest", "0");
      String latest = query(call).getOrDefault("latest", "9999999999");
      ObjectNode page =
          listed(
              "messages",
              stored.reversed().stream()
                  .filter(message -> oldest.compareTo(message.path("ts").asText()) <= 0)
                  .filter(message -> latest.compareTo(message.path("ts").asText()) >= 0)
                  .toList());
      return json(200, page.put("ok", true).put("has_more", false));
    }
  }
}
