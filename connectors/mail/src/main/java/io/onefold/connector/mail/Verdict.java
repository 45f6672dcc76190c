package io.onefold.connector.mail;

import io.onefold.connector.Evidence;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.Deferred;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.SendResult.Unknown;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a reply means at the stage where it came. Pure.
 *
 * <p>A server takes a mail with its positive reply to the final dot and in no other way (RFC 5321,
 * 4.1.1.4 and 6.1). So every reply before the dot, and every negative one after it, says that
 * nothing was taken; with one exception, see {@link #isOfAnother}.
 */
final class Verdict {
  private static final int SHUTTING_DOWN = 421;
  private static final int LONGEST_SHOWN = 300;
  private static final Pattern WAIT =
      Pattern.compile(
          ".*\\b(?:in|for|after|wait) (\\d{1,6}) ?(s|sec|secs|seconds?|m|min|mins|minutes?)\\b.*",
          Pattern.CASE_INSENSITIVE);

  private final Stage stage;
  private final SmtpReply reply;
  private final String about;
  private final Credentials credentials;

  private Verdict(Stage stage, SmtpReply reply, String about, Credentials credentials) {
    this.stage = stage;
    this.reply = reply;
    this.about = about;
    this.credentials = credentials;
  }

  /**
   * Judges a reply that ends the attempt.
   *
   * @param about what was asked beside the stage itself, for example a recipient; may be empty
   */
  static SendResult of(Stage stage, SmtpReply reply, String about, Credentials credentials) {
    return new Verdict(stage, reply, about, credentials).result();
  }

  private SendResult result() {
    if (stage == Stage.END) {
      return afterTheDot();
    }
    if (reply.isTransient()) {
      return beforeTheDot();
    }
    if (!reply.isPermanent()) {
      return notCommitted("this is no answer to it; nothing was handed over");
    }
    return switch (stage) {
      // The server does not serve this client or this sender at all, whatever the mail is.
      case GREETING, EHLO, AUTH -> refused(Refused.Why.AUTHORIZATION);
      case MAIL -> refused(isAboutAccess() ? Refused.Why.AUTHORIZATION : rejected());
      case STARTTLS ->
          new NotSent(NotSent.Why.TLS_FAILED, said("nothing was handed over"), evidence());
      case RCPT, DATA, CONTENT -> refused(rejected());
      case END -> throw new IllegalStateException("judged above");
    };
  }

  private static Refused.Why rejected() {
    return Refused.Why.REJECTED_BY_DESTINATION;
  }

  private boolean isAboutAccess() {
    return reply.code() == 530
        || reply.code() == 535
        || reply.enhanced().filter(status -> status.startsWith("5.7.")).isPresent();
  }

  private SendResult beforeTheDot() {
    if (stage == Stage.STARTTLS) {
      return new NotSent(NotSent.Why.TLS_FAILED, said("nothing was handed over"), evidence());
    }
    // A recipient that is deferred, greylisted for example, says nothing about other mails.
    return stage == Stage.RCPT && reply.code() != SHUTTING_DOWN
        ? notCommitted("not now; nothing was handed over")
        : deferred();
  }

  private SendResult afterTheDot() {
    if (reply.isPositive()) {
      return new Accepted(said("accepted"), evidence(), Optional.empty());
    }
    if (isOfAnother()) {
      return new Unknown(
          Unknown.Why.SERVER_ERROR,
          said("a connection behind the server failed, and the mail may have gone through it"),
          evidence(),
          Optional.empty());
    }
    if (reply.isTransient()) {
      return deferred();
    }
    return reply.isPermanent()
        ? refused(rejected())
        : new Unknown(
            Unknown.Why.UNREADABLE_ANSWER,
            said("this is no answer to a whole mail"),
            evidence(),
            Optional.empty());
  }

  /**
   * A network status (RFC 3463, X.4.X) in reply to the dot: the server is a proxy that passed the
   * dot on and then lost the one behind it, which may have taken the mail.
   */
  private boolean isOfAnother() {
    return reply.enhanced().filter(status -> status.matches("[45]\\.4\\..*")).isPresent();
  }

  private SendResult deferred() {
    return new Deferred(
        waiting(), said("not now; the mail was not taken"), evidence(), Optional.empty());
  }

  /** What the text asks for; zero: it names no time, and whoever waits chooses. */
  private Duration waiting() {
    Matcher wait = WAIT.matcher(reply.text());
    if (!wait.matches()) {
      return Duration.ZERO;
    }
    long number = Long.parseLong(wait.group(1));
    boolean seconds = wait.group(2).toLowerCase(java.util.Locale.ROOT).startsWith("s");
    return seconds ? Duration.ofSeconds(number) : Duration.ofMinutes(number);
  }

  private SendResult refused(Refused.Why why) {
    String what = why == Refused.Why.AUTHORIZATION ? "not authorised" : "refused";
    return new Refused(why, said(what + "; the mail was not taken"), evidence(), Optional.empty());
  }

  private SendResult notCommitted(String what) {
    return new NotSent(NotSent.Why.NOT_COMMITTED, said(what), evidence());
  }

  private String said(String what) {
    String text = credentials.mask(reply.toString());
    return "The mail server answered %s to %s%s: %s"
        .formatted(
            text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…",
            stage.shown,
            about.isEmpty() ? "" : " " + about,
            what);
  }

  private Evidence evidence() {
    return new Evidence(
        Optional.of(reply.code()),
        stage == Stage.END && reply.isPositive() ? QueueIds.ofReply(reply) : Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(credentials.mask(reply.toString())));
  }
}
