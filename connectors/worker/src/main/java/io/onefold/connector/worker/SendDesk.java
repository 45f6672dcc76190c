package io.onefold.connector.worker;

import static io.onefold.connector.SendResult.NotSent.Why.CONTRACT_MISMATCH;
import static io.onefold.connector.SendResult.NotSent.Why.GIVEN_UP;

import io.onefold.connector.Evidence;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import io.onefold.destination.Destination;
import io.onefold.schema.Command;
import io.onefold.schema.Grant;
import io.onefold.schema.RenderedBody;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Offers, claims, grants and attempts of one worker. Called by one thread at a time. */
final class SendDesk {
  /** Lease that is assumed for a contract that this worker does not know. */
  private static final Duration UNKNOWN_LEASE = Duration.ofSeconds(60);

  /** A claim counts against its window for this part of its lease while nobody grants it. */
  private static final int PATIENCE_PART = 4;

  private static final String NO_PLACE =
      "No byte was sent: the grant came late, and the contract allows no more attempts at once.";

  private record Running(Attempt attempt, Runnable interrupt) {}

  private final int maxInFlight;
  private final Catalogue catalogue;
  private final WorkerClock clock;
  private final Supplier<String> claimIds;
  private final ProviderEvents events;
  private final OffsetBook offsets;
  private final WorkerMetrics metrics;
  private final WorkerOutlet outlet;
  private final OfferQueue queue;
  private final ClaimBook book = new ClaimBook();
  private final Gates gates;
  private final Map<String, Running> running = new LinkedHashMap<>();
  private int inFlight;
  private boolean stopped;

  SendDesk(
      WorkerLimits limits,
      Catalogue catalogue,
      Supplier<String> claimIds,
      ProviderEvents events,
      OffsetBook offsets,
      WorkerMetrics metrics,
      WorkerOutlet outlet) {
    this.maxInFlight = limits.maxInFlight();
    this.catalogue = catalogue;
    this.clock = events.clock();
    this.claimIds = claimIds;
    this.events = events;
    this.offsets = offsets;
    this.metrics = metrics;
    this.outlet = outlet;
    this.queue = new OfferQueue(limits.maxOffers());
    this.gates = new Gates(maxInFlight, catalogue, clock);
  }

  OfferQueue queue() {
    return queue;
  }

  /** Queues an offer; it is claimed by a later {@link #tick}. */
  void offered(Offer offer) {
    metrics.count(WorkerMetrics.Counter.OFFERS);
    if (running.containsKey(offer.operationId())
        || book.of(offer.operationId()).filter(c -> c.token() >= offer.token()).isPresent()) {
      // Also a newer token waits: while this process runs an attempt of the operation, it is not
      // over, and the ledger offers again.
      metrics.count(WorkerMetrics.Counter.REPEATED_OFFERS);
      return;
    }
    forgetRefused(offer.operationId(), offer.token() - 1);
    Optional<Offer> older = queue.of(offer.operationId());
    switch (queue.add(offer)) {
      case QUEUED -> {
        older.ifPresent(replaced -> offsets.release(replaced.position()));
        offsets.hold(offer.position());
      }
      case KNOWN -> metrics.count(WorkerMetrics.Counter.REPEATED_OFFERS);
      case DROPPED -> metrics.count(WorkerMetrics.Counter.DROPPED_OFFERS);
    }
  }

  /** A later command shows that an attempt was granted or is asked about: it cannot be claimed. */
  void overtaken(String operationId, int token) {
    queue.withdraw(operationId, token).ifPresent(offer -> offsets.release(offer.position()));
    forgetRefused(operationId, token);
  }

  /**
   * Makes the attempt if the claim is held here. Otherwise nothing is done and nothing reported.
   */
  void granted(Command command, Grant grant) {
    Optional<Claim> held =
        book.take(grant.getClaimId(), command.getOperationId(), grant.getToken());
    if (held.isPresent()) {
      metrics.count(WorkerMetrics.Counter.GRANTS);
      take(held.get(), command, grant);
    } else {
      metrics.count(WorkerMetrics.Counter.SILENT_GRANTS);
    }
    overtaken(command.getOperationId(), grant.getToken());
  }

