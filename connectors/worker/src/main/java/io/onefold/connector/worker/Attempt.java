package io.onefold.connector.worker;

import io.onefold.connector.Connector;
import io.onefold.connector.Evidence;
import io.onefold.connector.Observation;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import io.onefold.tracing.Step;
import io.onefold.tracing.Tracing;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One granted attempt: a single send and, if it was accepted, the first look.
 *
 * <p>Always ends in an outcome, whatever a connector does. Where the send itself gives none, the
 * gate decides what may be said: a gate that never opened means that no byte left.
 */
final class Attempt {
  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

  private final Claim claim;
  private final LeaseGate gate;
  private final Connector connector;
  private final SendRequest request;
  private final WorkerClock clock;
  private volatile Optional<SendResult> sent = Optional.empty();

  Attempt(
      Claim claim, LeaseGate gate, Connector connector, SendRequest request, WorkerClock clock) {
    this.claim = claim;
    this.gate = gate;
    this.connector = connector;
    this.request = request;
    this.clock = clock;
  }

  Claim claim() {
    return claim;
  }

  /** Makes the call. Blocks; does not throw. */
  AttemptOutcome make() {
    SendResult result = send();
    sent = Optional.of(result);
    Optional<Seen> readback =
        result instanceof SendResult.Accepted accepted && canBeRead()
            ? Optional.of(look(accepted.evidence()))
            : Optional.empty();
    return outcome(result, readback);
  }

  /**
   * Ends an attempt whose call does not come back, from another thread. Afterwards the gate stays
   * shut, so a call that has not written yet never will.
   */
  AttemptOutcome abandon() {
    return outcome(sent.orElseGet(() -> withoutAnswer("the worker stopped")), Optional.empty());
  }

  // A connector's failure must not lose the report, whatever kind of failure it is.
  @SuppressWarnings("CatchingUnchecked")
  private SendResult send() {
    Step step = step("attempt", claim.errand());
    try {
      SendResult result = truthful(step.within(() -> connector.send(request, gate)));
      // A result with holes in it must show them here, where there is still something else to say.
      var unused = ResultMapper.sendReported(claim, outcome(result, Optional.empty()));
      ended(step, claim.errand(), ResultMapper.label(result), result instanceof SendResult.Unknown);
      return result;
    } catch (Throwable failure) {
      step.failed();
      logFailure("send", connector, claim.operationId(), failure);
      return withoutAnswer("the connector failed with " + failure.getClass().getName());
    } finally {
      step.end();
    }
  }

  /** After the gate opened only the destination's answer can tell that nothing was stored. */
  private SendResult truthful(SendResult result) {
    boolean opened = !gate.shut();
    boolean claimsNothingLeft =
        result instanceof SendResult.NotSent notSent
            && notSent.why() != SendResult.NotSent.Why.NOT_COMMITTED;
    return opened && claimsNothingLeft
        ? withoutAnswer("the connector calls it not sent, but had begun: " + result.message())
        : result;
  }

  private SendResult withoutAnswer(String why) {
    return gate.shut()
        ? new SendResult.NotSent(
            SendResult.NotSent.Why.GIVEN_UP, "No byte was sent: " + why + ".", Evidence.NONE)
        : new SendResult.Unknown(
            SendResult.Unknown.Why.INTERRUPTED,
            "The request may have been sent: " + why + ".",
            Evidence.NONE,
            Optional.empty());
  }

  private boolean canBeRead() {
    return !request.destination().http().readback().isEmpty();
  }

  private Seen look(Evidence evidence) {
    return observe(
        connector,
        claim.errand(),
        () ->
            new ReadbackRequest(
                request.destination(),
                request.operationId(),
                request.payload(),
                request.contentType(),
                request.attributes(),
                evidence.providerId(),
                evidence.publicUrl(),
                evidence.job(),
                true,
                Optional.of(request.firstSentAt())),
        clock);
  }

  private AttemptOutcome outcome(SendResult result, Optional<Seen> readback) {
    return new AttemptOutcome(result, readback, gate.openedAt(), clock.now());
  }

  /** Asks once. Blocks; does not throw: a failed look is one that could not tell. */
  @SuppressWarnings("CatchingUnchecked")
  static Seen observe(
      Connector connector, Errand errand, Supplier<ReadbackRequest> request, WorkerClock clock) {
    Step step = step("readback", errand);
    try {
      Seen seen = new Seen(step.within(() -> connector.readback(request.get())), clock.now());
      var unused = ResultMapper.observation(seen);
      Observation told = seen.observation();
      ended(step, errand, ResultMapper.label(told), told instanceof Observation.Inconclusive);
      return seen;
    } catch (Throwable failure) {
      step.failed();
      logFailure("readback", connector, errand.operationId(), failure);
      return new Seen(
          unavailable("The connector failed with " + failure.getClass().getName() + "."),
          clock.now());
    } finally {
      step.end();
    }
  }

  private static Step step(String call, Errand errand) {
    return Step.begin(call + " " + errand.destination(), SpanKind.CLIENT, Context.current())
        .with(Tracing.OPERATION_ID, errand.operationId())
        .with(Tracing.DESTINATION, errand.destination())
        .with(Tracing.TOKEN, (long) errand.token());
  }

  /** Tells the kind of answer, never its text. */
  private static void ended(Step step, Errand errand, String result, boolean open) {
    LOG.debug(
        "{} answered about operation {}: {}", errand.destination(), errand.operationId(), result);
    step.with(Tracing.RESULT, result);
    if (open) {
      step.failed();
    }
  }

  static Observation unavailable(String message) {
    return new Observation.Inconclusive(Observation.Inconclusive.Why.UNAVAILABLE, "", message);
  }

  /** An exception's own text may quote a request, so only its kind and place are logged. */
  private static void logFailure(
      String call, Connector connector, String operationId, Throwable failure) {
    StackTraceElement[] stack = failure.getStackTrace();
    LOG.error(
        "Connector {} failed in {} of operation {}: {} at {}",
        connector.name(),
        call,
        operationId,
        failure.getClass().getName(),
        stack.length == 0 ? "an unknown place" : stack[0]);
  }
}
