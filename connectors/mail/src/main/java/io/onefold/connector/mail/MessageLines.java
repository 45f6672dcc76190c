package io.onefold.connector.mail;

import java.io.ByteArrayOutputStream;

/** The lines of a message as they go over the wire. */
final class MessageLines {
  private MessageLines() {}

  /**
   * The same bytes.
   *
   * @throws WrongMailException if a line is longer than servers take; some break it, others refuse
   */
  static byte[] checked(byte[] message) {
    int line = 1;
    int length = 0;
    for (byte each : message) {
      length = each == '\n' ? 0 : length + 1;
      line += each == '\n' ? 1 : 0;
      // The CR is no part of the line.
      if (length > Letter.LONGEST_LINE + 1) {
        throw new WrongMailException(
            "line %d of the message is longer than %d bytes, the most that mail allows"
                .formatted(line, Letter.LONGEST_LINE));
      }
    }
    return message;
  }

  /**
   * A message with CRLF at the end of each line, also of the last.
   *
   * @throws WrongMailException if it holds a NUL, or a CR that ends no line: servers disagree on
   *     what these mean, and a mail can be smuggled through the difference
   */
  static byte[] withCrLf(byte[] message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(message.length + 1024);
    for (int i = 0; i < message.length; i++) {
      byte each = message[i];
      boolean lonelyCr = each == '\r' && (i + 1 == message.length || message[i + 1] != '\n');
      if (each == 0 || lonelyCr) {
        throw new WrongMailException(
            "byte %d of the message is %s, which mail does not allow"
                .formatted(i, each == 0 ? "NUL" : "a CR without an LF"));
      }
      if (each == '\n' && (i == 0 || message[i - 1] != '\r')) {
        out.write('\r');
      }
      out.write(each);
    }
    boolean ended = message.length > 0 && message[message.length - 1] == '\n';
    if (!ended) {
      out.writeBytes(new byte[] {'\r', '\n'});
    }
    return out.toByteArray();
  }

  /** The bytes that follow {@code 354}, without the dot: a dot that starts a line is doubled. */
  static byte[] dotted(byte[] message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(message.length + 1024);
    byte before = '\n';
    for (byte each : message) {
      if (each == '.' && before == '\n') {
        out.write('.');
      }
      out.write(each);
      before = each;
    }
    return out.toByteArray();
  }
}
