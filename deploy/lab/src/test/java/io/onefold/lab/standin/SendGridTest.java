package io.onefold.lab.standin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Nothing can be asked afterwards: 202 is the proof, and what is unknown stays so. */
class SendGridTest extends PresetBehaviour {
  private final SendGrid sendgrid = new SendGrid();

  @Override
  String contract() {
    return """
    preset: sendgrid
    parameters: {key: "${env:K}", user-id: 180}
    """;
  }

  @Override
  StandIn standIn() {
    return sendgrid;
  }

  @Override
  String payload() {
    return "{'from': 'a@onefold.example', 'to': 'b@onefold.example', 'subject': 's', 'text': 't'}";
  }

  @Override
  Answer limited() {
    return StandIn.json(
        429,
        "{'errors': [{'message': 'too many requests'}]}",
        "x-ratelimit-remaining",
        "0",
        "x-ratelimit-reset",
        "" + NOW.plusSeconds(60).getEpochSecond());
  }

  @Override
  Duration limitedFor() {
    return Duration.ofSeconds(61);
  }

  @Override
  void change() {
    throw new UnsupportedOperationException("nothing can be asked");
  }

  @Test
  @Override
  void shouldConfirmWhatWasAccepted() {
    // when
    SendResult sent = send();

    // then
    assertInstanceOf(Accepted.class, sent, sent::message);
    assertEquals(Optional.of("msg-0"), sent.evidence().providerId());
    assertEquals(
        REFERENCE, sendgrid.stored.getFirst().at("/custom_args/onefold_reference").asText());
  }

  @Test
  @Override
  void shouldFindWhatWasMadeWhenTheAnswerIsLost() {
    // given
    sendgrid.loseNextAnswer();

    // when
    SendResult sent = send();

    // then
    assertInstanceOf(Unknown.class, sent);
    assertCannotTell();
  }

  @Test
  @Override
  void shouldSeeThatNothingIsThereWhenNothingArrived() {
    assertCannotTell();
  }

  @Test
  @Override
  void shouldSeeOtherContent() {
    // given
    send();

    // then
    assertCannotTell();
  }

  @Test
  void shouldNotTakeTheSandboxModeForSent() {
    // given
    sendgrid.answerNext(StandIn.text(200, ""));

    // when
    SendResult sent = send();

    // then
    assertInstanceOf(Refused.class, sent, sent::message);
  }

  private void assertCannotTell() {
    Inconclusive seen = assertInstanceOf(Inconclusive.class, readback(Optional.empty(), false));
    assertEquals(Inconclusive.Why.NOTHING_TO_ASK, seen.why());
  }

  /** Queues what it gets. */
  private static final class SendGrid extends StandIn {
    @Override
    Answer answer(Call call) {
      if (!isWrite(call)) {
        return json(200, "{'username': 'acme', 'user_id': 180}");
      }
      stored.add(body(call));
      return text(202, "", "x-message-id", "msg-" + (stored.size() - 1));
    }
  }
}
