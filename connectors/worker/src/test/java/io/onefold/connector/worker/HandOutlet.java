package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.schema.ClaimRequested;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.SendReported;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** An outlet that keeps everything until the test lets it happen, on the test's own thread. */
final class HandOutlet implements WorkerOutlet {
  /** A call that was started and has not ended. */
  static final class Call<T> {
    private final Supplier<T> call;
    private final Consumer<T> ended;
    boolean interrupted;

    private Call(Supplier<T> call, Consumer<T> ended) {
      this.call = call;
      this.ended = ended;
    }

    void run() {
      ended.accept(call.get());
    }
  }

  final List<ProviderEvent> log = new ArrayList<>();
  final Deque<Call<?>> calls = new ArrayDeque<>();
  final Deque<Runnable> acknowledgements = new ArrayDeque<>();
  final Deque<Runnable> failures = new ArrayDeque<>();

  @Override
  public void claim(ProviderEvent claim, Runnable acknowledged, Runnable failed) {
    log.add(claim);
    acknowledgements.add(acknowledged);
    failures.add(failed);
  }

  @Override
  public void report(ProviderEvent report, Runnable acknowledged) {
    log.add(report);
    acknowledgements.add(acknowledged);
  }

  @Override
  public <T> Runnable start(Errand errand, Supplier<T> call, Consumer<T> ended) {
    Call<T> started = new Call<>(call, ended);
    calls.add(started);
    return () -> started.interrupted = true;
  }

  void runCalls() {
    while (!calls.isEmpty()) {
      calls.remove().run();
    }
  }

  void acknowledgeAll() {
    while (!acknowledgements.isEmpty()) {
      acknowledgements.remove().run();
    }
  }

  List<ClaimRequested> claims() {
    return facts(ClaimRequested.class);
  }

  List<SendReported> sends() {
    return facts(SendReported.class);
  }

  List<ReadbackReported> readbacks() {
    return facts(ReadbackReported.class);
  }

  String claimIdOf(String operationId) {
    return log.stream()
        .filter(event -> event.getOperationId().equals(operationId))
        .map(ProviderEvent::getFact)
        .filter(ClaimRequested.class::isInstance)
        .map(fact -> ((ClaimRequested) fact).getClaimId())
        .reduce((first, last) -> last)
        .orElseThrow(() -> new AssertionError(operationId + " was not claimed: " + log));
  }

  /** The operations that were claimed, but for those that only warmed the bench up. */
  Set<String> claimedOperations() {
    return log.stream()
        .filter(event -> event.getFact() instanceof ClaimRequested)
        .map(ProviderEvent::getOperationId)
        .filter(operation -> !operation.startsWith(CoreBench.WARM))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The only report of an attempt there is. */
  SendReported onlySend() {
    assertEquals(1, sends().size());
    return sends().getFirst();
  }

  /** The newest report of an operation's attempts. */
  SendReported sendOf(String operationId) {
    return sendsOf(operationId).getLast();
  }

  List<SendReported> sendsOf(String operationId) {
    return log.stream()
        .filter(event -> event.getOperationId().equals(operationId))
        .map(ProviderEvent::getFact)
        .filter(SendReported.class::isInstance)
        .map(SendReported.class::cast)
        .toList();
  }

  private <F> List<F> facts(Class<F> kind) {
    return log.stream()
        .map(ProviderEvent::getFact)
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }
}
