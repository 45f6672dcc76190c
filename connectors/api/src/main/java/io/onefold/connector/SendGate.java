package io.onefold.connector;

/** The last look at the clock before the first byte. */
@FunctionalInterface
public interface SendGate {
  /**
   * True if the attempt may start now; asked once, right before the first byte. Afterwards the
   * attempt counts as started. May be asked on an I/O thread that other attempts wait for, so it
   * must not block.
   */
  boolean open();
}
