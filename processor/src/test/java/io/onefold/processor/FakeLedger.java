package io.onefold.processor;

import io.onefold.codec.ControlCodec;
import io.onefold.codec.IntentCodec;
import io.onefold.codec.JournalCodec;
import io.onefold.codec.ReviewCodec;
import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredOperation;
import io.onefold.codec.StoredOperation.ReceiptMark;
import io.onefold.operation.Decision;
import io.onefold.operation.DestinationPolicy;
import io.onefold.operation.Gate;
import io.onefold.operation.OperationDecider;
import io.onefold.operation.OperationInput;
import io.onefold.operation.OperationInput.IntentSubmitted;
import io.onefold.operation.OperationInput.ReviewSubmitted;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Final;
import io.onefold.operation.Origin;
import io.onefold.operation.StateName;
import io.onefold.processor.log.ControlLog;
import io.onefold.processor.log.InputLog;
import io.onefold.processor.log.Journal;
import io.onefold.processor.log.NotAcknowledgedException;
import io.onefold.processor.store.OperationStore;
import io.onefold.processor.store.StoreUnavailableException;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRequest;
import io.onefold.schema.OperationEvent;
import io.onefold.suspension.ControlDecider;
import io.onefold.suspension.ControlEvent;
import io.onefold.suspension.ControlEvolver;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Request;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** A ledger in memory around the real core: input log, store and journal in one. */
public final class FakeLedger implements OperationStore, InputLog, Journal {
  public static final String BLOG_ACCOUNT = "acme-editorial";

  private final ConcurrentSkipListMap<String, StoredOperation> operations =
      new ConcurrentSkipListMap<>();
  private final List<OperationEvent> journal = new CopyOnWriteArrayList<>();
  private final ConcurrentSkipListMap<String, StoredDestination> controls =
      new ConcurrentSkipListMap<>();
  private final List<DestinationRecord> decided = new CopyOnWriteArrayList<>();
  private final AtomicLong offset = new AtomicLong();
  private final List<io.onefold.schema.Intent> written = new CopyOnWriteArrayList<>();
  private volatile boolean running = true;
  private volatile boolean acknowledging = true;
  private volatile boolean deciding = true;
  private volatile boolean readable = true;
  private volatile Place place = new Place.Here();
  private volatile List<URI> others = List.of();
  private volatile Optional<CyclicBarrier> reads = Optional.empty();

  public void stop() {
    running = false;
  }

  public void loseBroker() {
    acknowledging = false;
  }

  public void stopDeciding() {
    deciding = false;
  }

  public void restore() {
    readable = false;
  }

  public void holdElsewhere(Place where) {
    place = where;
  }

  /**
   * Every read first waits there until somebody comes, and once more until somebody comes again.
   */
  public CyclicBarrier holdReads() {
    CyclicBarrier barrier = new CyclicBarrier(2);
    reads = Optional.of(barrier);
    return barrier;
  }

  private static void pass(CyclicBarrier barrier) {
    try {
      barrier.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("nobody came", e);
    }
  }

  public void joinedBy(URI... instances) {
    others = List.of(instances);
  }

  public List<io.onefold.schema.Intent> written() {
    return written;
  }

  /** Decides an input as the topology would. */
  public synchronized StoredOperation feed(String id, OperationInput input) {
    Optional<StoredOperation> before = Optional.ofNullable(operations.get(id));
    OperationState state = before.map(StoredOperation::state).orElse(new Absent(id, 0));
    Decision decision = OperationDecider.decide(state, input, Gate.OPEN);
    long now = input.at().toEpochMilli();
    Optional<ReceiptMark> mark =
        before
            .flatMap(StoredOperation::receipt)
            .or(
                () ->
                    decision.after() instanceof Final
                        ? Optional.of(new ReceiptMark(decision.event().sequence(), "ab".repeat(32)))
                        : Optional.empty());
    StoredOperation stored =
        new StoredOperation(
            decision.after(),
            "ab".repeat(32),
            before.map(StoredOperation::firstEventAtMs).orElse(now),
            now,
            StoredOperation.UNSCHEDULED,
            mark);
    journal.add(event(state, decision));
    operations.put(id, stored);
    return stored;
  }

  public void put(StoredOperation stored) {
    operations.put(stored.state().operationId(), stored);
  }

  @Override
  public boolean takesInputs() {
    return running;
  }

  @Override
  public Place placeOf(String operationId) {
    return place;
  }

  @Override
  public Optional<StoredOperation> find(String operationId) {
    reads.ifPresent(
        barrier -> {
          pass(barrier);
          pass(barrier);
        });
    if (!readable) {
      throw new StoreUnavailableException(
          "the state is being restored", new IllegalStateException("restoring"));
    }
    return Optional.ofNullable(operations.get(operationId));
  }

