package io.onefold.connector.worker;

import io.onefold.schema.ClaimRequested;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.WorkerStarted;

/**
 * Makes the events that one life of a worker reports.
 *
 * @param workerId the worker's stable name
 * @param incarnation number of this life
 * @param clock stamps the events, for the record only
 */
public record ProviderEvents(String workerId, long incarnation, WorkerClock clock) {

  ProviderEvent claimRequested(Claim claim) {
    ClaimRequested fact = new ClaimRequested();
    fact.setToken(claim.token());
    fact.setClaimId(claim.claimId());
    return event(claim.operationId(), fact);
  }

  ProviderEvent sendReported(Claim claim, AttemptOutcome outcome) {
    return event(claim.operationId(), ResultMapper.sendReported(claim, outcome));
  }

  ProviderEvent readbackReported(String operationId, int token, int number, Seen seen) {
    ReadbackReported fact = new ReadbackReported();
    fact.setToken(token);
    fact.setNumber(number);
    fact.setObservation(ResultMapper.observation(seen));
    return event(operationId, fact);
  }

  ProviderEvent started() {
    return event("", new WorkerStarted());
  }

  ProviderEvent fenced(String because) {
    WorkerStarted fact = new WorkerStarted();
    fact.setFencedBecause(because);
    return event("", fact);
  }

  private ProviderEvent event(String operationId, Object fact) {
    ProviderEvent event = new ProviderEvent();
    event.setOperationId(operationId);
    event.setWorkerId(workerId);
    event.setIncarnation(incarnation);
    event.setReportedAtMs(clock.now().toEpochMilli());
    event.setFact(fact);
    return event;
  }
}
