package io.onefold.audit;

import io.onefold.schema.Cause;
import io.onefold.schema.ClaimReceived;
import io.onefold.schema.HolderDied;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentSubmitted;
import io.onefold.schema.IntervalsRestarted;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.ReportReceived;
import io.onefold.schema.Review;
import io.onefold.schema.TimerFired;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;

/**
 * Which record of an input topic each event was decided on, of one operation: the one at the place
 * that the event names if it says the same, otherwise one elsewhere that does.
 */
final class InputMatch {
  private final OperationFindings findings;
  private final Shared shared;
  private final Map<Place, Input> all = new HashMap<>(8);
  private final Map<Place, Input> free = new HashMap<>(8);
  private final Set<Place> named = new HashSet<>(8);
  private final List<Asked> open = new ArrayList<>(0);

  /** What all operations share. */
  record Shared(
      Lives lives,
      Controls controls,
      Processed processed,
      Moves moves,
      Inversions inversions,
      PastRetention past) {}

  /** A place in an input topic. */
  record Place(Kind kind, int partition, long offset) {}

  /** A record of an input topic. */
  private record Input(Place place, TopicRecord at, SpecificRecord says, boolean dated) {}

  /** An event that names a place where nothing says the same. */
  private record Asked(Place place, Located<OperationEvent> event, SpecificRecord says) {}

  InputMatch(OperationFile file, OperationFindings findings, Shared shared) {
    this.findings = findings;
    this.shared = shared;
    file.intents.forEach(input -> stands(Kind.INTENT, input));
    file.events.forEach(input -> stands(Kind.PROVIDER_EVENT, input));
    file.reviews.forEach(input -> stands(Kind.REVIEW, input));
  }

  private void stands(Kind kind, Located<? extends SpecificRecord> input) {
    Place place = new Place(kind, input.at().partition(), input.at().offset());
    boolean dated = !(input.what() instanceof Intent intent) || intent.getIssuedAtMs() != null;
    Input says = new Input(place, input.at(), Normal.of(input), dated);
    all.put(place, says);
    free.put(place, says);
  }

  /** Finds the source of each event. */
  void match(List<Located<OperationEvent>> journal) {
    journal.forEach(this::source);
    elsewhere();
    open.forEach(this::unmatched);
    free.values().stream()
        .sorted(java.util.Comparator.comparingLong(input -> input.at().offset()))
        .forEach(input -> unaccounted(input));
  }

  private void source(Located<OperationEvent> event) {
    Cause cause = event.what().getCause();
    if (cause.getPartition() != event.at().partition()) {
      findings.add(
          Rule.CAUSE_MISPLACED,
          event.at(),
          "cause.partition",
          Integer.toString(event.at().partition()),
          Integer.toString(cause.getPartition()),
          "event %d lies in partition %d, its cause in partition %d"
              .formatted(event.what().getSequence(), event.at().partition(), cause.getPartition()));
    }
    Optional<Kind> kind = expected(event.what().getInput());
    if (kind.isEmpty()) {
      byItself(event);
      return;
    }
    if (!Kind.ofCause(cause.getSource()).equals(kind)) {
      missing(event, "the topic of a " + event.what().getInput().getClass().getSimpleName());
      return;
    }
    Place place = new Place(kind.get(), cause.getPartition(), cause.getOffset());
    if (event.what().getInput() instanceof HolderDied died) {
      death(event, place, died);
      return;
    }
    SpecificRecord says = Normal.ofJournal(event.what().getInput());
    Input there = all.get(place);
    boolean again = !named.add(place);
    if (there == null && shared.past().took(place, event.what())) {
      return;
    }
    if (!again && shared.inversions().contains(event.at())) {
      findings.add(
          Rule.ORDER_CHANGED,
          event.at(),
          "cause.offset",
          "a later one than that of the event before it in the partition",
          Long.toString(cause.getOffset()),
          "event %d was decided on an earlier input than an event that lies before it"
              .formatted(event.what().getSequence()));
    }
    if (there != null && says.equals(there.says())) {
      free.remove(place);
      if (again) {
        findings.add(
            Rule.CAUSE_TWICE,
            event.at(),
            "event %d was decided on %s-%d@%d, as one before"
                .formatted(
                    event.what().getSequence(),
                    cause.getSource(),
                    cause.getPartition(),
                    cause.getOffset()));
      }
    } else if (there != null && !there.dated() && isOnlyOlder(says, there.says())) {
      free.remove(place);
      findings.add(
          Rule.TIME_DIFFERS,
          there.at(),
          "the intent has no time of its own, and the record's is not the one that event %d noted"
              .formatted(event.what().getSequence()));
    } else {
      open.add(new Asked(place, event, says));
    }
  }

  private static Optional<Kind> expected(Object input) {
    return switch (input) {
      case IntentSubmitted in -> Optional.of(Kind.INTENT);
      case ClaimReceived in -> Optional.of(Kind.PROVIDER_EVENT);
      case ReportReceived in -> Optional.of(Kind.PROVIDER_EVENT);
      case ReadbackReported in -> Optional.of(Kind.PROVIDER_EVENT);
      case HolderDied in -> Optional.of(Kind.PROVIDER_EVENT);
      case Review in -> Optional.of(Kind.REVIEW);
      default -> Optional.empty();
    };
  }

  private static boolean isOnlyOlder(SpecificRecord says, SpecificRecord there) {
    return Differences.between(there, says).stream()
        .allMatch(d -> d.field().equals("intent.issuedAtMs"));
  }