  private void take(Claim claim, Command command, Grant grant) {
    DestinationGate gate = gates.of(claim.destination());
    boolean noPlace = false;
    if (!book.counted(claim)) {
      noPlace = gate.isFull();
      enter(claim);
    }
    Optional<String> mismatch =
        catalogue.mismatch(command.getDestination(), command.getContractHash());
    Optional<String> unfit = Payloads.unfit(grant);
    Duration wait = gate.account().closedFor();
    if (unfit.isPresent()) {
      leave(claim);
      report(claim, AttemptOutcome.notSent(GIVEN_UP, unfit.get(), clock.now()));
    } else if (mismatch.isPresent()) {
      leave(claim);
      report(claim, AttemptOutcome.notSent(CONTRACT_MISMATCH, mismatch.get(), clock.now()));
    } else if (!wait.isZero()) {
      metrics.count(WorkerMetrics.Counter.HELD_BACK);
      leave(claim);
      report(claim, heldBack(wait));
    } else if (noPlace) {
      // The grant came so late that others took the place.
      metrics.count(WorkerMetrics.Counter.HELD_BACK);
      leave(claim);
      report(claim, AttemptOutcome.notSent(GIVEN_UP, NO_PLACE, clock.now()));
    } else {
      start(claim, command, grant);
    }
  }

  private AttemptOutcome heldBack(Duration wait) {
    return AttemptOutcome.unstarted(
        new SendResult.Deferred(
            wait,
            "No byte was sent: the destination deferred this account.",
            Evidence.NONE,
            Optional.empty()),
        clock.now());
  }

  private void start(Claim claim, Command command, Grant grant) {
    Catalogue.Entry entry = catalogue.find(command.getDestination()).orElseThrow();
    SendRequest request = request(entry.destination(), command.getOperationId(), grant);
    Duration usable = LeaseGate.usable(Duration.ofMillis(grant.getLeaseMs()), entry.destination());
    Attempt attempt =
        new Attempt(claim, new LeaseGate(clock, claim, usable), entry.connector(), request, clock);
    Runnable interrupt =
        outlet.start(claim.errand(), attempt::make, outcome -> ended(attempt, outcome));
    running.put(claim.operationId(), new Running(attempt, interrupt));
  }

  /** What was rendered at admission is sent, whatever the contract's template says now. */
  private static SendRequest request(Destination destination, String operationId, Grant grant) {
    byte[] payload = Payloads.bytes(grant.getPayload());
    RenderedBody body = grant.getBody();
    return new SendRequest(
        destination,
        operationId,
        grant.getToken(),
        grant.getAction(),
        payload,
        grant.getContentType(),
        grant.getAttributes(),
        Instant.ofEpochMilli(grant.getFirstSentAtMs()),
        body == null ? payload : Payloads.bytes(body.getContent()),
        body == null ? grant.getContentType() : body.getContentType());
  }

  private void ended(Attempt attempt, AttemptOutcome outcome) {
    Claim claim = attempt.claim();
    Running known = running.get(claim.operationId());
    if (known == null || known.attempt() != attempt) {
      // The stop has reported this attempt already.
      return;
    }
    running.remove(claim.operationId());
    leave(claim);
    gates.of(claim.destination()).learn(outcome.result());
    report(claim, outcome);
  }

  /** Gives up what can no longer be sent, then claims what can be sent soon. */
  void tick() {
    long now = clock.nanos();
    book.takeIf(claim -> claim.olderThan(claim.life(), now))
        .forEach(claim -> giveUp(claim, "no grant came while there was time to send"));
    book.discountImpatient(now).forEach(this::leave);
    while (inFlight < maxInFlight && book.size() + running.size() < 2 * maxInFlight) {
      Optional<Offer> next = queue.next(destination -> gates.of(destination).hold().isEmpty());
      if (next.isEmpty()) {
        break;
      }
      claim(next.get());
    }
    metrics.sendsNow(queue.size(), inFlight, heldBack());
  }