  @Override
  public Scan scan(String after) {
    Iterator<StoredOperation> iterator = operations.tailMap(after, false).values().iterator();
    return new Scan() {
      @Override
      public boolean hasNext() {
        return iterator.hasNext();
      }

      @Override
      public StoredOperation next() {
        return iterator.next();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public Scan running() {
    return scan("");
  }

  @Override
  public StoredDestination destination(String name, String key) {
    return controls.getOrDefault(name, StoredDestination.untouched(name));
  }

  @Override
  public List<StoredDestination> destinations() {
    return List.copyOf(controls.values());
  }

  @Override
  public List<URI> others() {
    return others;
  }

  @Override
  public Origin append(io.onefold.schema.Intent intent) {
    Origin origin = acknowledged("onefold.intents");
    written.add(intent);
    if (deciding) {
      Instant now = Instant.now();
      feed(
          intent.getOperationId(),
          new IntentSubmitted(
              now, origin, IntentCodec.read(intent, now), policy(intent.getDestination())));
    }
    return origin;
  }

  @Override
  public Origin append(io.onefold.schema.Review review) {
    Origin origin = acknowledged("onefold.reviews");
    if (deciding) {
      feed(
          review.getOperationId(),
          new ReviewSubmitted(Instant.now(), origin, ReviewCodec.read(review)));
    }
    return origin;
  }

  @Override
  public Origin append(DestinationRecord record) {
    Origin origin = acknowledged("onefold.destinations");
    if (deciding && record.getFact() instanceof DestinationRequest request) {
      decide(record.getDestination(), ControlCodec.request(request, origin, Instant.now()));
    }
    return origin;
  }

  /** Decides a request as the home of the destination's name would. */
  public synchronized void decide(String name, Request request) {
    DestinationControl before = destination(name, name).control();
    ControlEvent event = ControlDecider.decide(before, request);
    DestinationControl after = ControlEvolver.evolve(before, event);
    controls.put(name, new StoredDestination(after, "ab".repeat(32), 0, 0, Optional.empty()));
    DestinationRecord record = ControlCodec.record(event, after);
    decided.add(record);
  }

  /** What controls have decided. */
  public ControlLog controlLog() {
    return new ControlLog() {
      @Override
      public List<DestinationEvent> events(String destination, long untilSequence) {
        return decided.stream()
            .filter(record -> record.getDestination().equals(destination))
            .map(record -> (DestinationEvent) record.getFact())
            .toList();
      }

      @Override
      public ControlLog.Tail tail(String destination) {
        return new ControlLog.Tail() {
          @Override
          public Optional<DestinationEvent> causedBy(Origin cause, Duration atMost) {
            return events(destination, 0).stream()
                .filter(e -> e.getCause().getSource().equals(cause.source()))
                .filter(e -> e.getCause().getOffset() == cause.offset())
                .findFirst();
          }

          @Override
          public void close() {}
        };
      }
    };
  }

  private Origin acknowledged(String topic) {
    if (!acknowledging) {
      throw new NotAcknowledgedException(
          "the broker did not acknowledge it within 10 s", new IllegalStateException("no broker"));
    }
    return new Origin(topic, 0, offset.getAndIncrement());
  }

  @Override
  public List<OperationEvent> events(String operationId, long fromMs, long untilSequence) {
    return journal.stream().filter(e -> e.getOperationId().equals(operationId)).toList();
  }

  @Override
  public Journal.Tail tail(String operationId) {
    return new Journal.Tail() {
      @Override
      public Optional<OperationEvent> causedBy(Origin cause, Duration atMost) {
        return events(operationId, 0, 0).stream()
            .filter(
                e ->
                    e.getCause().getSource().equals(cause.source())
                        && e.getCause().getOffset() == cause.offset())
            .findFirst();
      }

      @Override
      public void close() {}
    };
  }

  private static OperationEvent event(OperationState before, Decision decision) {
    OperationEvent event = JournalCodec.write(decision.event());
    event.setStateBefore(StateName.of(before).name());
    event.setStateAfter(StateName.of(decision.after()).name());
    event.setToken(0);
    event.setChain(ByteBuffer.wrap(new byte[32]));
    return event;
  }

  /** The rules of every destination of {@link Fixtures#destinations}. */
  public static Optional<DestinationPolicy> policy(String destination) {
    boolean required = !destination.equals("wiki");
    DestinationPolicy.Growth growth =
        new DestinationPolicy.Growth(Duration.ofSeconds(1), 2, Duration.ofSeconds(30));
    return Optional.of(
        new DestinationPolicy(
            "http",
            BLOG_ACCOUNT,
            "production",
            "default",
            required,
            true,
            false,
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            Duration.ofSeconds(20),
            growth,
            5,
            growth,
            Duration.ofMinutes(15),
            Duration.ofMinutes(1),
            Duration.ofHours(1),
            Duration.ofDays(400),
            Optional.empty(),
            true,
            true,
            1,
            Duration.ZERO,
            Set.of("slug")));
  }
}
