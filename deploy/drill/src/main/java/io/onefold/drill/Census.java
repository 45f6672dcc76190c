package io.onefold.drill;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.onefold.connector.Connector;
import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.destination.Destination;
import io.onefold.destination.HttpContract.Readback;
import io.onefold.destination.HttpContract.Send;
import io.onefold.faults.Exchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Counts what a destination really stored for an operation. Two sources: what the contract's own
 * search shows, and every item that the destination told in an answer to a write, whether or not
 * that answer got through, and still shows under its id. A search that shows only one of two items
 * is found out by the second source.
 */
final class Census {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Subject subject;
  private final Connector connector;
  private final Optional<Destination> byIdOnly;

  /**
   * A census.
   *
   * @param connector that no fault disturbs
   */
  Census(Subject subject, Connector connector) {
    this.subject = subject;
    this.connector = connector;
    this.byIdOnly = byIdOnly(subject.destination());
  }

  /**
   * Counts.
   *
   * @param writes of the operation that the proxies saw
   */
  Count count(Operation operation, List<Exchange> writes) {
    Observation search =
        connector.readback(
            operation.look(subject.destination(), Optional.empty(), Optional.empty()));
    Set<String> ids = new LinkedHashSet<>();
    boolean exact = subject.canSearch() && !(search instanceof Observation.Inconclusive);
    for (String told : told(writes)) {
      switch (look(operation, told)) {
        case Found found when found.kind() == Found.Kind.REMOVED -> {}
        case Found found -> ids.add(told);
        case Observation.NotFound none -> {}
        case Observation.Inconclusive unclear -> ids.add(told);
      }
    }
    int shown = 0;
    if (search instanceof Found found && found.kind() != Found.Kind.REMOVED) {
      shown = found.matches();
      found.providerId().ifPresent(ids::add);
    }
    return new Count(Math.max(shown, ids.size()), List.copyOf(ids), search, exact);
  }

  /** The ids that the destination gave in its answers to writes. */
  private Set<String> told(List<Exchange> writes) {
    Set<String> ids = new LinkedHashSet<>();
    subject
        .http()
        .send()
        .providerId()
        .ifPresent(
            place ->
                writes.stream()
                    .flatMap(write -> write.deliveries().stream())
                    .filter(delivery -> delivery.status().map(s -> s / 100 == 2).orElse(false))
                    .forEach(delivery -> id(delivery, place).ifPresent(ids::add)));
    return ids;
  }

  private static Optional<String> id(Exchange.Delivery delivery, String place) {
    return place.startsWith(Send.HEADER_PLACE)
        ? header(delivery, place.substring(Send.HEADER_PLACE.length()))
        : pointer(delivery.answer(), place);
  }

  /** An identifier that is told as the address of the thing is the end of its path. */
  private static Optional<String> header(Exchange.Delivery delivery, String name) {
    return Optional.ofNullable(delivery.headers().get(name))
        .map(value -> name.endsWith("location") ? lastSegment(value) : value.strip())
        .filter(text -> !text.isEmpty());
  }

  private static String lastSegment(String address) {
    String path = address.strip().split("[?#]", 2)[0].replaceFirst("/+$", "");
    String segment = path.substring(path.lastIndexOf('/') + 1);
    return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static Optional<String> pointer(byte[] answer, String pointer) {
    try {
      JsonNode at = JSON.readTree(answer).at(pointer);
      return at.isValueNode() && !at.isNull() && !at.asText().isEmpty()
          ? Optional.of(at.asText())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Observation look(Operation operation, String providerId) {
    return byIdOnly
        .map(
            contract ->
                connector.readback(
                    operation.look(contract, Optional.of(providerId), Optional.empty())))
        .orElseGet(
            () ->
                new Observation.Inconclusive(
                    Observation.Inconclusive.Why.NOTHING_TO_ASK, "", "nothing asks by id"));
  }

  private static Optional<Destination> byIdOnly(Destination contract) {
    List<Readback> byId =
        contract.http().readback().stream()
            .filter(entry -> entry.by() == Readback.By.ID)
            .filter(entry -> entry.url().variables().contains("providerId"))
            .toList();
    return byId.isEmpty()
        ? Optional.empty()
        : Optional.of(contract.withCalls(contract.http().asking(byId)));
  }
}
