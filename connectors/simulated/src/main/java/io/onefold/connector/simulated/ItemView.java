package io.onefold.connector.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Shows stored items the way a script says. Pure, apart from the generated block ids. */
final class ItemView {
  private static final Pattern LINK = Pattern.compile("https?://\\S+");

  private ItemView() {}

  /** The fields that were sent, and the provider's own. */
  static ObjectNode show(StoredItem item, String url, String account, Showing showing) {
    ObjectNode shown = Json.MAPPER.createObjectNode();
    item.content()
        .properties()
        .forEach(
            field ->
                shown.set(
                    field.getKey(),
                    showing.escaped() ? escaped(field.getValue()) : field.getValue()));
    shown.put("id", item.id());
    shown.put("ref", item.operation());
    shown.put("url", url);
    shown.put("account", showing.account().orElse(account));
    if (!shown.has("status")) {
      shown.put("status", "published");
    }
    if (showing.escaped()) {
      shown.put("block_id", UUID.randomUUID().toString());
    }
    for (Map.Entry<String, Object> field : showing.fields().entrySet()) {
      shown.set(field.getKey(), Json.MAPPER.valueToTree(field.getValue()));
    }
    return shown;
  }

  private static JsonNode escaped(JsonNode value) {
    return value.isTextual() ? TextNode.valueOf(escape(value.textValue())) : value;
  }

  private static String escape(String text) {
    String entities = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return LINK.matcher(entities)
        .replaceAll(link -> "<" + Matcher.quoteReplacement(link.group()) + ">");
  }
}