  private void byItself(Located<OperationEvent> event) {
    Cause cause = event.what().getCause();
    boolean fits =
        switch (event.what().getInput()) {
          case IntervalsRestarted in -> cause.getSource().equals("ledger");
          case TimerFired in when in.getTimer().equals("REOPENED") ->
              cause.getSource().equals("ledger")
                  || shared.controls().stands(cause.getPartition(), cause.getOffset());
          default -> cause.getSource().equals("timer");
        };
    if (!fits) {
      missing(event, "what can have brought it about");
    }
  }

  private void death(Located<OperationEvent> event, Place place, HolderDied died) {
    Optional<Lives.Life> life =
        shared
            .lives()
            .announcement(
                place.partition(), died.getWorkerId(), died.getIncarnation(), place.offset());
    if (life.isEmpty()) {
      missing(event, "the start of %s/%d".formatted(died.getWorkerId(), died.getIncarnation()));
    } else if (!java.util.Objects.equals(life.get().fencedBecause(), died.getFencedBecause())) {
      findings.add(
          Rule.INPUT_CHANGED,
          life.get().record(),
          "fact.fencedBecause",
          Differences.show(died.getFencedBecause()),
          Differences.show(life.get().fencedBecause()),
          "event %d of the operation was decided on another reason"
              .formatted(event.what().getSequence()));
    } else {
      shared.moves().note(place, life.get().record());
    }
  }

  private void missing(Located<OperationEvent> event, String expected) {
    Cause cause = event.what().getCause();
    String place = "%s-%d@%d".formatted(cause.getSource(), cause.getPartition(), cause.getOffset());
    findings.add(
        Rule.INPUT_MISSING,
        event.at(),
        "cause",
        expected,
        place,
        "event %d was decided on %s, and that does not stand there"
            .formatted(event.what().getSequence(), place));
  }

  /** Records that say the same at another place: their topic was copied, or lost some before. */
  private void elsewhere() {
    if (open.isEmpty() || free.isEmpty()) {
      return;
    }
    Map<String, List<Input>> byContent = new HashMap<>();
    free.values().stream()
        .sorted(java.util.Comparator.comparingLong(input -> input.at().offset()))
        .forEach(
            input ->
                byContent
                    .computeIfAbsent(content(input.says()), any -> new ArrayList<>(1))
                    .add(input));
    for (Iterator<Asked> asked = open.iterator(); asked.hasNext(); ) {
      Asked next = asked.next();
      List<Input> same = byContent.getOrDefault(content(next.says()), List.of());
      if (!same.isEmpty() && same.get(0).place().kind() == next.place().kind()) {
        Input found = same.remove(0);
        free.remove(found.place());
        shared.moves().note(next.place(), found.at());
        asked.remove();
      }
    }
  }

  private static String content(SpecificRecord says) {
    return says.getClass().getSimpleName() + says;
  }

  /** A record at that place, or one that speaks of the same thing, has other content. */
  private void unmatched(Asked asked) {
    Input changed = free.get(asked.place());
    if (changed == null || !changed.says().getClass().equals(asked.says().getClass())) {
      changed =
          free.values().stream()
              .filter(input -> input.place().kind() == asked.place().kind())
              .filter(input -> identity(input.says()).equals(identity(asked.says())))
              .findFirst()
              .orElse(null);
    }
    if (changed == null) {
      missing(asked.event(), "the record that it was decided on");
      return;
    }
    free.remove(changed.place());
    List<Differences.Difference> differences = Differences.between(asked.says(), changed.says());
    findings.differ(
        Rule.INPUT_CHANGED,
        changed.at(),
        "the record that event %d was decided on".formatted(asked.event().what().getSequence()),
        differences);
  }

  private static String identity(SpecificRecord says) {
    return switch (says) {
      case ClaimReceived in -> "claim " + in.getClaim().getToken();
      case ReportReceived in -> "report " + in.getReport().getClaimId();
      case ReadbackReported in -> "readback " + in.getToken() + " " + in.getNumber();
      case Review in -> "review " + in.getSequence();
      default -> says.getClass().getSimpleName();
    };
  }

  private void unaccounted(Input input) {
    Processed.Due due = shared.processed().due(input.place().kind(), input.at());
    boolean again =
        all.values().stream()
            .anyMatch(
                other -> !other.place().equals(input.place()) && other.says().equals(input.says()));
    boolean ahead = shared.processed().isAhead(input.place().kind(), input.at());
    if (again && due != Processed.Due.LATER && !ahead) {
      findings.add(
          Rule.REPLAYED_INPUT,
          input.at(),
          "this record was written before, and the journal does not have this copy");
      return;
    }
    switch (due) {
      case DECIDED ->
          findings.add(
              rule(input.place().kind()),
              input.at(),
              "no event and no dead letter speaks of this record, and later ones were decided"
                  + " about");
      case WAITING ->
          findings.add(
              Rule.NOT_YET_PROCESSED, input.at(), "the ledger has not come to this record yet");
      case LATER -> {}
    }
  }

  static Rule rule(Kind kind) {
    return switch (kind) {
      case INTENT -> Rule.INTENT_UNACCOUNTED;
      case REVIEW -> Rule.REVIEW_UNACCOUNTED;
      default -> Rule.PROVIDER_EVENT_UNACCOUNTED;
    };
  }

  /** Dead letters of readable inputs: the ledger refused them by rules that stand in no topic. */
  void refused(Place place) {
    free.remove(place);
  }
}
