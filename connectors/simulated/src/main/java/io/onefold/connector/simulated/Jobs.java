package io.onefold.connector.simulated;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The jobs of a provider that does its work after it has answered. */
final class Jobs {
  private final Map<String, Note> notes = new HashMap<>();

  private record Note(Instant doneAt, boolean succeeds, Optional<String> itemId) {}

  /**
   * Notes a job.
   *
   * @param itemId what it makes
   * @return its ID
   */
  String start(Script.Job job, Optional<String> itemId, Instant now) {
    String id = "J" + (notes.size() + 1);
    notes.put(id, new Note(now.plus(job.pendingFor()), job.succeeds(), itemId));
    return id;
  }

  /** How a job stands; empty if there is none of this ID. */
  Optional<ObjectNode> show(String id, Instant now) {
    return Optional.ofNullable(notes.get(id)).map(note -> show(id, note, now));
  }

  private static ObjectNode show(String id, Note note, Instant now) {
    String state = now.isBefore(note.doneAt()) ? "pending" : note.succeeds() ? "done" : "failed";
    ObjectNode body = Json.MAPPER.createObjectNode().put("job", id).put("state", state);
    note.itemId().filter(item -> state.equals("done")).ifPresent(item -> body.put("item", item));
    return body;
  }
}
