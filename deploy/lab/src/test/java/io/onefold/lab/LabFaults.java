package io.onefold.lab;

import io.onefold.faults.Fault;
import io.onefold.faults.FaultProxy;
import io.onefold.faults.Rule;
import java.util.Map;

/** The faults that every server of the lab is tried with. */
final class LabFaults {
  static final String LOST = "lost";
  static final String CUT = "cut";

  private LabFaults() {}

  /**
   * From now on 20 % of the writes are done and their answers lost, and 10 % never arrive; the
   * second chance is of those that the first has spared.
   */
  static void lossy(FaultProxy proxy, String method) {
    lossyAt(proxy, method, "");
  }

  /** The same, only where this is found in the address. */
  static void lossyAt(FaultProxy proxy, String method, String path) {
    proxy.add(rule(new Fault.LoseAnswer(), LOST, method, path).probability(0.2));
    proxy.add(rule(new Fault.CutBefore(), CUT, method, path).probability(0.125));
  }

  private static Rule rule(Fault fault, String name, String method, String path) {
    return Rule.always(fault).named(name).method(method).path(path);
  }

  /** The next so many writes are answered with "too many requests" and a second to wait. */
  static void storm(FaultProxy proxy, String method, int times) {
    proxy.add(
        Rule.always(new Fault.AnswerInstead(429, Map.of("Retry-After", "1")))
            .method(method)
            .times(times));
  }
}
