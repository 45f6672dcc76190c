package io.onefold.processor.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.Conclusion;
import io.onefold.schema.OperationEvent;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Journal events. */
public final class EventView {
  private EventView() {}

  /** The event as JSON. */
  public static ObjectNode render(OperationEvent event) {
    ObjectNode json = Json.object();
    json.put("operationId", event.getOperationId());
    json.put("sequence", event.getSequence());
    Json.putMillis(json, "at", event.getAtMs());
    json.putObject("cause")
        .put("source", event.getCause().getSource())
        .put("partition", event.getCause().getPartition())
        .put("offset", event.getCause().getOffset());
    json.set("input", InputView.render(event.getInput()));
    json.set("step", step(event.getConclusion()));
    json.put("before", event.getStateBefore());
    json.put("after", event.getStateAfter());
    json.put("token", event.getToken());
    json.put("chain", hex(event.getChain()));
    return json;
  }

  private static ObjectNode step(Conclusion conclusion) {
    ObjectNode json = Json.object();
    json.put("type", type(conclusion.getKind()));
    if (!conclusion.getWhy().isEmpty()) {
      json.put(nameOfWhy(conclusion.getKind()), conclusion.getWhy());
    }
    if (conclusion.getStage() != null) {
      json.put("stage", conclusion.getStage());
    }
    json.put("text", conclusion.getText());
    if (!conclusion.getFields().isEmpty()) {
      json.set("fields", Json.texts(conclusion.getFields()));
    }
    if (conclusion.getAtMs() != null) {
      Json.putMillis(json, "at", conclusion.getAtMs());
    }
    return json;
  }

  /** {@code GRANT_CLAIM} becomes {@code GrantClaim}, also for kinds that a later version adds. */
  private static String type(String kind) {
    StringBuilder type = new StringBuilder();
    for (String word : kind.split("_", 0)) {
      if (!word.isEmpty()) {
        type.append(word.charAt(0)).append(word.substring(1).toLowerCase(java.util.Locale.ROOT));
      }
    }
    return type.toString();
  }

  private static String nameOfWhy(String kind) {
    return switch (kind) {
      case "STAY" -> "remark";
      case "OFFER" -> "why";
      case "VERIFY" -> "evidence";
      case "RESOLVE" -> "outcome";
      default -> "reason";
    };
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return HexFormat.of().formatHex(copy);
  }
}
