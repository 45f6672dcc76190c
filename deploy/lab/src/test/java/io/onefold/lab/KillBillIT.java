package io.onefold.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Invoices without any key, payments with one that is no promise, and a sandbox beside the live.
 */
@Lab("killbill")
class KillBillIT {
  private static final int MANY = 40;

  private static String account = "";

  @BeforeAll
  static void makeAccount(LabStage stage) throws Exception {
    HttpResponse<String> made =
        post(stage, "/1.0/kb/accounts", "{\"name\": \"Ada\", \"currency\": \"EUR\"}");
    assertEquals(201, made.statusCode(), made::body);
    String location = made.headers().firstValue("location").orElseThrow();
    account = location.substring(location.lastIndexOf('/') + 1);
    HttpResponse<String> method =
        post(
            stage,
            "/1.0/kb/accounts/" + account + "/paymentMethods?isDefault=true",
            "{\"pluginName\": \"__EXTERNAL_PAYMENT__\"}");
    assertEquals(201, method.statusCode(), method::body);
  }

  @Test
  void shouldMakeEachInvoiceOnceWhenAnswersAreLostAndRequestsAreCut(LabStage stage)
      throws Exception {
    // given
    LabFaults.lossy(stage.proxy(), "POST");
    Campaign invoices = charges(stage, "killbill-invoices", MANY);

    // when
    invoices.submit().awaitEnds();

    // then
    invoices.assertEnds(Map.of("VERIFIED", (long) MANY));
    Set<String> stored = invoicesOf(stage, invoices);
    assertEquals(MANY, stored.size());
    assertEquals(stored, invoices.providerIds());
    LabReport.add("Kill Bill invoices", "none", invoices, stage.proxy(), stored.size());
  }

  @Test
  void shouldMakeEachPaymentOnceWhenAnswersAreLostAndRequestsAreCut(LabStage stage)
      throws Exception {
    // given
    LabFaults.lossy(stage.proxy(), "POST");
    Campaign payments = charges(stage, "killbill-payments", MANY);
    Set<String> before = payments(stage);

    // when
    payments.submit().awaitEnds();

    // then
    payments.assertEnds(Map.of("VERIFIED", (long) MANY));
    Set<String> stored = payments(stage);
    stored.removeAll(before);
    assertEquals(stored, payments.providerIds());
    assertEquals(MANY, stored.size());
    LabReport.add("Kill Bill payments", "external key", payments, stage.proxy(), stored.size());
  }

  @Test
  void shouldSendNothingWhenTheKeyIsThatOfTheLiveTenant(LabStage stage) throws Exception {
    // given
    long before = stage.requests("POST");

    // when
    Campaign invoices = charges(stage, "killbill-live-key", 1).submit().awaitEnds();

    // then
    invoices.assertEnds(Map.of("UNRESOLVED IDENTITY_MISMATCH", 1L));
    assertEquals(before, stage.requests("POST"));
    assertEquals(Set.of(), invoicesOf(stage, invoices));
  }

  private static Campaign charges(LabStage stage, String destination, int many) {
    Campaign charges = stage.campaign(destination);
    for (int number = 0; number < many; number++) {
      charges
          .add()
          .putObject("payload")
          .put("account", account)
          .put("amount", 10 + number)
          .put("currency", "EUR")
          .put("description", "Lab " + charges.run() + " no. " + number);
    }
    return charges;
  }

  private static Set<String> invoicesOf(LabStage stage, Campaign charges) throws Exception {
    Set<String> ids = new HashSet<>();
    JsonNode all =
        get(
            stage,
            "/1.0/kb/accounts/"
                + account
                + "/invoices?includeInvoiceComponents=true&includeVoidedInvoices=true");
    for (JsonNode invoice : all) {
      for (JsonNode item : invoice.path("items")) {
        if (item.path("description").asText().contains(charges.run())) {
          ids.add(invoice.path("invoiceId").asText());
        }
      }
    }
    return ids;
  }

  private static Set<String> payments(LabStage stage) throws Exception {
    Set<String> ids = new HashSet<>();
    get(stage, "/1.0/kb/accounts/" + account + "/payments")
        .forEach(payment -> ids.add(payment.path("paymentId").asText()));
    return ids;
  }

  private static JsonNode get(LabStage stage, String path) throws Exception {
    return LabHttp.json(stage.server().get("KB_URL") + path, headers(stage));
  }

  private static HttpResponse<String> post(LabStage stage, String path, String body)
      throws Exception {
    return LabHttp.post(stage.server().get("KB_URL") + path, body, headers(stage));
  }

  private static String[] headers(LabStage stage) {
    LabServer server = stage.server();
    return new String[] {
      "Authorization", LabHttp.basic(server.get("KB_USER"), server.get("KB_PASSWORD")),
      "X-Killbill-ApiKey", server.get("KB_API_KEY"),
      "X-Killbill-ApiSecret", server.get("KB_API_SECRET"),
      "X-Killbill-CreatedBy", "lab"
    };
  }
}
