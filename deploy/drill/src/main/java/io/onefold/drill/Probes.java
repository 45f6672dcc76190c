package io.onefold.drill;

import static io.onefold.drill.Scenario.LaneKind.COMMON;
import static io.onefold.drill.Scenario.LaneKind.SUSPENDED;

import io.onefold.connector.Observation;
import io.onefold.connector.SendRequest;
import io.onefold.destination.Body;
import io.onefold.destination.BodyRenderer;
import io.onefold.destination.RenderedBody;
import io.onefold.faults.Exchange;
import io.onefold.faults.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Questions to what the contract claims. */
final class Probes {
  private static final Duration APART = Duration.ofSeconds(1);

  private Probes() {}

  static List<Scenario> all() {
    return List.of(
        new Scenario(
            Scenarios.PHANTOM,
            "the readback is asked for operations that were never sent",
            COMMON,
            1,
            1,
            subject -> Duration.ofSeconds(5),
            subject ->
                subject.canSearch()
                    ? Optional.empty()
                    : Optional.of("the contract has no readback that searches"),
            Probes::phantom),
        new Scenario(
            "key",
            "the same key comes three times",
            COMMON,
            1,
            1,
            subject -> Duration.ofSeconds(10),
            subject ->
                subject.claimsKey()
                    ? Optional.empty()
                    : Optional.of("the contract relies on no idempotency key"),
            Probes::key),
        new Scenario(
            "rejected",
            "the destination refuses the payload",
            COMMON,
            1,
            1,
            subject -> Duration.ofSeconds(5),
            subject ->
                subject.rejected().isPresent()
                    ? Optional.empty()
                    : Optional.of("no payload that must be refused is known (--rejected FILE)"),
            Probes::rejected),
        new Scenario(
            "credentials",
            "the credentials are wrong",
            SUSPENDED,
            1,
            1,
            subject -> Duration.ofSeconds(15),
            subject ->
                WrongCredentials.of(subject.destination()).isEmpty()
                    ? Optional.of("the contract puts no credentials into a header")
                    : Optional.empty(),
            Probes::credentials));
  }

  private static void phantom(Trial trial) throws Exception {
    Operation real = trial.operation();
    trial.submit(real);
    Outcome outcome = trial.end(real);
    Judging judging = new Judging(trial.subject());
    trial.findings(judging.once(outcome, Optional.empty()));
    Optional<String> url = publicUrl(outcome);
    List<Operation> never =
        List.of(
            trial.operation("-never"),
            // A search by prefix or substring, or a server that guesses, would show the real one.
            trial.shortened(real, 3),
            trial.shortened(real, 1));
    for (Operation operation : never) {
      look(trial, operation, Optional.empty()).ifPresent(trial::finding);
      Optional<String> other =
          url.filter(known -> known.contains(real.run()))
              .map(known -> known.replace(real.run(), operation.run()));
      if (other.isPresent()) {
        look(trial, operation, other).ifPresent(trial::finding);
      }
    }
    trial.did("asked for %s, which were never sent".formatted(ids(never)));
  }

  private static String ids(List<Operation> operations) {
    return String.join(", ", operations.stream().map(Operation::id).toList());
  }

  private static Optional<String> publicUrl(Outcome outcome) {
    return Optional.of(outcome.view().at("/receipt/publicUrl").asText(""))
        .filter(url -> !url.isEmpty());
  }

  private static Optional<String> look(
      Trial trial, Operation operation, Optional<String> publicUrl) {
    Observation seen =
        trial
            .stage()
            .probe()
            .readback(operation.look(trial.subject().destination(), Optional.empty(), publicUrl));
    if (seen instanceof Observation.Inconclusive unclear && publicUrl.isEmpty()) {
      return Optional.of(
          "asked for %s, which was never sent, the destination gives no usable answer, so that it"
                  .formatted(operation.id())
              + " is not there could never be proved: "
              + unclear.message());
    }
    return new Judging(trial.subject()).phantom(operation, seen);
  }

  private static void key(Trial trial) throws Exception {
    Operation operation = trial.operation();
    trial.faultWrite(operation, new Fault.DeliverTwice(APART));
    trial.submit(operation);
    Outcome outcome = trial.end(operation);
    if (!Outages.isStruck(trial, outcome)) {
      return;
    }
    boolean twice = trial.await(() -> isAnsweredTwice(trial.writes(operation)));
    if (!twice) {
      trial.finding("the second delivery of " + operation.id() + " was never answered");
    }
    var third = trial.stage().probe().send(again(trial, operation), () -> true);
    trial.did(
        "the proxy delivered the request twice, and a worker's connector sent it once more (%s)"
            .formatted(third.message()));
    outcome = trial.again(outcome);
    Judging judging = new Judging(trial.subject());
    trial.findings(judging.once(outcome, Optional.of(judging.keyIgnored())));
  }

  private static boolean isAnsweredTwice(List<Exchange> writes) {
    return writes.stream()
            .flatMap(write -> write.deliveries().stream())
            .filter(delivery -> delivery.status().isPresent() || !delivery.problem().isEmpty())
            .count()
        >= 2;
  }

  private static SendRequest again(Trial trial, Operation operation) {
    Body body = trial.subject().http().send().body();
    byte[] payload = operation.payload();
    String contentType = operation.intent().getContentType();
    RenderedBody rendered =
        BodyRenderer.render(body, operation.id(), operation.intent().getAttributes(), payload);
    return new SendRequest(
        trial.subject().destination(),
        operation.id(),
        2,
        operation.intent().getAction(),
        payload,
        contentType,
        operation.intent().getAttributes(),
        Instant.now(),
        rendered.bytes(),
        rendered.contentType().isEmpty() ? contentType : rendered.contentType());
  }

  private static void rejected(Trial trial) throws Exception {
    Operation operation =
        trial.stage().operation(trial.subject().rejected().orElseThrow(), "rejected", "");
    trial.submit(operation);
    Outcome outcome = trial.end(operation);
    trial.did("a payload that the destination must refuse; it said: " + outcome.message());
    trial.findings(
        new Judging(trial.subject())
            .never(
                outcome,
                List.of("REJECTED REJECTED_BY_DESTINATION"),
                "the destination did not refuse it, or the contract did not understand that; add a"
                    + " rule to `send.rules` with `result: refused` for its answer"));
  }

  private static void credentials(Trial trial) throws Exception {
    Operation operation = trial.operation();
    Map<String, String> wrong = WrongCredentials.of(trial.subject().destination());
    trial.faultAll(operation, new Fault.ReplaceHeaders(new LinkedHashMap<>(wrong)));
    trial.submit(operation);
    Outcome outcome = trial.end(operation);
    trial.heal();
    trial.did("every request carried another value of " + String.join(", ", wrong.keySet()));
    trial.findings(
        new Judging(trial.subject())
            .never(
                outcome,
                List.of("UNRESOLVED AUTHORIZATION", "UNRESOLVED IDENTITY_MISMATCH"),
                "wrong credentials must end in AUTHORIZATION, so that a person looks and nothing"
                    + " else is sent; let the destination answer 401 or 403, or declare an"
                    + " `identity` that is asked before the first send"));
  }
}
