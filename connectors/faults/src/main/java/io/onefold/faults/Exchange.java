package io.onefold.faults;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One request that a proxy got, and what became of it until now.
 *
 * @param number from 1, in the order in which they came
 * @param at when it had come in full
 * @param target path and query, with secrets masked
 * @param tag see {@link FaultProxy#TAG}; empty: none
 * @param rule that hit it; empty: none did
 * @param deliveries to the upstream, in their order
 * @param answered the status that the caller got, whole or in part; empty: none, or not yet
 */
public record Exchange(
    int number,
    Instant at,
    String method,
    String target,
    String tag,
    Optional<Rule> rule,
    List<Delivery> deliveries,
    Optional<Integer> answered) {
  public Exchange {
    deliveries = List.copyOf(deliveries);
  }

  /**
   * One time that the request went to the upstream.
   *
   * @param at when it was sent
   * @param status that the upstream answered; empty: none, or not yet
   * @param headers of that answer: lower-case name to first value; never of the request
   * @param answer the body of the answer; empty without a status; must not be changed
   * @param problem why there is no answer, as a sentence; empty: there is one, or not yet
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Delivery(
      Instant at,
      Optional<Integer> status,
      Map<String, String> headers,
      byte[] answer,
      String problem) {
    public Delivery {
      headers = Map.copyOf(headers);
    }
  }
}
