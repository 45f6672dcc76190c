package io.onefold.crash.agent;

/** Which side of a method. */
public enum Edge {
  /** Before its first instruction. */
  ENTRY,
  /** After it has returned; not where it throws. */
  EXIT
}
