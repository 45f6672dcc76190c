package io.onefold.lab.standin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.connector.SendGate;
import io.onefold.connector.wire.Answer;
import io.onefold.connector.wire.Call;
import io.onefold.connector.wire.Exchange;
import io.onefold.connector.wire.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A destination in memory. What it stores are JSON objects; a subclass says how it answers. It can
 * be told to lose the answer to the next write, or to answer it in a given way and store nothing.
 */
abstract class StandIn implements Wire {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What it holds, oldest first. */
  final List<ObjectNode> stored = new ArrayList<>();

  private final Deque<Answer> instead = new ArrayDeque<>();
  private boolean losesNext;
  private int writes;

  /** The answer to one request; a write has stored what it stores. */
  abstract Answer answer(Call call);

  /** True for requests that change something. */
  boolean isWrite(Call call) {
    return !call.method().equals("GET");
  }

  @Override
  public synchronized Exchange exchange(Call call, SendGate gate) {
    if (!gate.open()) {
      throw new IllegalStateException("these tests leave the gate open");
    }
    if (!isWrite(call)) {
      return new Exchange.Answered(answer(call));
    }
    writes++;
    if (!instead.isEmpty()) {
      return new Exchange.Answered(instead.remove());
    }
    Answer answer = answer(call);
    if (losesNext) {
      losesNext = false;
      return new Exchange.Lost(
          Exchange.Lost.How.CONNECTION_LOST, Optional.empty(), "the connection was lost");
    }
    return new Exchange.Answered(answer);
  }

  /** The next write is done, and its answer lost. */
  void loseNextAnswer() {
    losesNext = true;
  }

  /** The next write is answered so, and nothing is stored. */
  void answerNext(Answer answer) {
    instead.add(answer);
  }

  /** How many writes came, whatever became of them. */
  int writes() {
    return writes;
  }

  @Override
  public void close() {}

  /** An answer with JSON. */
  static Answer json(int status, JsonNode body, String... headers) {
    return text(status, body.toString(), headers);
  }

  /** An answer with JSON, written with single quotes for double ones. */
  static Answer json(int status, String body, String... headers) {
    return text(status, body.replace('\'', '"'), headers);
  }

  /** An answer with this text; headers are names in lower case and values by turns. */
  static Answer text(int status, String body, String... headers) {
    Map<String, List<String>> named = new HashMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      named.put(headers[i], List.of(headers[i + 1]));
    }
    return new Answer(status, named, body.getBytes(StandardCharsets.UTF_8), true);
  }

  /** A JSON object, written with single quotes for double ones. */
  static ObjectNode object(String text) {
    return (ObjectNode) parse(text.replace('\'', '"'));
  }

  /** The JSON that a write carries. */
  static ObjectNode body(Call call) {
    return (ObjectNode) parse(new String(call.body(), StandardCharsets.UTF_8));
  }

  /** The list of these under a name. */
  static ObjectNode listed(String name, List<ObjectNode> items) {
    ObjectNode list = JSON.createObjectNode();
    items.forEach(list.putArray(name)::add);
    return list;
  }

  private static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The fields of a form or a query. */
  static Map<String, String> fields(String text) {
    Map<String, String> fields = new HashMap<>();
    for (String field : text.split("&", -1)) {
      String[] parts = field.split("=", 2);
      fields.put(decoded(parts[0]), parts.length == 2 ? decoded(parts[1]) : "");
    }
    return fields;
  }

  /** The query of a request. */
  static Map<String, String> query(Call call) {
    return Optional.ofNullable(call.url().getRawQuery()).map(StandIn::fields).orElse(Map.of());
  }

  /** The last part of a request's path, decoded. */
  static String last(Call call) {
    String path = call.url().getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
