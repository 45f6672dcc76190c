package io.onefold.audit;

import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What the events of a destination were decided on. */
final class ControlRequests {
  private final List<Located<DestinationRecord>> requests;
  private final ControlRules.Context context;
  private final OperationFindings findings;

  ControlRequests(
      List<Located<DestinationRecord>> requests,
      ControlRules.Context context,
      OperationFindings findings) {
    this.requests = requests;
    this.context = context;
    this.findings = findings;
  }

  /** Each event must have its request, and each request an event or a dead letter. */
  void check(Collection<Located<DestinationRecord>> events) {
    List<Located<DestinationRecord>> free = new ArrayList<>(requests);
    for (Located<DestinationRecord> located : events) {
      DestinationEvent event = ControlRules.event(located);
      // A ledger that was set back in the topic decides about a request once more.
      Optional<Located<DestinationRecord>> there =
          requests.stream()
              .filter(r -> r.at().partition() == event.getCause().getPartition())
              .filter(r -> r.at().offset() == event.getCause().getOffset())
              .findFirst();
      Optional<Located<DestinationRecord>> source =
          there
              .filter(r -> differences(event, r).isEmpty())
              .or(() -> free.stream().filter(r -> differences(event, r).isEmpty()).findFirst())
              .or(() -> requests.stream().filter(r -> differences(event, r).isEmpty()).findFirst());
      if (source.isPresent()) {
        free.remove(source.get());
        context
            .moves()
            .note(
                new InputMatch.Place(
                    Kind.CONTROL, event.getCause().getPartition(), event.getCause().getOffset()),
                source.get().at());
      } else if (there.isPresent()) {
        free.remove(there.get());
        findings.differ(
            Rule.REQUEST_CHANGED,
            there.get().at(),
            "the request that event %d was decided on".formatted(event.getSequence()),
            differences(event, there.get()));
      } else {
        findings.add(
            Rule.INPUT_MISSING,
            located.at(),
            "fact.cause",
            "the request that it was decided on",
            "%s-%d@%d"
                .formatted(
                    event.getCause().getSource(),
                    event.getCause().getPartition(),
                    event.getCause().getOffset()),
            "event %d was decided on a request that does not stand there"
                .formatted(event.getSequence()));
      }
    }
    free.forEach(this::unaccounted);
  }

  private static List<Differences.Difference> differences(
      DestinationEvent event, Located<DestinationRecord> request) {
    return request.what().getFact() instanceof DestinationRequest asked
        ? Differences.between(event.getRequest(), asked)
        : List.of();
  }

  private void unaccounted(Located<DestinationRecord> request) {
    TopicRecord at = request.at();
    boolean letter = context.letters().contains(new Controls.Spot(at.partition(), at.offset()));
    if (letter) {
      return;
    }
    switch (context.processed().due(Kind.CONTROL, at)) {
      case DECIDED ->
          findings.add(
              Rule.REQUEST_UNACCOUNTED, at, "no event and no dead letter speaks of this request");
      case WAITING ->
          findings.add(Rule.NOT_YET_PROCESSED, at, "the ledger has not come to this record yet");
      case LATER -> {}
    }
  }
}
