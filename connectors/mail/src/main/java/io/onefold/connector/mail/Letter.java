package io.onefold.connector.mail;

import io.onefold.destination.Mailbox;
import java.util.List;

/**
 * A mail ready to be handed over.
 *
 * @param from envelope sender
 * @param recipients envelope recipients, at least one
 * @param bytes the whole message: lines of at most 998 bytes that end in CRLF; not copied
 * @param eightBit the body has bytes above 127
 * @param utf8 a header or an address has letters beyond ASCII
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
record Letter(
    Mailbox from, List<Mailbox> recipients, byte[] bytes, boolean eightBit, boolean utf8) {
  /** Longest line without its end (RFC 5322, 2.1.1). */
  static final int LONGEST_LINE = 998;

  Letter {
    recipients = List.copyOf(recipients);
  }
}
