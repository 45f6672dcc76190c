package io.onefold.schema.signing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.Checkpoint;
import java.time.Instant;

/** The one JSON form of a checkpoint, which is what is signed. */
public final class CheckpointJson {
  private CheckpointJson() {}

  /** The checkpoint, with its signature. */
  public static ObjectNode render(Checkpoint checkpoint) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("partition", checkpoint.getPartition());
    json.put("number", checkpoint.getNumber());
    json.put("events", checkpoint.getEvents());
    json.put("head", checkpoint.getHead());
    json.put("previous", checkpoint.getPrevious());
    json.put("at", Instant.ofEpochMilli(checkpoint.getAtMs()).toString());
    place(json, "first", checkpoint.getFirstOperation(), checkpoint.getFirstSequence());
    place(json, "last", checkpoint.getLastOperation(), checkpoint.getLastSequence());
    json.set(SignedJson.SIGNATURE, SignatureJson.render(checkpoint.getSignature()));
    return json;
  }

  private static void place(ObjectNode json, String name, String operation, long sequence) {
    json.putObject(name).put("operationId", operation).put("sequence", sequence);
  }
}
