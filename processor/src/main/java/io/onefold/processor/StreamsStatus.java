package io.onefold.processor;

import io.onefold.topology.LedgerStreams;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;

/** How a running topology is. */
final class StreamsStatus implements LedgerStatus {
  private static final long BROKER_PATIENCE_MS = 3000;

  private final Supplier<Optional<LedgerStreams>> ledger;
  private final Admin admin;

  StreamsStatus(Supplier<Optional<LedgerStreams>> ledger, Admin admin) {
    this.ledger = ledger;
    this.admin = admin;
  }

  @Override
  public boolean isRunning() {
    return ledger.get().filter(LedgerStreams::serving).isPresent();
  }

  @Override
  public String state() {
    return ledger.get().map(l -> l.streams().state().name()).orElse("STARTING");
  }

  @Override
  public Optional<Throwable> failure() {
    return ledger.get().flatMap(LedgerStreams::failure);
  }

  @Override
  public Optional<String> brokerProblem() {
    try {
      var unused =
          admin.describeCluster().clusterId().get(BROKER_PATIENCE_MS, TimeUnit.MILLISECONDS);
      return Optional.empty();
    } catch (ExecutionException e) {
      return Optional.of("no answer: " + (e.getCause() == null ? e : e.getCause()).getMessage());
    } catch (TimeoutException e) {
      return Optional.of("no answer within " + BROKER_PATIENCE_MS + " ms");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  @Override
  public Map<String, Long> numbers() {
    return ledger.get().map(l -> l.counters().snapshot()).orElse(Map.of());
  }

  @Override
  public LedgerHoldings holdings() {
    return ledger.get().map(StreamsHoldings::of).orElse(LedgerHoldings.NONE);
  }
}
