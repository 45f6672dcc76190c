package io.onefold.proof.simulation;

import io.onefold.guarantee.Seen;
import io.onefold.schema.Command;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.Grant;
import io.onefold.schema.OperationEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Counts what happens in one history. */
final class Census {
  private final Map<String, Integer> effects = new HashMap<>();
  private final Set<String> states = new TreeSet<>();
  private final Set<String> conclusions = new TreeSet<>();
  private int grants;
  private int writes;
  private int events;
  private int receipts;
  private int escalations;
  private int claims;

  void see(Seen seen) {
    switch (seen) {
      case Seen.Stored stored -> effects.merge(stored.operationId(), 1, Integer::sum);
      case Seen.Written written -> writes++;
      case Seen.Commanded command -> count(command.command());
      case Seen.Journalled journalled -> count(journalled.event());
      case Seen.Received received -> receipts++;
      case Seen.Escalated escalated -> escalations++;
      case Seen.Controlled controlled
          when controlled.record().getFact() instanceof DestinationEvent event ->
          conclusions.add("CONTROL " + event.getConclusion());
      case Seen other -> {}
    }
  }

  private void count(Command command) {
    if (command.getOrder() instanceof Grant) {
      grants++;
    }
  }

  private void count(OperationEvent event) {
    events++;
    states.add(event.getStateAfter());
    String why = event.getConclusion().getWhy();
    String kind = event.getConclusion().getKind();
    conclusions.add(why.isEmpty() ? kind : kind + " " + why);
  }

  int grants() {
    return grants;
  }

  /** A claim ID that nobody else has. */
  String nextClaim(String worker, long incarnation) {
    claims++;
    return worker + "." + incarnation + ".claim-" + claims;
  }

  Tally tally(Map<Fault, Integer> faults, int steps, long virtualMs) {
    int most = effects.values().stream().max(Integer::compare).orElse(0);
    int all = effects.values().stream().mapToInt(Integer::intValue).sum();
    return new Tally(
        steps,
        virtualMs,
        events,
        grants,
        writes,
        all,
        most,
        receipts,
        escalations,
        faults,
        states,
        conclusions);
  }
}
