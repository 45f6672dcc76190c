/**
 * The mail connector: submits over SMTP, and looks for what was sent over IMAP.
 *
 * <p>May import {@code io.onefold.connector}, {@code io.onefold.destination}, Jakarta Mail (for
 * MIME and IMAP) and Jackson. Invariants: one call to {@link io.onefold.connector.Connector#send}
 * makes at most one mail transaction, on a connection of its own; the dot that ends a mail is
 * written after the gate opened and never after the call ended; what was not followed by that dot
 * is never reported as unknown; no text that leaves this package holds a password.
 */
@NullMarked
package io.onefold.connector.mail;

import org.jspecify.annotations.NullMarked;
