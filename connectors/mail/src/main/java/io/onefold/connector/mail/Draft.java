package io.onefold.connector.mail;

import io.onefold.destination.Mailbox;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A mail as a JSON payload describes it; at least one recipient, and a text or an HTML body.
 *
 * @param headers further headers, in the order of the payload
 */
record Draft(
    List<Mailbox> to,
    List<Mailbox> cc,
    List<Mailbox> bcc,
    List<Mailbox> replyTo,
    String subject,
    Optional<String> text,
    Optional<String> html,
    Map<String, String> headers,
    List<Attachment> attachments) {
  Draft {
    to = List.copyOf(to);
    cc = List.copyOf(cc);
    bcc = List.copyOf(bcc);
    replyTo = List.copyOf(replyTo);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    attachments = List.copyOf(attachments);
  }

  /** A file that goes along; {@code bytes} is not copied and must not be changed. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Attachment(String filename, String contentType, byte[] bytes) {}
}
