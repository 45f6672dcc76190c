package io.onefold.connector.worker;

import io.onefold.schema.Command;
import io.onefold.schema.Grant;
import io.onefold.schema.Readback;
import io.onefold.schema.Send;
import java.util.Collection;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A worker without Kafka: commands come in, claims, reports and calls go out through the {@link
 * WorkerOutlet}.
 *
 * <p>Knows no thread, no system clock and no randomness of its own; one thread at a time calls it,
 * and callbacks of the outlet come on the same thread.
 */
public final class WorkerCore {
  private final OffsetBook offsets;
  private final SendDesk sends;
  private final ReadbackDesk readbacks;

  /**
   * Makes a worker that has read nothing yet.
   *
   * @param limits how much it takes on
   * @param catalogue the contracts it serves
   * @param claimIds gives a new secret, never used before, with each call
   * @param events this life of the worker
   * @param metrics where it counts
   * @param outlet where its claims, reports and calls go
   */
  public WorkerCore(
      WorkerLimits limits,
      Catalogue catalogue,
      Supplier<String> claimIds,
      ProviderEvents events,
      WorkerMetrics metrics,
      WorkerOutlet outlet) {
    this.offsets = new OffsetBook(events.clock());
    this.sends = new SendDesk(limits, catalogue, claimIds, events, offsets, metrics, outlet);
    this.readbacks = new ReadbackDesk(limits, catalogue, events, offsets, metrics, outlet);
  }

  /** A partition is read from now on; its offers are held until {@link #readUp}. */
  public void assigned(int partition) {
    sends.queue().readingUp(partition);
  }

  /** A partition was read to what was its end when it was assigned: its offers may be claimed. */
  public void readUp(int partition) {
    sends.queue().readUp(partition);
  }

  /** A command was read. */
  public void handle(Command command, Position position) {
    String operationId = command.getOperationId();
    switch (command.getOrder()) {
      case Send offer ->
          sends.offered(
              new Offer(operationId, offer.getToken(), command.getDestination(), position));
      case Grant grant -> sends.granted(command, grant);
      case Readback order -> {
        sends.overtaken(operationId, order.getToken());
        readbacks.asked(command, order, position);
      }
      case Object other ->
          throw new IllegalArgumentException("no order of ours: " + other.getClass().getName());
    }
  }

  /** Keeps an offset from being committed while its record is being set aside. */
  void hold(Position position) {
    offsets.hold(position);
  }

  /** Lets an offset go that {@link #hold} kept. */
  void release(Position position) {
    offsets.release(position);
  }

  /** Everything of a partition below this offset was handled or put aside. */
  public void readTo(int partition, long nextOffset) {
    offsets.readTo(partition, nextOffset);
  }

  /** Another worker reads these partitions from now on. */
  public void revoked(Collection<Integer> partitions) {
    sends.revoked(partitions);
    readbacks.revoked(partitions);
    offsets.forget(partitions);
  }

  /** Time has passed: claims, gives up and starts what is due. Meant to be called often. */
  public void tick() {
    if (!sends.stopped()) {
      sends.tick();
      readbacks.tick();
    }
  }

  /** For each partition the offset that may be committed, where it moved. */
  public Map<Integer, Long> offsetsDue() {
    return offsets.due();
  }

  /** An offset was committed. */
  public void committed(int partition, long offset) {
    offsets.committed(partition, offset);
  }

  /** Takes on nothing more and gives up every claim without a grant; running calls go on. */
  public void stop() {
    sends.stop();
    readbacks.stop();
  }

  /** Asks the calls that still run to come back. */
  public void interruptCalls() {
    sends.interrupt();
    readbacks.interrupt();
  }

  /** Reports what can be said of the calls that did not come back. */
  public void abandonCalls() {
    sends.abandon();
    readbacks.abandon();
  }

  /** Calls that run now. */
  public int runningCalls() {
    return sends.running() + readbacks.running();
  }
}
