package io.onefold.connector.mail;

import io.onefold.destination.MailContract;
import io.onefold.destination.MailDraft;
import io.onefold.destination.Mailbox;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A payload that is a whole message (RFC 5322). It goes out as it is, but for what the connector
 * answers for: the Message-ID is replaced (the old one moves to {@code X-Original-Message-ID}),
 * {@code Bcc} is taken out once its recipients are read, and a missing {@code Date} is added.
 */
final class RawLetter {
  private static final Pattern FIELD = Pattern.compile("([!-9;-~]+)[ \\t]*:(.*)", Pattern.DOTALL);

  /** Trace of a way that this mail has not gone yet, or another sender than the contract's. */
  private static final Set<String> NOT_OURS =
      Set.of("received", "return-path", "sender", "x-onefold-operation", "x-original-message-id");

  /** One header field: its name in lower case, its value without folds, and its lines. */
  private record Field(String name, String value, String lines) {}

  private final List<Field> fields;
  private final byte[] body;
  private final MailContract contract;
  private final String operationId;

  private RawLetter(List<Field> fields, byte[] body, MailContract contract, String operationId) {
    this.fields = fields;
    this.body = body;
    this.contract = contract;
    this.operationId = operationId;
  }

  static Letter of(byte[] payload, MailContract contract, String operationId, Instant firstSentAt) {
    // One character for each byte, so nothing changes on the way through.
    String message = new String(MessageLines.withCrLf(payload), StandardCharsets.ISO_8859_1);
    int end = message.startsWith("\r\n") ? 0 : message.indexOf("\r\n\r\n") + 2;
    String head = end == 1 ? message : message.substring(0, end);
    byte[] body =
        (end == 1 ? "\r\n" : message.substring(end)).getBytes(StandardCharsets.ISO_8859_1);
    return new RawLetter(fields(head), body, contract, operationId).letter(firstSentAt);
  }

  private static List<Field> fields(String head) {
    List<Field> fields = new ArrayList<>();
    String block = head.isEmpty() ? head : head.substring(0, head.length() - 2);
    for (String lines : block.split("\r\n(?![ \\t])", -1)) {
      Matcher field = FIELD.matcher(lines);
      if (!field.matches()) {
        String start = lines.lines().findFirst().orElse("");
        throw new WrongMailException(
            "the header of the message has a line that is no field: `%s`"
                .formatted(start.substring(0, Math.min(80, start.length()))));
      }
      fields.add(
          new Field(
              field.group(1).toLowerCase(Locale.ROOT),
              utf8(field.group(2).replace("\r\n", "")).strip(),
              lines + "\r\n"));
    }
    return fields;
  }

  private static String utf8(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private Letter letter(Instant firstSentAt) {
    refuseOthers();
    checkAuthor();
    List<Mailbox> recipients = new ArrayList<>();
    List.of("to", "cc", "bcc").forEach(name -> recipients.addAll(mailboxes(name)));
    if (recipients.isEmpty() || recipients.size() > MailDraft.MOST_RECIPIENTS) {
      throw new WrongMailException(
          "`To`, `Cc` and `Bcc` must name 1 to %d recipients together, but name %d"
              .formatted(MailDraft.MOST_RECIPIENTS, recipients.size()));
    }
    byte[] header = header(firstSentAt);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(header);
    out.writeBytes(body);
    boolean utf8 =
        hasEightBit(header)
            || contract.smtp().from().needsUtf8()
            || recipients.stream().anyMatch(Mailbox::needsUtf8);
    return new Letter(
        contract.smtp().from(),
        recipients,
        MessageLines.checked(out.toByteArray()),
        hasEightBit(body),
        utf8);
  }

  private static boolean hasEightBit(byte[] bytes) {
    for (byte each : bytes) {
      if (each < 0) {
        return true;
      }
    }
    return false;
  }

  private void refuseOthers() {
    for (Field field : fields) {
      if (NOT_OURS.contains(field.name()) || field.name().startsWith("resent-")) {
        throw new WrongMailException(
            "the message has a field `%s`, which a mail must not bring along"
                .formatted(field.name()));
      }
    }
    for (String name : List.of("from", "date", "message-id", "subject", "to", "cc", "bcc")) {
      if (fields.stream().filter(field -> field.name().equals(name)).count() > 1) {
        throw new WrongMailException("the message has the field `%s` twice".formatted(name));
      }
    }
  }

  private void checkAuthor() {
    List<Mailbox> authors = mailboxes("from");
    if (authors.size() != 1 || !authors.getFirst().sameAddress(contract.smtp().from())) {
      throw new WrongMailException(
          "the field `From` must hold exactly the address of the contract, %s, but holds %s"
              .formatted(
                  contract.smtp().from().address(),
                  authors.isEmpty()
                      ? "none"
                      : String.join(", ", authors.stream().map(Mailbox::address).toList())));
    }
  }

  private List<Mailbox> mailboxes(String name) {
    List<Mailbox> mailboxes = new ArrayList<>();
    for (Field field : fields) {
      if (field.name().equals(name) && !field.value().isEmpty()) {
        try {
          for (InternetAddress address : InternetAddress.parseHeader(field.value(), true)) {
            mailboxes.add(Mailbox.parse(String.valueOf(address.getAddress())));
          }
        } catch (AddressException | IllegalArgumentException e) {
          throw new WrongMailException(
              "the field `%s` holds something else than addresses: %s"
                  .formatted(name, e.getMessage()));
        }
      }
    }
    return mailboxes;
  }

  private byte[] header(Instant firstSentAt) {
    HeaderLines ours = new HeaderLines();
    if (fields.stream().noneMatch(field -> field.name().equals("date"))) {
      ours.date(firstSentAt);
    }
    ours.add("Message-ID", Composer.messageId(contract, operationId))
        .add(HeaderLines.OPERATION, operationId);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(ours.bytes());
    for (Field field : fields) {
      String lines =
          switch (field.name()) {
            case "bcc" -> "";
            case "message-id" -> "X-Original-" + field.lines();
            default -> field.lines();
          };
      out.writeBytes(lines.getBytes(StandardCharsets.ISO_8859_1));
    }
    return out.toByteArray();
  }
}
