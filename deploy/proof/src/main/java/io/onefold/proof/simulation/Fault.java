package io.onefold.proof.simulation;

/** What can go wrong in a history. The words end the sentence "in this history ...". */
public enum Fault {
  RECORD_DUPLICATED("a record was written twice"),
  RECORD_DELAYED("a record reached its topic late"),
  RECORD_OF_THE_DEAD("a record of a dead process still reached its topic"),
  CLAIM_NOT_LOGGED("a claim never reached its topic"),
  COMMAND_DELAYED("a worker read a command late"),
  READER_LAGGED("the ledger read a topic late"),
  TOPIC_REPLAYED("a whole topic was written again"),
  LEDGER_REWOUND("the ledger read its inputs again"),
  COMMANDS_REWOUND("workers read their commands again"),
  LEDGER_CRASHED_BEFORE_COMMIT("the ledger crashed before a commit"),
  LEDGER_CRASHED_AFTER_COMMIT("the ledger crashed after a commit"),
  LEDGER_PAUSED("the ledger stood still"),
  LEDGER_TAKEN_OVER("another ledger instance, with another clock, took over"),
  CLOCK_JUMPED("the clock of a ledger instance jumped"),
  WORKER_CRASHED("a worker crashed"),
  WORKER_GONE("a worker crashed and stayed away"),
  WORKERS_LEFT("all workers went away for good"),
  WORKER_FENCED("an operator declared a worker dead"),
  WORKER_STOPPED("a worker stopped in good order"),
  WORKER_PAUSED("a worker stood still"),
  REBALANCED("partitions went to another worker"),
  CALL_PAUSED_BEFORE_CHECK("a call stood still before its deadline check"),
  CALL_PAUSED_AFTER_CHECK("a call stood still after its deadline check"),
  NOT_CONNECTED("no connection came about"),
  REQUEST_LOST("a request was lost on the wire"),
  REQUEST_LATE("a request was on the wire for long"),
  CONNECTION_CUT("a connection was cut"),
  ANSWER_LOST("a destination committed and did not answer"),
  ANSWER_LATE("a destination answered late"),
  SERVER_ERROR_COMMITTED("a destination committed and answered 5xx"),
  SERVER_ERROR("a destination answered 5xx"),
  RATE_LIMITED("a destination answered 429"),
  REFUSED("a destination refused"),
  UNAUTHORISED("a destination refused the credentials"),
  CREDENTIALS_WITHDRAWN("the credentials were withdrawn"),
  SUSPENDED_BY_HAND("somebody suspended the destination"),
  RESUMED_UNTIMELY("somebody resumed the destination at a wrong moment"),
  RESUMED_UNFIT("somebody resumed the destination with an unfit operation"),
  RESUMED_STALE("somebody resumed the destination on old knowledge"),
  REDIRECTED("a destination answered 3xx"),
  ANSWER_WITHOUT_ID("a destination committed and answered without an id"),
  JOB_FAILED("a promised job failed"),
  COMMITTED_LATE("a destination committed late"),
  SHOWN_LATE("a destination showed an item late"),
  NORMALISED("a destination changed the text"),
  ALTERED("a destination shows other content than it was sent"),
  MISFILED("an item landed in another account"),
  REMOVED("somebody removed an item"),
  READ_FAILED("a readback failed"),
  KEY_FORGOTTEN("a destination forgot a key"),
  FALSE_REFUSAL("a destination committed and called it refused"),
  HIDDEN("a destination hid an item"),
  REVIEW_UNTIMELY("a person decided at a wrong moment"),
  REVIEW_STALE("a person decided on old knowledge"),
  REVIEW_FALSE("a person said what is not true"),
  INTENT_REPEATED("an intent was submitted again"),
  INTENT_CONFLICTING("another intent came under the same ID"),
  INTENT_EXPIRING("an intent expired"),
  INTENT_NOT_BEFORE("an intent was to wait"),
  INTENT_UNAPPROVED("an intent had no approval"),
  INTENT_DENIED("an intent was denied"),
  INTENT_ALTERED("an intent had other content than was approved"),
  INTENT_UNFIT("an intent lacked what the body of the contract needs"),
  INTENT_MISADDRESSED("an intent named a destination that nobody knows"),
  INTENT_MISDIRECTED("an intent named another account"),
  INTENT_STALE("an intent was older than the dedupe window"),
  INTENT_AFTER_FORGETTING("an intent came again after its operation was forgotten");

  private final String words;

  Fault(String words) {
    this.words = words;
  }

  /** In words. */
  public String words() {
    return words;
  }
}
