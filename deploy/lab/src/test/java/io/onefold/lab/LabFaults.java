package io.onefold.lab;

import io.onefold.faults.Fault;
import io.onefold.faults.FaultProxy;
import io.onefold.faults.Rule;

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
    proxy.add(Rule.always(new Fault.LoseAnswer()).named(LOST).method(method).probability(0.2));
    proxy.add(Rule.always(new Fault.CutBefore()).named(CUT).method(method).probability(0.125));
  }
}
