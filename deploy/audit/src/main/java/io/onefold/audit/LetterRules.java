package io.onefold.audit;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Dead letters and the records that they are about. For one key. */
final class LetterRules {
  private final OperationFile file;
  private final OperationFindings findings;
  private final InputMatch.Shared shared;
  private final Map<InputMatch.Place, Laid> letters = new HashMap<>();

  LetterRules(OperationFile file, OperationFindings findings, InputMatch.Shared shared) {
    this.file = file;
    this.findings = findings;
    this.shared = shared;
  }

  /** Compares; inputs that were refused by a rule which stands in no topic are accounted for. */
  void check(InputMatch match) {
    for (Laid letter : file.deadLetters) {
      origin(letter).ifPresent(place -> letters.put(place, letter));
    }
    for (OperationFile.Unreadable unreadable : file.unreadable) {
      unreadable(unreadable);
    }
    for (Laid input : file.inputs) {
      InputMatch.Place place = place(input);
      Laid letter = letters.remove(place);
      if (letter != null) {
        readable(letter, input);
        match.refused(place);
      }
    }
    letters.entrySet().removeIf(e -> isPast(e.getKey(), e.getValue()));
    letters.forEach(
        (place, letter) ->
            findings.add(
                Rule.DEAD_LETTER_DIFFERS,
                letter.record(),
                "onefold.offset",
                "the place of the record that it copies",
                "%s, partition %d, offset %d"
                    .formatted(place.kind(), place.partition(), place.offset()),
                "the record that this letter names does not stand there under this key"));
  }

  private boolean isPast(InputMatch.Place place, Laid letter) {
    return shared.past().took(place, letter.record().timestampMs());
  }

  private static InputMatch.Place place(Laid input) {
    return new InputMatch.Place(input.kind(), input.record().partition(), input.record().offset());
  }

  /** Letters about commands are left by workers, and commands do not stay. */
  private static Optional<InputMatch.Place> origin(Laid letter) {
    return DeadLetters.origin(letter.record())
        .flatMap(
            from ->
                Kind.ofCause(from.topic())
                    .map(kind -> new InputMatch.Place(kind, from.partition(), from.offset())));
  }

  private void unreadable(OperationFile.Unreadable unreadable) {
    Laid input = unreadable.laid();
    Laid letter = letters.remove(place(input));
    if (letter != null) {
      copies(letter, input);
      return;
    }
    switch (shared.processed().due(input.kind(), input.record())) {
      case DECIDED ->
          findings.add(
              InputMatch.rule(input.kind()),
              input.record(),
              "this record cannot be read (%s), and no dead letter holds it"
                  .formatted(unreadable.why()));
      case WAITING ->
          findings.add(
              Rule.NOT_YET_PROCESSED,
              input.record(),
              "the ledger has not come to this record yet, which cannot be read");
      case LATER -> {}
    }
  }

  private void copies(Laid letter, Laid input) {
    if (!DeadLetters.copies(letter, input)) {
      findings.add(
          Rule.DEAD_LETTER_DIFFERS,
          letter.record(),
          "value",
          "a copy of the record",
          "other bytes",
          "the letter about offset %d is not a copy of it".formatted(input.record().offset()));
    }
  }

  private void readable(Laid letter, Laid input) {
    TopicRecord at = letter.record();
    copies(letter, input);
    String reason = at.headers().getOrDefault(DeadLetters.REASON, "nothing");
    // Which form of IDs a contract asks of its intents stands in no topic; all else does.
    boolean mayBe = reason.equals("ID_NOT_CANONICAL") && input.kind() == Kind.INTENT;
    if (!mayBe) {
      findings.add(
          Rule.DEAD_LETTER_READABLE,
          at,
          "onefold.reason",
          "a record that cannot be read",
          reason + " of a record that can",
          "offset %d was set aside as %s, and it can be read"
              .formatted(input.record().offset(), reason));
    }
  }
}
