package io.onefold.processor.rest;

import io.onefold.codec.IntentCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.destination.Destinations;
import io.onefold.operation.OperationState;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.Origin;
import io.onefold.processor.log.InputLog;
import io.onefold.processor.store.OperationStore;
import io.onefold.processor.store.StateWaiter;
import io.onefold.processor.store.StoreUnavailableException;
import io.onefold.schema.Intent;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Takes intents: checks them, writes them, and tells what the ledger made of them. Thread-safe;
 * calls block.
 */
@Singleton
final class Intake {
  /** How long the ledger may take to decide before the answer is given without its decision. */
  static final Duration DECISION_WAIT = Duration.ofSeconds(2);

  private final Door door;
  private final InputLog log;
  private final OperationStore store;
  private final StateWaiter waiter;
  private final Clock clock;

  Intake(
      Destinations destinations,
      InputLog log,
      OperationStore store,
      StateWaiter waiter,
      Clock clock) {
    this.door = new Door(destinations, log.seals());
    this.log = log;
    this.store = store;
    this.waiter = waiter;
    this.clock = clock;
  }

  /**
   * What became of an intent.
   *
   * @param operation as last seen; empty if it was not seen
   */
  record Taken(String operationId, Disposition disposition, Optional<StoredOperation> operation) {}

  /**
   * Reads an intent.
   *
   * @throws ProblemException if it is not valid
   */
  Intent read(byte[] json) {
    return door.read(json);
  }

  /**
   * Writes an intent of an operation that is held here, or nowhere for the moment.
   *
   * @param wait how long to wait until the operation is final or waits for a person
   * @throws ProblemException if it is refused
   */
  Taken take(Intent intent, Optional<Duration> wait) {
    checkOpen();
    door.check(intent);
    Instant now = clock.instant();
    String id = intent.getOperationId();
    if (!known(id)) {
      door.checkNew(intent, now);
    }
    var content = IntentCodec.read(intent, now).withoutPayload();
    Origin origin = log.append(intent);
    Optional<StoredOperation> seen =
        waiter
            .until(id, stored -> Disposition.of(stored, content, origin).isPresent(), DECISION_WAIT)
            .join();
    Disposition disposition =
        seen.flatMap(stored -> Disposition.of(stored, content, origin))
            .orElse(Disposition.RECORDED);
    if (wait.isPresent() && disposition.word() != Disposition.Word.CONFLICT) {
      seen = settled(id, wait.get()).join();
    }
    return new Taken(id, disposition, seen.filter(Intake::exists));
  }

  /** Refuses while nothing that is written would be decided. */
  void checkOpen() {
    if (!store.takesInputs()) {
      throw Problem.of(
              ProblemType.UNAVAILABLE, "the ledger is not running; nothing was stored, try again")
          .exception();
    }
  }

  private CompletableFuture<Optional<StoredOperation>> settled(String id, Duration wait) {
    return waiter.until(id, Intake::atRest, wait);
  }

  /** True if nothing happens to it any more without a person. */
  static boolean atRest(StoredOperation stored) {
    return switch (stored.state()) {
      case OperationState.Final end -> true;
      case OperationState.Forgotten forgotten -> true;
      case OperationState.Unresolved unresolved -> true;
      case Absent absent -> false;
      case OperationState.Known running -> false;
    };
  }

  static boolean exists(StoredOperation stored) {
    return !(stored.state() instanceof Absent);
  }

  private boolean known(String id) {
    try {
      return store.find(id).filter(Intake::exists).isPresent();
    } catch (StoreUnavailableException e) {
      // What is known cannot be looked up now; the ledger itself will answer a duplicate.
      return false;
    }
  }
}
