package io.onefold.lab.standin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One account of Stripe in test mode. Lists show one object a page, newest first. */
final class Stripe extends StandIn {
  private record Kept(String parameters, Answer answer) {}

  private final String prefix;
  private final Map<String, Kept> keys = new HashMap<>();

  /** The next write runs into an error of the server's own, which is kept under its key. */
  boolean breaksNext;

  Stripe(String prefix) {
    this.prefix = prefix;
    stored.add(object("{'id': 'old', 'livemode': false, 'metadata': {}}"));
  }

  @Override
  Answer answer(Call call) {
    if (isWrite(call)) {
      return write(call);
    }
    if (call.url().getPath().startsWith("/v1/customers/")) {
      return json(200, object("{'livemode': false}").put("id", last(call)));
    }
    if (!last(call).startsWith(prefix)) {
      return list(query(call).get("starting_after"));
    }
    return stored.stream()
        .filter(one -> one.path("id").asText().equals(last(call)))
        .map(one -> json(200, one))
        .findFirst()
        .orElseGet(() -> json(404, "{'error': {'code': 'resource_missing'}}"));
  }

  private Answer list(String after) {
    List<ObjectNode> newest = stored.reversed();
    int from = 0;
    while (after != null && !newest.get(from++).path("id").asText().equals(after)) {}
    return json(
        200,
        listed("data", newest.subList(from, from + 1)).put("has_more", from + 1 < newest.size()));
  }

  private Answer write(Call call) {
    String parameters = new String(call.body(), StandardCharsets.UTF_8);
    String key =
        call.headers().entrySet().stream()
            .filter(one -> one.getKey().toLowerCase(Locale.ROOT).equals("idempotency-key"))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseThrow();
    Kept kept = keys.get(key);
    if (kept != null) {
      return kept.parameters().equals(parameters)
          ? kept.answer()
          : json(400, "{'error': {'type': 'idempotency_error'}}");
    }
    Answer answer = breaksNext ? json(500, "{'error': {'type': 'api_error'}}") : make(parameters);
    keys.put(key, new Kept(parameters, answer));
    return answer;
  }

  private Answer make(String parameters) {
    Map<String, String> sent = fields(parameters);
    ObjectNode made =
        object("{'livemode': false, 'status': 'succeeded'}")
            .put("id", prefix + stored.size())
            .put("hosted_invoice_url", "https://invoice.stripe.com/i/" + stored.size());
    ObjectNode metadata = made.putObject("metadata");
    sent.forEach(
        (name, value) -> {
          if (name.startsWith("metadata[")) {
            metadata.put(name.substring(9, name.length() - 1), value);
          } else if (name.equals("amount")) {
            made.put(name, Integer.parseInt(value));
          } else if (!name.equals("status")) {
            made.put(name, value);
          }
        });
    stored.add(made);
    return json(200, made);
  }
}
