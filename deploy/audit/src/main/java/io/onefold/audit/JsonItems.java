package io.onefold.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A listing of JSON objects, one in each line. */
final class JsonItems implements Listing.Form {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final String ALLOWED =
      "allowed is one JSON object in each line, for example {\"providerId\":\"17\"}";

  @Override
  public Optional<Listing.Item> item(String text, long line) throws Listing.UnfitLineException {
    if (text.isBlank()) {
      return Optional.empty();
    }
    JsonNode json = object(text);
    Map<String, String> fields = new HashMap<>();
    for (Map.Entry<String, JsonNode> field : json.properties()) {
      if (!ItemFields.ALL.contains(field.getKey())) {
        throw ItemFields.unknown(field.getKey());
      }
      JsonNode value = field.getValue();
      // Many destinations number their items.
      boolean number = value.isIntegralNumber() && field.getKey().equals(ItemFields.PROVIDER_ID);
      if (!value.isTextual() && !number && !value.isNull()) {
        throw new Listing.UnfitLineException(
            "%s is %s; allowed is a string%s"
                .formatted(
                    field.getKey(),
                    value,
                    field.getKey().equals(ItemFields.PROVIDER_ID) ? " or a whole number" : ""));
      }
      if (!value.isNull()) {
        fields.put(field.getKey(), value.asText());
      }
    }
    return Optional.of(ItemFields.item(fields, line));
  }

  private static JsonNode object(String text) throws Listing.UnfitLineException {
    JsonNode json;
    try {
      json = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new Listing.UnfitLineException(
          "it is not JSON: %s; %s".formatted(e.getOriginalMessage(), ALLOWED));
    }
    if (!json.isObject()) {
      throw new Listing.UnfitLineException(
          "it is JSON, but no object (%s); %s".formatted(json.getNodeType(), ALLOWED));
    }
    return json;
  }
}
