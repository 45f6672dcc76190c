package io.onefold.standalone.cli;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Receipts as JSON: one after the other, however they are broken into lines, in an array, or in a
 * page of REST.
 */
final class ReceiptFile {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private static final Set<String> PAGE = Set.of("items", "next");

  private final String name;

  /**
   * A file.
   *
   * @param name stands in messages
   */
  ReceiptFile(String name) {
    this.name = name;
  }

  /**
   * Hands over each receipt with the line in which it begins.
   *
   * @throws UsageException if something there is no receipt, or nothing is there
   */
  void read(InputStream in, ObjIntConsumer<ObjectNode> each) throws IOException {
    int receipts = 0;
    try (JsonParser parser = JSON.createParser(in)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        // What an array holds is read as if it stood there alone.
        if (token == JsonToken.START_ARRAY || token == JsonToken.END_ARRAY) {
          continue;
        }
        int line = parser.currentTokenLocation().getLineNr();
        receipts += handOver(JSON.readTree(parser), line, each);
      }
    } catch (JsonProcessingException e) {
      throw new UsageException(name + place(e.getLocation()) + ": " + e.getOriginalMessage(), e);
    }
    if (receipts == 0) {
      throw new UsageException(name + " holds no receipt");
    }
  }

  private int handOver(JsonNode json, int line, ObjIntConsumer<ObjectNode> each) {
    JsonNode items = json.path("items");
    if (items.isArray() && isPage(json)) {
      items.forEach(item -> each.accept(receipt(item, line), line));
      return items.size();
    }
    each.accept(receipt(json, line), line);
    return 1;
  }

  /** A receipt that has items besides is no page: it would hide from the check behind them. */
  private static boolean isPage(JsonNode json) {
    return json.properties().stream().allMatch(member -> PAGE.contains(member.getKey()));
  }

  private static String place(@Nullable JsonLocation at) {
    return at == null ? "" : ", line " + at.getLineNr();
  }

  private ObjectNode receipt(JsonNode json, int line) {
    if (json instanceof ObjectNode object
        && object.path("operationId").isTextual()
        && object.path("outcome").isTextual()) {
      return object;
    }
    throw new UsageException(
        "%s, line %d: this is no receipt; allowed are receipts as 'onefold receipts --output json' and REST show them"
            .formatted(name, line));
  }
}
