package io.onefold.connector.worker;

import io.onefold.schema.ProviderEvent;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What the pure half asks of the shell. Every callback comes later, never from within these calls,
 * and on the thread that owns the {@link WorkerCore}.
 */
public interface WorkerOutlet {
  /**
   * Appends a claim to the provider events, after everything appended before for the operation.
   *
   * @param claim the event
   * @param acknowledged called once the log has it
   * @param failed called instead if the log will never have it
   */
  void claim(ProviderEvent claim, Runnable acknowledged, Runnable failed);

  /**
   * Appends a report to the provider events, after everything appended before for the operation,
   * and tries until the log has it.
   *
   * @param report the event
   * @param acknowledged called once the log has it
   */
  void report(ProviderEvent report, Runnable acknowledged);

  /**
   * Runs a blocking call beside the owner thread.
   *
   * @param errand what it is made for
   * @param call the call; it does not throw
   * @param ended called with what it returned
   * @return interrupts the call
   */
  <T> Runnable start(Errand errand, Supplier<T> call, Consumer<T> ended);
}
