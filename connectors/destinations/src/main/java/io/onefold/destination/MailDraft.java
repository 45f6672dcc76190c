package io.onefold.destination;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A mail as a JSON payload describes it; at least one recipient, and a text or an HTML body.
 *
 * @param headers further headers, in the order of the payload
 */
public record MailDraft(
    List<Mailbox> to,
    List<Mailbox> cc,
    List<Mailbox> bcc,
    List<Mailbox> replyTo,
    String subject,
    Optional<String> text,
    Optional<String> html,
    Map<String, String> headers,
    List<Attachment> attachments) {
  /** Media type of a payload that is a whole message, as it is and not as JSON. */
  public static final String WHOLE_MESSAGE = "message/rfc822";

  /** Most recipients: what every server must take in one transaction (RFC 5321, 4.5.3.1.8). */
  public static final int MOST_RECIPIENTS = 100;

  public MailDraft {
    to = List.copyOf(to);
    cc = List.copyOf(cc);
    bcc = List.copyOf(bcc);
    replyTo = List.copyOf(replyTo);
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    attachments = List.copyOf(attachments);
  }

  /** A file that goes along; {@code bytes} is not copied and must not be changed. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  public record Attachment(String filename, String contentType, byte[] bytes) {}

  /**
   * Reads a JSON body.
   *
   * @throws ExpansionException if it is no mail; the message names the field, what is wrong with it
   *     and what is allowed
   */
  public static MailDraft read(byte[] body) {
    return MailDraftReader.read(body);
  }

  /**
   * Whether a content type is a whole message.
   *
   * @return false: it is JSON
   * @throws ExpansionException if it is neither
   */
  public static boolean isWholeMessage(String contentType) {
    String type = contentType.toLowerCase(Locale.ROOT).split(";", 2)[0].strip();
    if (!type.equals(WHOLE_MESSAGE)
        && !type.equals("application/json")
        && !type.endsWith("+json")) {
      throw new ExpansionException(
          "its content type is `%s`; a mail is application/json or %s"
              .formatted(contentType, WHOLE_MESSAGE));
    }
    return type.equals(WHOLE_MESSAGE);
  }

  /**
   * Checks a body before anything is done with it. A whole message is looked at only where it is
   * sent.
   *
   * @throws ExpansionException if it is no mail
   */
  public static void check(String contentType, byte[] body) {
    if (!isWholeMessage(contentType)) {
      var unused = read(body);
    }
  }
}
