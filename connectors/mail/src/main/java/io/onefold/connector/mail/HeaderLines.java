package io.onefold.connector.mail;

import io.onefold.destination.Mailbox;
import jakarta.mail.internet.MimeUtility;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Header lines in the order they are added: encoded, folded, each ended by CRLF. */
final class HeaderLines {
  /** The header that names the operation in plain sight. */
  static final String OPERATION = "X-Onefold-Operation";

  private static final String CRLF = "\r\n";
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM uuuu HH:mm:ss '+0000'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final StringBuilder lines = new StringBuilder();

  /** A value that is ASCII already, or raw UTF-8 in an address that needs it. */
  HeaderLines add(String name, String value) {
    lines.append(name).append(": ");
    lines.append(MimeUtility.fold(name.length() + 2, value)).append(CRLF);
    return this;
  }

  /** A text for people, in encoded words where it is not ASCII. */
  HeaderLines text(String name, String value) {
    return add(name, encoded(value));
  }

  /** Addresses; nothing if there is none. */
  HeaderLines mailboxes(String name, List<Mailbox> mailboxes) {
    return mailboxes.isEmpty()
        ? this
        : add(name, mailboxes.stream().map(HeaderLines::shown).collect(Collectors.joining(", ")));
  }

  /** A moment, whatever the time zone of this machine. */
  HeaderLines date(Instant at) {
    return add("Date", DATE.format(at));
  }

  private static String shown(Mailbox mailbox) {
    return mailbox
        .name()
        .map(name -> phrase(name) + " <" + mailbox.address() + ">")
        .orElse(mailbox.address());
  }

  private static String phrase(String name) {
    boolean ascii = name.chars().allMatch(c -> c < 0x7f);
    return ascii && !name.contains("=?")
        ? '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"'
        : encoded(name);
  }

  private static String encoded(String text) {
    try {
      return MimeUtility.encodeText(text, "UTF-8", null);
    } catch (UnsupportedEncodingException impossible) {
      throw new IllegalStateException("every Java platform has UTF-8", impossible);
    }
  }

  /** All lines, without the empty one that ends a header. */
  byte[] bytes() {
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }
}
