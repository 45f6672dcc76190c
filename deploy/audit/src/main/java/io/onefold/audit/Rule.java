package io.onefold.audit;

/** What must hold, by the name that reports use. The names stay. */
public enum Rule {
  CHAIN_BROKEN("Each event's chain is SHA-256 over the chain of the event before and its bytes."),
  SEQUENCE_GAP("The events of an operation are numbered 1, 2, 3 … without gaps."),
  SEQUENCE_REPEATED("Each number of an operation's events stands in the journal once."),
  ORDER_CHANGED("Records lie in the order in which they were written."),
  STATE_JUMP("Each event begins in the state that the one before left, and its conclusion allows."),
  UNREADABLE_RECORD("What the ledger wrote can be read."),
  KEY_DIFFERS("The key of a record is the operation or destination that it speaks of."),
  WRONG_PARTITION("A record lies in the partition that its key belongs to."),
  TRUNCATED("No topic that is kept for ever has lost its beginning or its end."),
  TOPIC_MISSING("Every topic of the installation is there."),
  TOKEN_JUMP("Tokens rise by one, and only with an offer."),
  TOKEN_NOT_JUSTIFIED("Each new token rests on recorded evidence that allows it."),
  SECOND_GRANT("A token is granted once."),
  GRANT_WITHOUT_CLAIM("A grant answers a claim of the current token by a live worker."),
  SEND_AFTER_EVIDENCE("After an acceptance or a finding nothing is offered or granted."),
  SEND_AFTER_END("After the end nothing is offered or granted."),
  END_CHANGED("An end stays what it is, until it is forgotten."),
  END_NOT_JUSTIFIED("An end rests on what was recorded before it."),
  SENT_AFTER_EXPIRY("Nothing is granted after the intent expired."),
  SENT_TOO_EARLY("Nothing is offered before the time that the intent names."),
  BUDGET_EXCEEDED("No more attempts follow than the contract allows, unless a person forced it."),
  INTERVAL_TOO_SHORT("Lease and settle time last as long as the contract says."),
  UNKNOWN_NOT_ASKED("An attempt without a known end is asked about before it counts as undone."),
  VERIFIED_WITHOUT_FOUND("VERIFIED rests on a readback that found the one right thing."),
  WRONG_ACCOUNT("What is sent and what is found is on the account of the contract."),
  CONTENT_DIFFERS("What was found has the content that was approved."),
  VERIFIED_DESPITE_MANY("Nothing is VERIFIED of which several were seen."),
  REVIEW_STALE("A decision rests on what was true when it was made."),
  CONTRADICTION_HIDDEN("Evidence of another outcome after the end is put to people."),
  CAUSE_MISPLACED("An event lies in the partition that its cause lies in."),
  INPUT_MISSING("What an event was decided on stands in its topic."),
  INPUT_CHANGED("What an event was decided on says the same in its topic."),
  INTENT_UNACCOUNTED("Every intent has an event in the journal, or a dead letter."),
  PROVIDER_EVENT_UNACCOUNTED("Every provider event has an event in the journal, or a dead letter."),
  REVIEW_UNACCOUNTED("Every review has an event in the journal, or a dead letter."),
  REPLAYED_INPUT("No record is written a second time unless the ledger has noted it."),
  EVENT_WITHOUT_GRANT("A worker reports on an attempt that it was granted."),
  READBACK_NOT_ASKED("A readback answers a question that the ledger has put."),
  UNKNOWN_WORKER("A provider event comes from a life of a worker that was announced."),
  LIFE_DIFFERS("The start of a worker says the same in every partition."),
  BODY_DIFFERS("A rendered body has the hash that stands beside it."),
  DEAD_LETTER_DIFFERS("A dead letter is a copy of the record that it names."),
  DEAD_LETTER_READABLE("Only records that cannot be read are dead letters."),
  RECEIPT_MISSING("Every operation that ended has a receipt."),
  RECEIPT_REPEATED("It has only one."),
  RECEIPT_FORGED("A receipt speaks of an end that the journal has."),
  RECEIPT_DIFFERS("Each field of a receipt is what the journal says."),
  RECEIPT_WITHOUT_READBACK("A receipt that says READBACK holds the readback."),
  ESCALATION_MISSING("Every open question of the journal stands in the topic of escalations."),
  ESCALATION_FORGED("An escalation speaks of a question that the journal has."),
  ESCALATION_DIFFERS("Each field of an escalation is what the journal says."),
  ESCALATION_LEFT_OPEN("A question that was answered is closed."),
  RECEIPT_SIGNATURE_WRONG("A receipt is exactly what the key that it names has signed."),
  RECEIPT_KEY_UNKNOWN("A receipt is signed by a key that was given."),
  RECEIPT_UNSIGNED("Once a ledger signs, every receipt has a signature."),
  NOTHING_SIGNED("Where keys are given, receipts are signed, and there are checkpoints."),
  CHECKPOINT_SIGNATURE_WRONG("A checkpoint is exactly what the key that it names has signed."),
  CHECKPOINT_KEY_UNKNOWN("A checkpoint is signed by a key that was given."),
  CHECKPOINT_CHAIN_BROKEN("Each checkpoint of a partition continues the one before."),
  CHECKPOINT_MISSING("Checkpoints are numbered 1, 2, 3 …, and none is overdue by a day."),
  CHECKPOINT_DIFFERS("The events under a checkpoint are those that it was made of."),
  CHECKPOINT_AHEAD("What a checkpoint covers is there."),
  CHECKPOINT_COPY_DIFFERS("Journal and checkpoints agree with the copies that were given."),
  COMMAND_WITHOUT_EVENT("A command was concluded in the journal."),
  COMMAND_DIFFERS("Each field of a command is what the journal says."),
  CONTROL_GAP("The events of a destination are numbered 1, 2, 3 … without gaps."),
  CONTROL_CHAIN_BROKEN("The events of a destination are chained."),
  CONTROL_DIFFERS("All partitions are told the same of a destination."),
  CONTROL_JUMP("A destination goes from OPEN to SUSPENDED to TESTING, and from there on or back."),
  REOPENED_WITHOUT_PROOF("A destination is opened only by a test that is VERIFIED."),
  REQUEST_UNACCOUNTED("Every request about a destination has an event, or a dead letter."),
  REQUEST_CHANGED("What a destination's event was decided on says the same in its topic."),
  CAUSE_TWICE("An input is decided about once, unless the ledger was set back in its topic.", true),
  WRITTEN_AGAIN("A command, or an event of a destination in one partition, is written once.", true),
  OFFSETS_MOVED("Records stand at the offsets that the journal names.", true),
  NOT_YET_PROCESSED("Inputs that the ledger has not decided about yet.", true),
  TIME_DIFFERS("The time of a record is the one that the journal noted.", true),
  PAST_RETENTION("Intents stay for as long as the retention of their topic says.", true);

  private final String sentence;
  private final boolean note;

  Rule(String sentence) {
    this(sentence, false);
  }

  Rule(String sentence, boolean note) {
    this.sentence = sentence;
    this.note = note;
  }

  /** What must hold. */
  public String sentence() {
    return sentence;
  }

  /** True if it is told, but breaks nothing by itself. */
  public boolean isNote() {
    return note;
  }
}
