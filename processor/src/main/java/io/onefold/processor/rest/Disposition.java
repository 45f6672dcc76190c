package io.onefold.processor.rest;

import io.onefold.codec.StoredOperation;
import io.onefold.operation.DestinationPolicy;
import io.onefold.operation.Intent;
import io.onefold.operation.Operation;
import io.onefold.operation.OperationState.Absent;
import io.onefold.operation.OperationState.Forgotten;
import io.onefold.operation.OperationState.Known;
import io.onefold.operation.OperationState.Unresolved;
import io.onefold.operation.Origin;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What became of a submitted intent.
 *
 * @param fields in which a conflicting intent differs; empty otherwise
 */
record Disposition(Word word, List<String> fields) {
  private static final Disposition ACCEPTED = new Disposition(Word.ACCEPTED, List.of());
  private static final Disposition DUPLICATE = new Disposition(Word.DUPLICATE, List.of());

  /** In the log, but not decided yet. */
  static final Disposition RECORDED = new Disposition(Word.RECORDED, List.of());

  Disposition {
    fields = List.copyOf(fields);
  }

  enum Word {
    /** The operation rests on this intent. */
    ACCEPTED,
    /** The operation was asked for before, with the same content. */
    DUPLICATE,
    /** The operation was asked for before, with other content, and stays as it is. */
    CONFLICT,
    /** In the log, but not decided yet. */
    RECORDED;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What the ledger made of an intent; empty while that cannot be told from the state.
   *
   * @param intent what was submitted; its payload is not looked at
   * @param origin where it stands in the log
   */
  static Optional<Disposition> of(StoredOperation stored, Intent intent, Origin origin) {
    return switch (stored.state()) {
      case Absent absent -> Optional.empty();
      case Forgotten forgotten -> Optional.of(of(forgotten, intent));
      case Known known when known.operation().admittedBy().equals(origin) -> Optional.of(ACCEPTED);
      case Unresolved waiting when !waiting.operation().admitted() ->
          whileHeldBack(waiting.operation(), intent);
      case Known known -> Optional.of(differing(known.operation(), intent));
    };
  }

  private static Disposition of(Forgotten forgotten, Intent intent) {
    boolean same =
        forgotten.payloadHash().equals(intent.payloadHash())
            && forgotten.destination().equals(intent.destination());
    return same ? DUPLICATE : new Disposition(Word.CONFLICT, List.of("payload"));
  }

  // Another intent may still take the place of one that was held back, so only the ledger's own
  // decision tells; the very same intent changes nothing.
  private static Optional<Disposition> whileHeldBack(Operation op, Intent intent) {
    boolean same =
        op.intent().approval().equals(intent.approval())
            && op.intent().differencesTo(intent, intent.attributes().keySet()).isEmpty();
    return same ? Optional.of(DUPLICATE) : Optional.empty();
  }

  private static Disposition differing(Operation op, Intent intent) {
    Set<String> attributes =
        op.policy()
            .map(DestinationPolicy::attributesUsed)
            .orElseGet(() -> op.intent().attributes().keySet());
    List<String> fields = op.intent().differencesTo(intent, attributes);
    return fields.isEmpty() ? DUPLICATE : new Disposition(Word.CONFLICT, fields);
  }
}
