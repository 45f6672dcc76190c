package io.onefold.lab.standin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Deferred;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Limits answer 403, with and without a time to wait, and so do missing rights. */
class GitHubTest extends PresetBehaviour {
  private final GitHub github = new GitHub();

  @Override
  String contract() {
    return """
    preset: github-issues
    parameters: {owner: acme, repository: web, token: "${env:T}", user: acme-bot}
    """;
  }

  @Override
  StandIn standIn() {
    return github;
  }

  @Override
  String payload() {
    return "{'title': 'It is broken', 'body': 'See <b>this</b> & that'}";
  }

  @Override
  Answer limited() {
    return StandIn.json(
        403,
        "{'message': 'You have exceeded a secondary rate limit.'}",
        "retry-after",
        "60",
        "x-ratelimit-remaining",
        "4000");
  }

  @Override
  Duration limitedFor() {
    return Duration.ofSeconds(60);
  }

  @Override
  Answer unauthorised() {
    return StandIn.json(401, "{'message': 'Bad credentials'}");
  }

  @Override
  void change() {
    github.stored.getLast().put("title", "edited");
  }

  @Test
  void shouldWaitUntilTheResetWhenThePrimaryLimitIsReached() {
    // given
    github.answerNext(
        StandIn.json(
            403,
            "{'message': 'API rate limit exceeded'}",
            "x-ratelimit-remaining",
            "0",
            "x-ratelimit-reset",
            "" + NOW.plusSeconds(600).getEpochSecond()));

    // when
    SendResult sent = send();

    // then
    assertEquals(Duration.ofSeconds(601), assertInstanceOf(Deferred.class, sent).retryAfter());
  }

  @Test
  void shouldWaitWhenASecondaryLimitNamesNoTime() {
    // given
    github.answerNext(
        StandIn.json(403, "{'message': 'You have exceeded a secondary rate limit. Please wait'}"));

    // when
    SendResult sent = send();

    // then
    assertInstanceOf(Deferred.class, sent, sent::message);
  }

  @Test
  void shouldNotWaitWhenTheRightIsMissing() {
    // given
    github.answerNext(
        StandIn.json(
            403,
            "{'message': 'Resource not accessible by personal access token'}",
            "x-ratelimit-remaining",
            "4999"));

    // when
    SendResult sent = send();

    // then
    assertEquals(Refused.Why.AUTHORIZATION, assertInstanceOf(Refused.class, sent).why());
  }

  /** One repository; a page of the list has one issue. */
  private static final class GitHub extends StandIn {
    private GitHub() {
      add(object("{'title': 'old', 'body': null}"));
    }

    private ObjectNode add(ObjectNode sent) {
      int number = stored.size() + 1;
      ObjectNode issue =
          sent.deepCopy()
              .put("number", number)
              .put("html_url", "https://github.com/acme/web/issues/" + number);
      issue.putObject("user").put("login", "acme-bot");
      stored.add(issue);
      return issue;
    }

    @Override
    Answer answer(Call call) {
      if (isWrite(call)) {
        return json(201, add(body(call)));
      }
      if (last(call).equals("user")) {
        return json(200, "{'login': 'acme-bot'}");
      }
      if (last(call).equals("issues")) {
        int page = Integer.parseInt(query(call).getOrDefault("page", "1"));
        ObjectNode list = listed("all", stored.reversed().subList(page - 1, page));
        String next = call.url().toString().replaceAll("&page=\\d+", "") + "&page=" + (page + 1);
        return page == stored.size()
            ? json(200, list.path("all"))
            : json(200, list.path("all"), "link", "<" + next + ">; rel=\"next\"");
      }
      int number = Integer.parseInt(last(call));
      return number <= stored.size()
          ? json(200, stored.get(number - 1))
          : json(404, "{'message': 'Not Found'}");
    }
  }
}
