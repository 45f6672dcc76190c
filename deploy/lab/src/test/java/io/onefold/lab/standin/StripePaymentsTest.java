package io.onefold.lab.standin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.NotFound;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.connector.wire.Answer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A repeat under the key gives the first answer again, be it a payment or an error. */
class StripePaymentsTest extends PresetBehaviour {
  private final Stripe stripe = new Stripe("pi_");

  @Override
  String contract() {
    return """
    preset: stripe-payments
    parameters: {key: "${env:K}", live: false, witness: cus_1}
    """;
  }

  @Override
  StandIn standIn() {
    return stripe;
  }

  @Override
  String payload() {
    return """
    {'amount': 1099, 'currency': 'EUR', 'customer': 'cus_2', 'payment-method': 'pm_1',
     'description': 'order 17'}
    """;
  }

  @Override
  Answer limited() {
    return StandIn.json(429, "{'error': {'code': 'rate_limit'}}");
  }

  @Override
  Duration limitedFor() {
    return Duration.ofSeconds(30);
  }

  @Override
  void change() {
    stripe.stored.getLast().put("amount", 1);
  }

  @Test
  void shouldGetTheSamePaymentForTheSameKey() {
    // given
    stripe.loseNextAnswer();
    send();

    // when
    SendResult again = send();

    // then
    assertInstanceOf(Accepted.class, again, again::message);
    assertEquals(2, stripe.stored.size());
  }

  @Test
  void shouldKeepAskingWhenAnErrorIsRepeated() {
    // given
    stripe.breaksNext = true;
    send();
    stripe.breaksNext = false;

    // when
    SendResult again = send();

    // then
    assertInstanceOf(Unknown.class, again);
    assertFalse(destination().absence().proof());
  }

  @Test
  void shouldNotTakeADeclinedPaymentForAnEffect() {
    // given
    send();
    stripe.stored.getLast().put("status", "requires_payment_method");

    // when
    NotFound none = assertInstanceOf(NotFound.class, readback(Optional.empty(), false));

    // then
    assertTrue(none.complete());
  }

  @Test
  void shouldSeeThatAPaymentWaitsForItsCustomer() {
    // given
    send();
    stripe.stored.getLast().put("status", "requires_action");

    // when
    Found found = assertInstanceOf(Found.class, readback(Optional.empty(), false));

    // then
    assertEquals(Found.Kind.PARTIAL, found.kind());
  }
}
