package io.onefold.connector.mail;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name that the submission server gave to a mail: in its reply, and in the trace it left. */
final class QueueIds {
  private static final String ID = "([A-Za-z0-9][A-Za-z0-9._-]{3,99})";

  /** Postfix and others; Exim; Sendmail. Anything else names nothing for certain. */
  private static final List<Pattern> REPLIES =
      List.of(
          Pattern.compile(".*\\bqueued as " + ID + "(?: .*)?", Pattern.CASE_INSENSITIVE),
          Pattern.compile("(?:\\S+ )?OK id=" + ID + "(?: .*)?", Pattern.CASE_INSENSITIVE),
          Pattern.compile("(?:\\S+ )?" + ID + " Message accepted for delivery"));

  private static final Pattern TRACE = Pattern.compile(".*?\\sid\\s+<?" + ID + ">?[\\s;].*");

  private QueueIds() {}

  /** The id that a reply to a whole mail shows. */
  static Optional<String> ofReply(SmtpReply reply) {
    return REPLIES.stream()
        .map(form -> form.matcher(reply.text()))
        .filter(Matcher::matches)
        .map(match -> match.group(1))
        .findFirst();
  }

  /** The id clause of one {@code Received} field (RFC 5321, 4.4). */
  static Optional<String> ofTrace(String received) {
    Matcher trace = TRACE.matcher(received.replaceAll("\\s+", " "));
    return trace.matches() ? Optional.of(trace.group(1)) : Optional.empty();
  }
}
