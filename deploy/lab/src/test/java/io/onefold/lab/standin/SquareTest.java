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

/** An empty list is an answer without the list. */
class SquareTest extends PresetBehaviour {
  private final Square square = new Square();

  @Override
  String contract() {
    return """
    preset: square-payments
    parameters: {token: "${env:T}", location: L1, merchant: M1}
    """;
  }

  @Override
  StandIn standIn() {
    return square;
  }

  @Override
  String payload() {
    return "{'source-id': 'cnon:ok', 'amount': 1099, 'currency': 'EUR', 'note': 'order 17'}";
  }

  @Override
  Answer limited() {
    return StandIn.json(
        429, "{'errors': [{'category': 'RATE_LIMIT_ERROR', 'code': 'RATE_LIMITED'}]}");
  }

  @Override
  Duration limitedFor() {
    return Duration.ofSeconds(30);
  }

  @Override
  void change() {
    square.stored.getLast().withObject("/amount_money").put("amount", 1);
  }

  @Test
  void shouldSeeThatAPaymentWaits() {
    // given
    SendResult sent = send();
    square.stored.getLast().put("status", "APPROVED");

    // when
    Found found = assertInstanceOf(Found.class, readback(sent));

    // then
    assertEquals(Found.Kind.PARTIAL, found.kind());
  }

  @Test
  void shouldTakeACancelledPaymentForRemoved() {
    // given
    SendResult sent = send();
    square.stored.getLast().put("status", "CANCELED");

    // when
    Found found = assertInstanceOf(Found.class, readback(sent));

    // then
    assertEquals(Found.Kind.REMOVED, found.kind());
  }

  /** One location without payments. */
  private static final class Square extends StandIn {
    private final Map<String, ObjectNode> keys = new HashMap<>();

    private ObjectNode add(ObjectNode sent) {
      ObjectNode payment =
          object("{'status': 'COMPLETED', 'location_id': 'L1'}")
              .put("id", "pay" + stored.size())
              .put("receipt_url", "https://squareup.com/receipt/" + stored.size());
      payment.set("amount_money", sent.path("amount_money"));
      payment.set("reference_id", sent.path("reference_id"));
      stored.add(payment);
      return payment;
    }

    private static Answer payment(ObjectNode payment) {
      ObjectNode answer = object("{}");
      answer.set("payment", payment);
      return json(200, answer);
    }

    @Override
    Answer answer(Call call) {
      if (isWrite(call)) {
        ObjectNode sent = body(call);
        return payment(
            keys.computeIfAbsent(sent.path("idempotency_key").asText(), key -> add(sent)));
      }
      if (last(call).equals("L1")) {
        return json(200, "{'location': {'id': 'L1', 'merchant_id': 'M1'}}");
      }
      if (last(call).equals("payments")) {
        return json(200, stored.isEmpty() ? object("{}") : listed("payments", stored));
      }
      return stored.stream()
          .filter(payment -> payment.path("id").asText().equals(last(call)))
          .map(Square::payment)
          .findFirst()
          .orElseGet(() -> json(404, "{'errors': [{'code': 'NOT_FOUND'}]}"));
    }
  }
}
