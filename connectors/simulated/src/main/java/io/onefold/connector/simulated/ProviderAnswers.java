package io.onefold.connector.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The words of the simulated provider. Pure. */
final class ProviderAnswers {
  private final ProviderProfile profile;
  private final String baseUrl;

  ProviderAnswers(ProviderProfile profile, String baseUrl) {
    this.profile = profile;
    this.baseUrl = baseUrl;
  }

  /** The end of a write that followed its script. */
  Answering written(
      Reply reply, String operation, Optional<StoredItem> item, Optional<String> job) {
    String usual = Json.write(summary(item, job));
    return switch (reply) {
      case Reply.Answer answer ->
          json(
              answer.status(),
              answer.headers(),
              answer.body().map(text -> filled(text, operation, item, job)).orElse(usual),
              answer.after());
      case Reply.Cut cut -> new Answering.Cut(cut.answerBytes(), usual, cut.after());
      case Reply.Silence silence -> new Answering.Silence();
    };
  }

  private ObjectNode summary(Optional<StoredItem> item, Optional<String> job) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    if (job.isPresent()) {
      return body.put("job", job.get());
    }
    item.ifPresent(stored -> body.put("id", stored.id()).put("url", url(stored)));
    return body;
  }

  private String filled(
      String text, String operation, Optional<StoredItem> item, Optional<String> job) {
    return text.replace("{ref}", operation)
        .replace("{id}", item.map(StoredItem::id).orElse(""))
        .replace("{url}", item.map(this::url).orElse(""))
        .replace("{job}", job.orElse(""));
  }

  /** The answer to a known key: that of the first call, whether or not it arrived. */
  Answering replayed(KeyMemory.FirstCall first) {
    boolean answered =
        first.step().reply() instanceof Reply.Answer answer
            && answer.status() >= 200
            && answer.status() < 300;
    Reply reply =
        answered ? ((Reply.Answer) first.step().reply()).after(Duration.ZERO) : Reply.status(201);
    return written(reply, first.item().operation(), Optional.of(first.item()), Optional.empty());
  }

  /** The untrue end of a readback. */
  Answering read(Reply reply) {
    return switch (reply) {
      case Reply.Answer answer ->
          json(answer.status(), answer.headers(), answer.body().orElse("{}"), answer.after());
      case Reply.Cut cut -> new Answering.Cut(cut.answerBytes(), "{\"items\":[]}", cut.after());
      case Reply.Silence silence -> new Answering.Silence();
    };
  }

  ObjectNode item(StoredItem item, Showing showing, boolean removed) {
    ObjectNode shown = ItemView.show(item, url(item), profile.account(), showing);
    return removed ? shown.put("status", "trash") : shown;
  }

  /** One page of items and, if there are more, the address of the next. */
  Answering page(List<ObjectNode> items, String parameter, String value, int offset) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    ArrayNode page = body.putArray("items");
    int end = Math.min(items.size(), offset + profile.pageSize());
    items.subList(Math.min(offset, end), end).forEach(page::add);
    Map<String, String> headers = new LinkedHashMap<>();
    if (end < items.size()) {
      String query = parameter.isEmpty() ? "" : parameter + "=" + encode(value) + "&";
      String next = "/items?" + query + "offset=" + end;
      body.put("next", next);
      headers.put("Link", "<" + next + ">; rel=\"next\"");
    }
    return json(200, headers, Json.write(body));
  }

  private String url(StoredItem item) {
    return baseUrl + "/p/" + encode(item.slug());
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  Answering tooMany(long seconds) {
    return json(429, Map.of("Retry-After", Long.toString(seconds)), "{}");
  }

  Answering error(int status, String code) {
    return json(status, Map.of(), "{\"code\":\"" + code + "\"}");
  }

  Answering ok(JsonNode body) {
    return json(200, Map.of(), Json.write(body));
  }

  Answering json(int status, Map<String, String> headers, String body) {
    return json(status, headers, body, Duration.ZERO);
  }

  private static Answering json(
      int status, Map<String, String> headers, String body, Duration after) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.putIfAbsent("Content-Type", "application/json");
    return new Answering.Whole(status, all, body, after);
  }
}
