package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A key that is a promise: the only destination of the lab where a repeat is safe at once. */
@Lab("stripe")
class StripeIT {
  private static final int CHARGES = 40;

  @BeforeAll
  static void makeWitness(LabStage stage) throws Exception {
    LabHttp.form(
        stage.server().get("STRIPE_URL") + "/v1/customers", "id=cus_witness", headers(stage));
  }

  @Test
  void shouldChargeOnceEachWhenAnswersAreLostAndRequestsAreCut(LabStage stage) throws Exception {
    // given
    LabFaults.lossy(stage.proxy(), "POST");
    Campaign charges = charges(stage, "stripe", CHARGES, "tok_visa");

    // when
    charges.submit().awaitEnds();

    // then
    charges.assertEnds(Map.of("VERIFIED", (long) CHARGES));
    Set<String> stored = stored(stage, charges);
    assertEquals(CHARGES, stored.size());
    assertEquals(stored, charges.providerIds());
    LabReport.add("Stripe charges (mock)", "24 h", charges, stage.proxy(), stored.size());
  }

  @Test
  void shouldWaitWhenStripeSaysTooManyRequests(LabStage stage) throws Exception {
    // given
    LabFaults.storm(stage.proxy(), "POST", 10);

    // when
    Campaign charges = charges(stage, "stripe", 10, "tok_visa").submit().awaitEnds();

    // then
    charges.assertEnds(Map.of("VERIFIED", 10L));
    assertEquals(10, stored(stage, charges).size());
  }

  @Test
  void shouldRejectWhenTheCardIsDeclined(LabStage stage) throws Exception {
    // when
    Campaign charges = charges(stage, "stripe", 3, "tok_chargeDeclined").submit().awaitEnds();

    // then
    charges.assertEnds(Map.of("REJECTED REJECTED_BY_DESTINATION", 3L));
  }

  @Test
  void shouldEscalateWhenAClaimedChargeIsNowhere(LabStage stage) throws Exception {
    // when
    Campaign charges = charges(stage, "stripe", 1, "tok_forget").submit().awaitEnds();

    // then
    charges.assertEnds(Map.of("UNRESOLVED CONTRADICTING_EVIDENCE", 1L));
  }

  @Test
  void shouldSendNothingWhenTheKeyIsOfTestModeAndLiveIsMeant(LabStage stage) throws Exception {
    // given
    long before = stage.requests("POST");

    // when
    Campaign charges = charges(stage, "stripe-live", 1, "tok_visa").submit().awaitEnds();

    // then
    charges.assertEnds(Map.of("UNRESOLVED IDENTITY_MISMATCH", 1L));
    assertEquals(before, stage.requests("POST"));
  }

  private static Campaign charges(LabStage stage, String destination, int many, String source) {
    Campaign charges = stage.campaign(destination);
    for (int number = 0; number < many; number++) {
      charges
          .add()
          .putObject("payload")
          .put("amount", 1000 + number)
          .put("currency", "eur")
          .put("source", source)
          .put("description", "Lab " + charges.run() + " no. " + number);
    }
    return charges;
  }

  private static Set<String> stored(LabStage stage, Campaign charges) throws Exception {
    Set<String> ids = new HashSet<>();
    String last = "";
    while (true) {
      JsonNode page =
          LabHttp.json(
              stage.server().get("STRIPE_URL") + "/v1/charges?limit=100" + last, headers(stage));
      for (JsonNode charge : page.path("data")) {
        last = "&starting_after=" + charge.path("id").asText();
        if (charge.path("description").asText().contains(charges.run())) {
          ids.add(charge.path("id").asText());
        }
      }
      if (!page.path("has_more").asBoolean()) {
        return ids;
      }
    }
  }

  private static String[] headers(LabStage stage) {
    return new String[] {"Authorization", "Bearer " + stage.server().get("STRIPE_KEY")};
  }
}
