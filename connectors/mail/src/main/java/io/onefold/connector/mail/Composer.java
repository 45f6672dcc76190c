package io.onefold.connector.mail;

import io.onefold.destination.MailContract;
import io.onefold.destination.MailDraft;
import io.onefold.destination.Mailbox;
import io.onefold.destination.OperationReference;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeUtility;
import jakarta.mail.internet.ParameterList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a draft as a message. The same operation gives the same bytes in every attempt and on
 * every machine: nothing in them comes from a clock, a random number or a setting.
 */
final class Composer {
  private static final byte[] CRLF = {'\r', '\n'};
  private static final int LONGEST_PLAIN_LINE = 78;
  private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(76, CRLF);

  /** A header block and what follows it. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  private record Entity(HeaderLines headers, byte[] content) {}

  private final MailDraft draft;
  private final MailContract contract;
  private final String operationId;
  private final String reference;

  private Composer(MailDraft draft, MailContract contract, String operationId) {
    this.draft = draft;
    this.contract = contract;
    this.operationId = operationId;
    this.reference = OperationReference.hex(operationId);
  }

  /** The Message-ID of an operation, with its angle brackets. */
  static String messageId(MailContract contract, String operationId) {
    return "<" + OperationReference.hex(operationId) + "@" + contract.messageIdDomain() + ">";
  }

  /**
   * Composes.
   *
   * @throws WrongMailException if a header gets a line that no server has to take
   */
  static Letter compose(
      MailDraft draft, MailContract contract, String operationId, Instant firstSentAt) {
    return new Composer(draft, contract, operationId).letter(firstSentAt);
  }

  private Letter letter(Instant firstSentAt) {
    HeaderLines top =
        new HeaderLines()
            .date(firstSentAt)
            .mailboxes("From", List.of(contract.smtp().from()))
            .mailboxes("To", draft.to())
            .mailboxes("Cc", draft.cc())
            .mailboxes("Reply-To", draft.replyTo())
            .text("Subject", draft.subject())
            .add("Message-ID", messageId(contract, operationId))
            .add(HeaderLines.OPERATION, operationId);
    draft.headers().forEach(top::text);
    top.add("MIME-Version", "1.0");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(top.bytes());
    write(whole(), out);
    byte[] message = out.toByteArray();
    if (message[message.length - 1] != '\n') {
      out.writeBytes(CRLF);
      message = out.toByteArray();
    }
    List<Mailbox> recipients =
        Stream.of(draft.to(), draft.cc(), draft.bcc()).flatMap(List::stream).toList();
    boolean utf8 =
        contract.smtp().from().needsUtf8()
            || Stream.concat(recipients.stream(), draft.replyTo().stream())
                .anyMatch(Mailbox::needsUtf8);
    return new Letter(
        contract.smtp().from(), recipients, MessageLines.checked(message), false, utf8);
  }

  private Entity whole() {
    if (draft.attachments().isEmpty()) {
      return body();
    }
    List<Entity> parts = new ArrayList<>(List.of(body()));
    draft.attachments().forEach(attachment -> parts.add(file(attachment)));
    return multipart("mixed", parts);
  }

  private Entity body() {
    List<Entity> bodies =
        Stream.concat(
                draft.text().map(text -> text("plain", text)).stream(),
                draft.html().map(html -> text("html", html)).stream())
            .toList();
    return bodies.size() == 1 ? bodies.getFirst() : multipart("alternative", bodies);
  }

  private static Entity text(String subtype, String text) {
    String lines = text.replace("\r\n", "\n").replace('\r', '\n').replace("\n", "\r\n");
    boolean plain = isPlain(lines);
    HeaderLines headers =
        new HeaderLines()
            .add("Content-Type", "text/" + subtype + "; charset=UTF-8")
            .add("Content-Transfer-Encoding", plain ? "7bit" : "quoted-printable");
    byte[] bytes = lines.getBytes(StandardCharsets.UTF_8);
    return new Entity(headers, plain ? bytes : quotedPrintable(bytes));
  }

  /**
   * Whether every server and store keeps it as it is. {@code =_} begins a boundary, so a text that
   * holds it is encoded, where no {@code =_} can stand.
   */
  private static boolean isPlain(String lines) {
    return lines.chars().allMatch(c -> c < 0x7f)
        && !lines.contains("=_")
        && lines
            .lines()
            .allMatch(
                line ->
                    line.length() <= LONGEST_PLAIN_LINE
                        && !line.startsWith("From ")
                        && !line.endsWith(" ")
                        && !line.endsWith("\t"));
  }

  private static byte[] quotedPrintable(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream encoder = MimeUtility.encode(out, "quoted-printable")) {
      encoder.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (MessagingException impossible) {
      throw new IllegalStateException("quoted-printable is always known", impossible);
    }
    return out.toByteArray();
  }

  private static Entity file(MailDraft.Attachment attachment) {
    ParameterList name = new ParameterList();
    name.set("filename", attachment.filename(), "UTF-8");
    HeaderLines headers =
        new HeaderLines()
            .add("Content-Type", attachment.contentType())
            .add("Content-Transfer-Encoding", "base64")
            .add("Content-Disposition", "attachment" + name);
    return new Entity(headers, BASE64.encode(attachment.bytes()));
  }

  private Entity multipart(String subtype, List<Entity> parts) {
    String boundary = "=_onefold." + reference + "." + subtype;
    HeaderLines headers =
        new HeaderLines()
            .add("Content-Type", "multipart/" + subtype + "; boundary=\"" + boundary + "\"");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Entity part : parts) {
      out.writeBytes(ascii("--" + boundary + "\r\n"));
      write(part, out);
      out.writeBytes(CRLF);
    }
    out.writeBytes(ascii("--" + boundary + "--\r\n"));
    return new Entity(headers, out.toByteArray());
  }

  private static void write(Entity entity, ByteArrayOutputStream out) {
    out.writeBytes(entity.headers().bytes());
    out.writeBytes(CRLF);
    out.writeBytes(entity.content());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
