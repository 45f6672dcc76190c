package io.onefold.drill;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.onefold.destination.Destination;
import io.onefold.destination.Preset;
import io.onefold.schema.FileProblem;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentJson;
import io.onefold.schema.InvalidIntentException;
import io.onefold.schema.PayloadHash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * An intent of which operations are made: every text in it may hold {@code {run}}, which becomes a
 * short text of its own for each.
 */
final class Sample {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final String RUN = "{run}";

  private final String where;
  private final ObjectNode template;

  private Sample(String where, ObjectNode template) {
    this.where = where;
    this.template = template;
  }

  /**
   * Reads a file with one intent.
   *
   * @throws WrongUseException if it cannot be read or is no JSON object
   */
  static Sample read(Path file) {
    try {
      return of(file.toString(), JSON.readTree(Files.readString(file)));
    } catch (JsonProcessingException e) {
      throw new WrongUseException(file + " is no JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new WrongUseException(FileProblem.of(file, e), e);
    }
  }

  /**
   * Takes this intent.
   *
   * @param where it comes from, for messages
   * @throws WrongUseException if it is no JSON object
   */
  static Sample of(String where, JsonNode intent) {
    if (!(intent instanceof ObjectNode object)) {
      throw new WrongUseException(
          where + " holds no JSON object; it must be one intent, with {run} where texts differ");
    }
    return new Sample(where, object.deepCopy());
  }

  /** The first sample that a contract or its preset brings; empty: none. */
  static Optional<Sample> ofContract(Destination destination) {
    return destination.samples().stream()
        .findFirst()
        .map(sample -> of("the sample of " + destination.name(), sample));
  }

  private static Sample of(String where, Preset.Sample sample) {
    ObjectNode intent = JSON.createObjectNode();
    intent.put("action", sample.action());
    intent.set("payload", JSON.valueToTree(sample.payload()));
    intent.set("attributes", JSON.valueToTree(sample.attributes()));
    return new Sample(where, intent);
  }

  /** True if the text differs from one operation to the next anywhere in payload or attributes. */
  boolean tellsApart() {
    return template.toString().contains(RUN);
  }

  /**
   * Makes an operation of it.
   *
   * @param run what stands for {@code {run}}, and is the operation's ID where the sample has none
   * @throws WrongUseException if that gives no intent for this destination
   */
  Operation operation(Destination destination, String run) {
    ObjectNode intent = (ObjectNode) filled(template, run);
    String id = intent.path("operationId").asText(run);
    intent.put("operationId", id);
    fill(intent, "destination", destination.name());
    fill(intent, "account", destination.account());
    fill(intent, "environment", destination.environment());
    if (!intent.has("action")) {
      intent.put("action", "drill");
    }
    destination
        .problemOfId(id)
        .ifPresent(
            problem -> {
              throw new WrongUseException(
                  where + ": " + problem + "; give the sample an operationId with {run} in it");
            });
    Intent parsed = parse(intent);
    if (destination.approvalRequired() && !intent.has("approval")) {
      intent
          .putObject("approval")
          .put("policy", "onefold-drill")
          .put("decision", "APPROVED")
          .put("by", "onefold drill")
          .put("at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString())
          .put("payloadHash", PayloadHash.ofBytes(parsed.getPayload()).value());
      parsed = parse(intent);
    }
    return new Operation(id, run, intent, parsed);
  }

  private void fill(ObjectNode intent, String name, String value) {
    String own = intent.path(name).asText(value);
    if (!own.equals(value)) {
      throw new WrongUseException(
          "%s: %s is '%s', but the contract says '%s'; leave it out or make them equal"
              .formatted(where, name, own, value));
    }
    intent.put(name, value);
  }

  private Intent parse(ObjectNode intent) {
    try {
      return new IntentJson().parse(intent.toString().getBytes(StandardCharsets.UTF_8));
    } catch (InvalidIntentException e) {
      throw new WrongUseException(where + " is no intent: " + e.getMessage(), e);
    }
  }

  private static JsonNode filled(JsonNode node, String run) {
    if (node instanceof ObjectNode object) {
      ObjectNode copy = JsonNodeFactory.instance.objectNode();
      object.properties().forEach(field -> copy.set(field.getKey(), filled(field.getValue(), run)));
      return copy;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode copy = JsonNodeFactory.instance.arrayNode();
      array.forEach(element -> copy.add(filled(element, run)));
      return copy;
    }
    return Optional.of(node)
        .filter(JsonNode::isTextual)
        .<JsonNode>map(text -> TextNode.valueOf(text.textValue().replace(RUN, run)))
        .orElse(node);
  }
}
