package io.onefold.schema.signing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.Approval;
import io.onefold.schema.AttemptRecord;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.ReadbackObservation;
import io.onefold.schema.Receipt;
import java.util.ArrayList;
import java.util.List;

/** Receipts in which every field says something, and all that can be changed about them. */
final class Samples {
  private static final String HASH = "sha256:" + "0f".repeat(32);
  private static final long AT = 1_793_433_600_250L;

  private Samples() {}

  /** A receipt without signature. */
  static Receipt receipt() {
    AttemptRecord attempt =
        new AttemptRecord(
            1, "c-1", "w/7", AT, AT + 5, "k-1", "UNKNOWN", "TIMEOUT", "no answer \u2014 “cut”");
    ReadbackObservation seen =
        ReadbackObservation.newBuilder()
            .setResult("FOUND")
            .setDetail("NORMALISED")
            .setMethod("reference")
            .setComplete(true)
            .setMatches(1)
            .setProviderId("71")
            .setPublicUrl("https://blog.example/launch")
            .setObservedHash(HASH)
            .setNormalisers(List.of("nfc"))
            .setMessage("one item; line\nbreak, \"quotes\", \u0001 and 😀")
            .setObservedAtMs(AT + 9)
            .build();
    return Receipt.newBuilder()
        .setOperationId("campaign|website|launch-post")
        .setOutcome("VERIFIED")
        .setResolution("DONE")
        .setReason("REJECTED_BY_DESTINATION")
        .setMessage("found with the content that was sent")
        .setPayloadHash(HASH)
        .setBodyHash(HASH)
        .setObservedHash(HASH)
        .setNormalisers(List.of("nfc", "trim"))
        .setDestination(new DestinationRef("blog", "http", "acme", "live"))
        .setProviderId("71")
        .setPublicUrl("https://blog.example/launch?a=1&b=<é>")
        .setReadback(seen)
        .setOwner("marketing-ops")
        .setPolicyDecision(new Approval("editorial-v3", "APPROVED", "j.doe", AT - 60_000, HASH))
        .setEvidence("READBACK")
        .setAttempts(List.of(attempt, AttemptRecord.newBuilder(attempt).setToken(2).build()))
        .setReviewer("r.roe")
        .setReviewReason("seen on the site")
        .setIssuedAtMs(AT + 10)
        .setJournalSequence(9)
        .setChain("ab".repeat(32))
        .build();
  }

  /** The same, signed. */
  static Receipt signed(SigningKey key) {
    Receipt receipt = receipt();
    receipt.setSignature(ReceiptSignature.sign(receipt, key));
    return receipt;
  }

  /** The receipt with each of its values changed, one at a time, and with each member gone. */
  static List<ObjectNode> changes(ObjectNode receipt) {
    List<ObjectNode> changes = new ArrayList<>();
    change(receipt, receipt, changes);
    return changes;
  }

  private static void change(ObjectNode whole, JsonNode part, List<ObjectNode> changes) {
    if (part instanceof ObjectNode object) {
      for (String name : names(object)) {
        JsonNode value = object.get(name);
        object.set(name, other(value));
        changes.add(whole.deepCopy());
        object.remove(name);
        changes.add(whole.deepCopy());
        object.set(name, value);
        change(whole, value, changes);
      }
      object.put("more", "x");
      changes.add(whole.deepCopy());
      object.remove("more");
    } else if (part instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        JsonNode value = array.get(i);
        array.set(i, other(value));
        changes.add(whole.deepCopy());
        array.set(i, value);
        change(whole, value, changes);
      }
    }
  }

  private static List<String> names(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static JsonNode other(JsonNode value) {
    ObjectMapper json = new ObjectMapper();
    return switch (value.getNodeType()) {
      case STRING -> json.valueToTree(swapped(value.textValue()));
      case NUMBER -> json.valueToTree(value.longValue() + 1);
      case ARRAY -> json.createArrayNode().add("x");
      default -> json.createObjectNode().put("x", "y");
    };
  }

  private static String swapped(String text) {
    return (text.startsWith("A") ? "B" : "A") + text.substring(1);
  }
}
