package io.onefold.audit;

import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.Escalation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Under which key, where and how often the records about one destination stand. */
final class ControlPlaces {
  private final String name;
  private final Controls.Control control;
  private final ControlRules.Context context;
  private final OperationFindings findings;
  private final Map<Long, List<TopicRecord>> copies = new HashMap<>();

  /** A numbered record. */
  private record Numbered(TopicRecord at, long sequence) {}

  ControlPlaces(
      String name,
      Controls.Control control,
      ControlRules.Context context,
      OperationFindings findings) {
    this.name = name;
    this.control = control;
    this.context = context;
    this.findings = findings;
  }

  /** Compares; leaves out what the ledger does not read as being about this destination. */
  void check() {
    control.events.removeIf(event -> !hasKey(event.at(), name) && isSetAside(event.at()));
    control.events.forEach(event -> key(event.at(), name));
    control.requests.removeIf(this::isUnfit);
    List<Numbered> events = new ArrayList<>();
    for (Located<DestinationRecord> event : control.events) {
      DestinationEvent told = (DestinationEvent) event.what().getFact();
      events.add(new Numbered(event.at(), told.getSequence()));
      copies.computeIfAbsent(told.getSequence(), any -> new ArrayList<>()).add(event.at());
    }
    ascending(events, Rule.WRITTEN_AGAIN);
    List<Numbered> escalations = new ArrayList<>();
    for (Located<Escalation> told : control.escalations) {
      key(told.at(), Controls.ESCALATION_KEY + name);
      context.form().checkHome(told.at(), findings);
      escalations.add(new Numbered(told.at(), told.what().getSequence()));
    }
    ascending(escalations, Rule.ORDER_CHANGED);
  }

  /** An event by which nothing changes for others stands in the partition of the name alone. */
  void atHome(long sequence) {
    copies(sequence).forEach(this::place);
  }

  /** Where an event stands. */
  List<TopicRecord> copies(long sequence) {
    return copies.getOrDefault(sequence, List.of());
  }

  /** Whoever asks under another key or in another partition asks nothing: it is set aside. */
  private boolean isUnfit(Located<DestinationRecord> request) {
    TopicRecord at = request.at();
    boolean fits = hasKey(at, name) && at.partition() == home(at);
    if (fits || isSetAside(at)) {
      return !fits;
    }
    switch (context.processed().due(Kind.CONTROL, at)) {
      case DECIDED -> {
        key(at, name);
        place(at);
      }
      case WAITING ->
          findings.add(Rule.NOT_YET_PROCESSED, at, "the ledger has not come to this record yet");
      case LATER -> {}
    }
    return true;
  }

  private boolean isSetAside(TopicRecord at) {
    return context.letters().contains(new Controls.Spot(at.partition(), at.offset()));
  }

  private int home(TopicRecord at) {
    return context.form().homeOf(at, name.getBytes(StandardCharsets.UTF_8));
  }

  private static boolean hasKey(TopicRecord at, String key) {
    return Arrays.equals(key.getBytes(StandardCharsets.UTF_8), at.key());
  }

  private void key(TopicRecord at, String expected) {
    if (!hasKey(at, expected)) {
      String actual = at.key() == null ? "none" : at.keyText();
      findings.keyDiffers(at, "key", expected, actual, "destination '" + name + "'");
    }
  }

  private void place(TopicRecord at) {
    if (at.partition() != home(at)) {
      findings.misplaced(at, home(at));
    }
  }

  /** Each number once in a partition, and in order. */
  private void ascending(List<Numbered> records, Rule repeated) {
    records.sort(
        Comparator.comparingInt((Numbered record) -> record.at().partition())
            .thenComparingLong(record -> record.at().offset()));
    Set<Long> seen = new HashSet<>();
    int partition = -1;
    long highest = 0;
    for (Numbered record : records) {
      if (record.at().partition() != partition) {
        partition = record.at().partition();
        highest = 0;
        seen.clear();
      }
      if (!seen.add(record.sequence())) {
        findings.add(
            repeated,
            record.at(),
            "what is told of event %d stands a second time in partition %d"
                .formatted(record.sequence(), partition));
      } else if (record.sequence() < highest) {
        findings.add(
            Rule.ORDER_CHANGED,
            record.at(),
            "what is told of event %d stands behind event %d"
                .formatted(record.sequence(), highest));
      }
      highest = Math.max(highest, record.sequence());
    }
  }
}