  private Map<Hold, Integer> heldBack() {
    Map<Hold, Integer> held = new EnumMap<>(Hold.class);
    queue
        .waiting()
        .forEach(
            (destination, offers) ->
                held.merge(gates.of(destination).hold().orElse(Hold.WORKER), offers, Integer::sum));
    return held;
  }

  private void claim(Offer offer) {
    Duration lease = lease(offer.destination());
    Claim claim =
        new Claim(
            claimIds.get(),
            offer.operationId(),
            offer.token(),
            offer.destination(),
            offer.position().partition(),
            clock.nanos(),
            clock.now(),
            lease.dividedBy(PATIENCE_PART),
            life(offer.destination(), lease));
    book.add(claim);
    inFlight++;
    gates.of(claim.destination()).claim();
    metrics.count(WorkerMetrics.Counter.CLAIMS);
    outlet.claim(
        events.claimRequested(claim),
        () -> offsets.release(offer.position()),
        () -> neverClaimed(claim, offer.position()));
  }

  /** The log does not have the claim, so it cannot be granted and there is nothing to report. */
  private void neverClaimed(Claim claim, Position position) {
    offsets.release(position);
    book.take(claim.claimId(), claim.operationId(), claim.token()).ifPresent(this::forget);
  }

  private Duration lease(String destination) {
    return catalogue
        .find(destination)
        .map(entry -> entry.destination().lease())
        .orElse(UNKNOWN_LEASE);
  }

  private Duration life(String destination, Duration lease) {
    return catalogue
        .find(destination)
        .map(entry -> LeaseGate.usable(lease, entry.destination()))
        .filter(Duration::isPositive)
        .orElse(lease);
  }

  /** Grants of these partitions go to another worker from now on, and that one stays silent. */
  void revoked(Collection<Integer> partitions) {
    metrics.count(WorkerMetrics.Counter.DROPPED_OFFERS, queue.drop(partitions).size());
    book.takeIf(claim -> partitions.contains(claim.partition()))
        .forEach(claim -> giveUp(claim, "its partition went to another worker"));
  }

  /** Claims no more, and gives up what is not granted. Attempts that run go on. */
  void stop() {
    stopped = true;
    queue.clear();
    book.takeIf(claim -> true).forEach(claim -> giveUp(claim, "the worker stops"));
    metrics.sendsNow(0, inFlight, Map.of());
  }

  /** Asks the running calls to come back. */
  void interrupt() {
    List.copyOf(running.values()).forEach(each -> each.interrupt().run());
  }

  /** Reports the calls that did not come back. */
  void abandon() {
    // Every gate is shut before anything is reported: a report that fails must leave none open.
    Map<Attempt, AttemptOutcome> outcomes = new LinkedHashMap<>();
    running.values().forEach(each -> outcomes.put(each.attempt(), each.attempt().abandon()));
    outcomes.forEach(this::ended);
  }

  /** Attempts that run now. */
  int running() {
    return running.size();
  }

  boolean stopped() {
    return stopped;
  }

  private void giveUp(Claim claim, String why) {
    metrics.count(WorkerMetrics.Counter.GIVEN_UP);
    forget(claim);
    report(claim, AttemptOutcome.notSent(GIVEN_UP, "No byte was sent: " + why + ".", clock.now()));
  }

  /** A claim that the ledger has refused or must refuse; it can never be granted. */
  private void forgetRefused(String operationId, int token) {
    book.of(operationId)
        .filter(claim -> claim.token() <= token)
        .flatMap(claim -> book.take(claim.claimId(), operationId, claim.token()))
        .ifPresent(this::forget);
  }

  private void forget(Claim claim) {
    if (book.counted(claim)) {
      leave(claim);
    }
  }

  private void report(Claim claim, AttemptOutcome outcome) {
    metrics.sent(claim.destination(), outcome.result());
    outlet.report(events.sendReported(claim, outcome), () -> {});
  }

  private void enter(Claim claim) {
    inFlight++;
    gates.of(claim.destination()).enter();
  }

  private void leave(Claim claim) {
    inFlight--;
    gates.of(claim.destination()).leave();
  }
}
