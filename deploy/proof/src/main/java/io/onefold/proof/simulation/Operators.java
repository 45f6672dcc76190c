package io.onefold.proof.simulation;

import io.onefold.codec.ControlCodec;
import io.onefold.codec.StoredOperation;
import io.onefold.operation.OperationState.Ready;
import io.onefold.schema.AvroSerde;
import io.onefold.schema.DestinationRecord;
import io.onefold.suspension.DestinationControl;
import io.onefold.suspension.Phase;
import io.onefold.suspension.Request.Asker;
import io.onefold.suspension.Request.Wish;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Those who look after the destination: they suspend it, repair the credentials and resume it, at
 * good moments and at bad ones.
 */
final class Operators {
  private static final int MOST_LOOKS = 8;
  private static final long LOOKS_AGAIN_MS = 30 * 60_000;
  private static final Serializer<DestinationRecord> WRITER =
      AvroSerde.forTopic(History.TOPICS.destinations(), DestinationRecord.class, History.IDS)
          .serializer();

  private final History history;
  private final VirtualLog log;
  private final List<String> operations;
  private final Supplier<DestinationControl> control;
  private final Function<String, @Nullable StoredOperation> stored;
  private int left = MOST_LOOKS;
  private boolean caring;

  Operators(
      History history,
      VirtualLog log,
      List<String> operations,
      Supplier<DestinationControl> control,
      Function<String, @Nullable StoredOperation> stored) {
    this.history = history;
    this.log = log;
    this.operations = operations;
    this.control = control;
    this.stored = stored;
  }

  /** The question about the destination is open: somebody looks at it some time, perhaps. */
  void asked() {
    if (history.choices().isCalm()) {
      care();
      return;
    }
    if (left <= 0 || history.choices().below(4) == 3) {
      return;
    }
    left--;
    history.agenda().in(1 + history.choices().anyUpTo(60 * 60_000), this::look);
  }

  private void look() {
    if (history.choices().below(4) != 3) {
      history.repairCredentials();
    }
    DestinationControl seen = control.get();
    if (seen.phase() instanceof Phase.Suspended) {
      resume(seen);
    }
  }

  /** Somebody does something about it without a reason. */
  void interfere() {
    if (history.choices().below(2) == 0) {
      suspend();
    } else {
      meddle();
    }
  }

  /** Somebody resumes it without having been asked, or once more. */
  private void meddle() {
    history.note(Fault.RESUMED_UNTIMELY, () -> "");
    resume(control.get());
  }

  private void resume(DestinationControl seen) {
    long sequence = Math.max(1, seen.sequence());
    if (history.strikes(Fault.RESUMED_STALE, 80)) {
      sequence = 1L + history.choices().below((int) sequence);
    }
    Optional<String> held = held();
    String operation = held.orElse(operations.get(0));
    if (history.strikes(Fault.RESUMED_UNFIT, 80)) {
      operation = operations.get(history.choices().below(operations.size()));
    }
    write(new Wish.Resume(operation, sequence, "repaired"), history.choices().anyUpTo(5 * 60_000));
  }

  private Optional<String> held() {
    return operations.stream()
        .filter(
            operation ->
                Optional.ofNullable(stored.apply(operation))
                    .filter(found -> found.state() instanceof Ready)
                    .isPresent())
        .findFirst();
  }

  private void suspend() {
    history.note(Fault.SUSPENDED_BY_HAND, () -> "");
    write(new Wish.Suspend("maintenance"), 0);
  }

  private void write(Wish wish, long afterMs) {
    DestinationRecord record =
        ControlCodec.record(World.DESTINATION, history.instant(), new Asker.Person("lee"), wish);
    byte[] bytes = WRITER.serialize(History.TOPICS.destinations(), record);
    history.agenda().in(afterMs, () -> append(bytes));
    if (history.strikes(Fault.RECORD_DUPLICATED, 60)) {
      history.agenda().in(history.choices().anyUpTo(60 * 60_000), () -> append(bytes));
    }
  }

  private void append(byte[] bytes) {
    log.append(History.TOPICS.destinations(), World.DESTINATION, bytes);
  }

  /** From here on somebody looks after it until it is open, with whatever is held. */
  void care() {
    if (!caring) {
      caring = true;
      history.agenda().in(1, this::careNow);
    }
  }

  private void careNow() {
    history.repairCredentials();
    DestinationControl seen = control.get();
    if (seen.phase() instanceof Phase.Open) {
      caring = false;
      return;
    }
    if (seen.phase() instanceof Phase.Suspended) {
      held()
          .ifPresent(
              operation ->
                  write(new Wish.Resume(operation, seen.sequence(), "all is well again"), 0));
    }
    history.agenda().in(LOOKS_AGAIN_MS, this::careNow);
  }
}
