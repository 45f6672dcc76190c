package io.onefold.drill;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.faults.Exchange;
import java.util.List;

/** The report for programs: everything that the other forms have, and the journals. */
final class JsonReport {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonReport() {}

  static String of(Verdicts verdicts) {
    ObjectNode report = JSON.createObjectNode();
    report.put("passed", verdicts.passed());
    ObjectNode facts = report.putObject("facts");
    Facts.of(verdicts).forEach(facts::put);
    report.put("contractHash", verdicts.subject().destination().hash());
    texts(report.putArray("findings"), verdicts.common());
    ArrayNode scenarios = report.putArray("scenarios");
    verdicts.results().forEach(result -> scenarios.add(scenario(result, verdicts)));
    ArrayNode exchanges = report.putArray("exchanges");
    verdicts.exchanges().forEach(exchange -> exchanges.add(exchange(exchange)));
    try {
      return JSON.writeValueAsString(report) + System.lineSeparator();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of JSON can be written", e);
    }
  }

  private static ObjectNode scenario(Result result, Verdicts verdicts) {
    ObjectNode node = JSON.createObjectNode();
    node.put("name", result.scenario().name());
    node.put("title", result.scenario().title());
    node.put("status", result.status().name());
    node.put("did", result.did());
    node.put("stored", result.stored());
    node.put("seconds", result.took().toMillis() / 1000.0);
    texts(node.putArray("findings"), result.findings());
    texts(node.putArray("notes"), result.notes());
    ArrayNode operations = node.putArray("operations");
    for (Outcome outcome : result.operations()) {
      ObjectNode one = operations.addObject();
      one.put("operationId", outcome.operation().id());
      one.put("items", outcome.count().items());
      texts(one.putArray("ids"), outcome.count().ids());
      one.put("countIsExact", outcome.count().exact());
      one.put("search", outcome.count().search().message());
      one.put("deliveries", outcome.deliveries());
      one.set("operation", outcome.view().isMissingNode() ? null : outcome.view());
      ArrayNode journal = one.putArray("journal");
      verdicts.journals().getOrDefault(outcome.operation().id(), List.of()).forEach(journal::add);
    }
    return node;
  }

  private static ObjectNode exchange(Exchange exchange) {
    ObjectNode node = JSON.createObjectNode();
    node.put("at", exchange.at().toString());
    node.put("for", exchange.tag());
    node.put("method", exchange.method());
    node.put("target", exchange.target());
    node.put("rule", exchange.rule().map(rule -> rule.fault().words()).orElse(null));
    ArrayNode deliveries = node.putArray("deliveries");
    for (Exchange.Delivery delivery : exchange.deliveries()) {
      ObjectNode one = deliveries.addObject();
      one.put("at", delivery.at().toString());
      one.put("status", delivery.status().orElse(null));
      one.put("problem", delivery.problem());
    }
    node.put("answered", exchange.answered().orElse(null));
    return node;
  }

  private static void texts(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }
}
