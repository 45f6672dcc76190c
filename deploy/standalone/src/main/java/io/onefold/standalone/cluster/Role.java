package io.onefold.standalone.cluster;

import java.util.Locale;

/** Who works with the topics. */
public enum Role {
  /** Every ledger instance. */
  LEDGER("runs the ledger and its REST interface"),
  /** Every worker of one pool. */
  WORKER("runs the workers of a pool"),
  /** Whoever writes intents to Kafka; over REST none of this is needed. */
  UPSTREAM("writes intents to Kafka"),
  /** Whoever acts on receipts. */
  DOWNSTREAM("reads receipts"),
  /** Whoever decides past REST; over REST none of this is needed. */
  REVIEWER("reads escalations and writes reviews, past REST"),
  /** Whoever proves what happened. */
  AUDITOR("reads everything and writes nothing"),
  /** Whoever types {@code topics create}, {@code topics check} and {@code worker fence}. */
  OPERATOR("creates and checks topics, fences workers, looks at dead letters");

  private final String task;

  Role(String task) {
    this.task = task;
  }

  /** What it does, as the end of a sentence that begins with its name. */
  public String task() {
    return task;
  }

  /** As people write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
