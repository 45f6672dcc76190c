package io.onefold.connector.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.Observation.Inconclusive.Why;
import io.onefold.connector.Observation.NotFound;
import io.onefold.connector.ReadbackRequest;
import io.onefold.destination.Normaliser;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One look at the simulated provider: the job, the id, the reference. */
final class SimulatedReadback {
  private static final List<Normaliser> BRIDGES =
      List.of(Normaliser.UNWRAP_LINKS, Normaliser.UNESCAPE_HTML);

  private final SimulatedProvider provider;
  private final ReadbackRequest request;

  SimulatedReadback(SimulatedProvider provider, ReadbackRequest request) {
    this.provider = provider;
    this.request = request;
  }

  Observation ask() {
    Optional<String> job = request.job().flatMap(this::jobState);
    if (job.filter("pending"::equals).isPresent()) {
      return new Inconclusive(Why.JOB_PENDING, "job", "The job is still pending");
    }
    Observation seen =
        request.providerId().isPresent() ? byId(request.providerId().get()) : byReference();
    return seen instanceof NotFound none && job.filter("failed"::equals).isPresent()
        ? new NotFound(true, none.complete(), none.method(), "The provider gave the job up")
        : seen;
  }

  private Optional<String> jobState(String job) {
    return provider.job(job) instanceof Answering.Whole whole
        ? Json.text(Json.object(whole.bytes()), "/state")
        : Optional.empty();
  }

  private Observation byId(String id) {
    if (!(provider.byId(id) instanceof Answering.Whole whole)) {
      return unavailable("id");
    }
    return switch (whole.status()) {
      case 200 -> found("id", Json.object(whole.bytes()));
      case 404 -> new NotFound(false, false, "id", "Nothing has the id " + id);
      case 410 ->
          new Found(
              Found.Kind.REMOVED,
              "id",
              1,
              Optional.of(id),
              Optional.empty(),
              Optional.empty(),
              List.of(),
              "It was removed");
      default -> unavailable("id");
    };
  }

  private Observation byReference() {
    List<ObjectNode> items = new ArrayList<>();
    int offset = 0;
    while (true) {
      if (!(provider.byReference(request.operationId(), offset) instanceof Answering.Whole whole)
          || whole.status() != 200) {
        return unavailable("reference");
      }
      ObjectNode page = Json.object(whole.bytes());
      if (!page.path("items").isArray()) {
        return new Inconclusive(Why.UNREADABLE, "reference", "The answer lists no items");
      }
      page.path("items").forEach(item -> items.add((ObjectNode) item));
      if (!page.has("next")) {
        return judged(items);
      }
      offset = items.size();
    }
  }

  private Observation judged(List<ObjectNode> items) {
    if (items.isEmpty()) {
      return new NotFound(false, true, "reference", "Nothing carries the reference");
    }
    return items.size() == 1
        ? found("reference", items.getFirst())
        : new Found(
            Found.Kind.MANY,
            "reference",
            items.size(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            items.size() + " items carry the reference");
  }

  private static Inconclusive unavailable(String method) {
    return new Inconclusive(Why.UNAVAILABLE, method, "The provider did not answer as it should");
  }

  private Found found(String method, ObjectNode item) {
    Found.Kind kind = kind(item);
    return new Found(
        kind,
        method,
        1,
        Json.text(item, "/id"),
        Json.text(item, "/url"),
        Optional.of(hash(item)),
        kind == Found.Kind.NORMALISED ? BRIDGES : List.of(),
        "One item: " + kind);
  }

  private Found.Kind kind(ObjectNode item) {
    if (!item.path("account").asText().equals(request.destination().account())) {
      return Found.Kind.WRONG_ACCOUNT;
    }
    if (item.path("status").asText().equals("trash")) {
      return Found.Kind.REMOVED;
    }
    if (item.has("parts") && item.path("parts").asInt() == 0) {
      return Found.Kind.PARTIAL;
    }
    if (agrees(item, List.of())) {
      return Found.Kind.MATCH;
    }
    return agrees(item, BRIDGES) ? Found.Kind.NORMALISED : Found.Kind.MISMATCH;
  }

  private boolean agrees(ObjectNode item, List<Normaliser> normalisers) {
    for (Map.Entry<String, JsonNode> field : Json.object(request.payload()).properties()) {
      JsonNode shown = item.path(field.getKey());
      JsonNode sent = field.getValue();
      boolean texts = shown.isTextual() && sent.isTextual();
      boolean equal =
          texts
              ? Normaliser.applyAll(normalisers, shown.textValue())
                  .equals(Normaliser.applyAll(normalisers, sent.textValue()))
              : shown.equals(sent);
      if (!equal) {
        return false;
      }
    }
    return true;
  }

  private String hash(ObjectNode item) {
    ObjectNode observed = Json.MAPPER.createObjectNode();
    Json.object(request.payload())
        .fieldNames()
        .forEachRemaining(name -> observed.set(name, item.path(name)));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(Json.write(observed).getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256", e);
    }
  }
}
