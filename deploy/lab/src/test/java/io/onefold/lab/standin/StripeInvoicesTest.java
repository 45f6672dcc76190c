package io.onefold.lab.standin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.onefold.connector.Observation.Found;
import io.onefold.connector.SendResult;
import io.onefold.connector.wire.Answer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Invoices are found in the customer's own list. */
class StripeInvoicesTest extends PresetBehaviour {
  private final Stripe stripe = new Stripe("in_");

  @Override
  String contract() {
    return """
    preset: stripe-invoices
    parameters: {key: "${env:K}", live: false, witness: cus_1}
    """;
  }

  @Override
  StandIn standIn() {
    return stripe;
  }

  @Override
  String payload() {
    return "{'customer': 'cus_2', 'description': 'order 17'}";
  }

  @Override
  Answer limited() {
    return StandIn.json(429, "{'error': {'code': 'rate_limit'}}", "retry-after", "2");
  }

  @Override
  Duration limitedFor() {
    return Duration.ofSeconds(2);
  }

  @Override
  void change() {
    stripe.stored.getLast().put("description", "edited");
  }

  @Test
  void shouldTakeAVoidInvoiceForRemoved() {
    // given
    SendResult sent = send();
    stripe.stored.getLast().put("status", "void");

    // when
    Found found = assertInstanceOf(Found.class, readback(sent));

    // then
    assertEquals(Found.Kind.REMOVED, found.kind());
  }
}
