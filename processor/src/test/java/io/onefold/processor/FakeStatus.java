package io.onefold.processor;

import java.util.Map;
import java.util.Optional;

/** How a ledger is said to be. */
public final class FakeStatus implements LedgerStatus {
  private volatile boolean running = true;
  private volatile Optional<Throwable> failure = Optional.empty();

  private volatile LedgerHoldings holdings = LedgerHoldings.NONE;

  public void fail(Throwable cause) {
    running = false;
    failure = Optional.of(cause);
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public String state() {
    return running ? "RUNNING" : "ERROR";
  }

  @Override
  public Optional<Throwable> failure() {
    return failure;
  }

  @Override
  public Optional<String> brokerProblem() {
    return Optional.empty();
  }

  @Override
  public Map<String, Long> numbers() {
    return Map.of("inputs.IntentSubmitted", 7L, "sends.UNKNOWN.blog", 3L);
  }

  @Override
  public LedgerHoldings holdings() {
    return holdings;
  }

  public void hold(LedgerHoldings now) {
    holdings = now;
  }
}
