package io.onefold.connector.mail;

import io.onefold.connector.Evidence;
import io.onefold.connector.SendGate;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.destination.MailContract.Security;
import io.onefold.destination.MailContract.Smtp;
import io.onefold.destination.Mailbox;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * One mail transaction on a connection of its own, from the greeting to the reply to the final dot.
 * Nothing is repeated. Used once, by one thread.
 */
final class Submission {
  /** The reply that ends the attempt. */
  private static final class EndedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient SendResult result;

    EndedException(SendResult result) {
      super(null, null, false, false);
      this.result = result;
    }
  }

  private static final byte[] DOT = {'.', '\r', '\n'};

  private final Smtp smtp;
  private final Letter letter;
  private final Credentials credentials;
  private final SSLContext tls;
  private final MailSettings settings;
  private final Watchdog watchdog;
  private final Duration timeout;
  private final SmtpConnection connection;
  private final Map<String, String> extensions = new TreeMap<>();
  private Optional<Watchdog.Watch> watch = Optional.empty();
  private Stage stage = Stage.GREETING;
  private boolean connected;
  private boolean opened;

  Submission(
      Smtp smtp,
      Letter letter,
      Credentials credentials,
      SSLContext tls,
      MailSettings settings,
      Watchdog watchdog,
      Duration timeout) {
    this.smtp = smtp;
    this.letter = letter;
    this.credentials = credentials;
    this.tls = tls;
    this.settings = settings;
    this.watchdog = watchdog;
    this.timeout = timeout;
    this.connection = new SmtpConnection(smtp.host());
  }

  /** Makes the attempt. Blocks; the send timeout counts from the gate on. */
  SendResult make(SendGate gate) {
    try {
      bound(settings.prepareTimeout());
      prepare();
      bound(timeout);
      opened = gate.open();
      if (!opened) {
        leave();
        return notSent(NotSent.Why.LEASE_TOO_SHORT, "There is no time left to send");
      }
      return handOver();
    } catch (EndedException ended) {
      if (stage == Stage.CONTENT) {
        // The server still reads the mail, so it would take a command for a line of it.
        connection.cut();
      } else {
        leave();
      }
      return ended.result;
    } catch (IOException failure) {
      return failed(failure);
    } finally {
      watch.ifPresent(Watchdog.Watch::close);
      connection.close();
    }
  }

  /** From now on for that long. */
  private void bound(Duration limit) {
    watch.ifPresent(Watchdog.Watch::close);
    watch = Optional.of(watchdog.watch(limit, connection::cut));
  }

  /** Everything that cannot have an effect: up to the last recipient. */
  private void prepare() throws IOException, EndedException {
    connection.connect(smtp.port(), settings.connectTimeout());
    connected = true;
    if (smtp.security() == Security.IMPLICIT) {
      connection.startTls(tls);
    }
    expect(Stage.GREETING, connection.reply(), 2, "");
    hello();
    if (smtp.security() == Security.STARTTLS) {
      startTls();
    }
    if (smtp.login().isPresent()) {
      authenticate();
    }
    checkExtensions();
    String from = "MAIL FROM:<" + smtp.from().address() + ">" + parameters();
    expect(Stage.MAIL, ask(Stage.MAIL, from), 2, "");
    for (Mailbox recipient : letter.recipients()) {
      String to = "RCPT TO:<" + recipient.address() + ">";
      expect(Stage.RCPT, ask(Stage.RCPT, to), 2, "<" + recipient.address() + ">");
    }
  }

  private SendResult handOver() throws IOException, EndedException {
    expect(Stage.DATA, ask(Stage.DATA, "DATA"), 3, "");
    stage = Stage.CONTENT;
    connection.write(MessageLines.dotted(letter.bytes()));
    if (connection.hasInput()) {
      // A reply that comes before its question must not be taken for the one to the dot.
      throw new EndedException(Verdict.of(stage, connection.reply(), "", credentials));
    }
    if (watch.orElseThrow().isOver()) {
      throw new SocketTimeoutException("the time was over before the end of the mail");
    }
    stage = Stage.END;
    connection.write(DOT);
    SmtpReply reply = connection.reply();
    connection.quit();
    return Verdict.of(Stage.END, reply, "", credentials);
  }

  private SmtpReply ask(Stage next, String line) throws IOException {
    stage = next;
    return connection.command(line);
  }

  private void expect(Stage at, SmtpReply reply, int first, String about) throws EndedException {
    if (reply.code() / 100 != first) {
      throw new EndedException(Verdict.of(at, reply, about, credentials));
    }
  }

  private void hello() throws IOException, EndedException {
    SmtpReply reply = ask(Stage.EHLO, "EHLO " + connection.literal());
    expect(Stage.EHLO, reply, 2, "");
    extensions.clear();
    for (String line : reply.lines().subList(1, reply.lines().size())) {
      String[] words = line.split(" ", 2);
      extensions.put(words[0].toUpperCase(Locale.ROOT), words.length > 1 ? words[1] : "");
    }
  }

  private void startTls() throws IOException, EndedException {
    if (!extensions.containsKey("STARTTLS")) {
      throw new EndedException(
          notSent(
              NotSent.Why.TLS_FAILED,
              "The mail server offers no STARTTLS, and the contract asks for it"));
    }
    expect(Stage.STARTTLS, ask(Stage.STARTTLS, "STARTTLS"), 2, "");
    connection.startTls(tls);
    hello();
  }

  private void authenticate() throws IOException, EndedException {
    String offered = " " + extensions.getOrDefault("AUTH", "").toUpperCase(Locale.ROOT) + " ";
    SmtpReply reply;
    if (offered.contains(" PLAIN ")) {
      reply = ask(Stage.AUTH, "AUTH PLAIN " + credentials.plain());
    } else if (offered.contains(" LOGIN ")) {
      reply = ask(Stage.AUTH, "AUTH LOGIN");
      for (String answer : new String[] {credentials.user(), credentials.password()}) {
        expect(Stage.AUTH, reply, 3, "");
        reply = connection.command(Credentials.base64(answer));
      }
    } else {
      throw new EndedException(
          refused(
              Refused.Why.AUTHORIZATION,
              "The mail server offers neither AUTH PLAIN nor AUTH LOGIN, and the contract has a"
                  + " password"));
    }
    expect(Stage.AUTH, reply, 2, "");
  }

  private void checkExtensions() throws EndedException {
    if (letter.utf8() && !extensions.containsKey("SMTPUTF8")) {
      throw new EndedException(
          refused(
              Refused.Why.REJECTED_BY_DESTINATION,
              "The mail server does not take addresses and headers with other letters than ASCII"
                  + " (it offers no SMTPUTF8)"));
    }
    if (letter.eightBit() && !extensions.containsKey("8BITMIME")) {
      throw new EndedException(
          refused(
              Refused.Why.REJECTED_BY_DESTINATION,
              "The mail server does not take bodies with other bytes than ASCII (it offers no"
                  + " 8BITMIME)"));
    }
    String size = extensions.getOrDefault("SIZE", "");
    if (size.matches("[1-9][0-9]{0,17}") && letter.bytes().length > Long.parseLong(size)) {
      throw new EndedException(
          refused(
              Refused.Why.REJECTED_BY_DESTINATION,
              "The mail has %d bytes, and the mail server takes at most %s"
                  .formatted(letter.bytes().length, size)));
    }
  }

  private String parameters() {
    return (extensions.containsKey("SIZE") ? " SIZE=" + letter.bytes().length : "")
        + (letter.eightBit() ? " BODY=8BITMIME" : "")
        + (letter.utf8() ? " SMTPUTF8" : "");
  }

  /** Takes back what was begun, as far as the server still listens. */
  private void leave() {
    try {
      if (stage.compareTo(Stage.MAIL) >= 0) {
        var unused = connection.command("RSET");
      }
      connection.quit();
    } catch (IOException goneAlready) {
      // A transaction without its final dot ends with the connection.
    }
  }

  private SendResult failed(IOException failure) {
    // The watch may have cut it, or may be late to do so: in both cases the time was over.
    boolean timeout = watch.orElseThrow().isOver() || failure instanceof SocketTimeoutException;
    boolean interrupted = Thread.currentThread().isInterrupted();
    // Whatever happens, nothing that this connection still holds may arrive later.
    connection.cut();
    return stage == Stage.END
        ? unknown(failure, timeout, interrupted)
        : nothingHandedOver(failure, timeout, interrupted);
  }

  private SendResult unknown(IOException failure, boolean timeout, boolean interrupted) {
    Unknown.Why why;
    String what;
    if (interrupted) {
      why = Unknown.Why.INTERRUPTED;
      what = "The caller was interrupted";
    } else if (timeout) {
      why = Unknown.Why.TIMEOUT;
      what = "No reply came within " + this.timeout.toMillis() + " ms";
    } else if (failure instanceof SmtpConnection.UnreadableReplyException) {
      why = Unknown.Why.UNREADABLE_ANSWER;
      what = "The reply could not be read: " + failure.getMessage();
    } else {
      why = Unknown.Why.CONNECTION_LOST;
      what = "The connection was lost before the reply was complete";
    }
    return new Unknown(
        why,
        what + "; the whole mail had been handed over, so the server may have taken it",
        Evidence.NONE,
        Optional.empty());
  }

  private SendResult nothingHandedOver(IOException failure, boolean timeout, boolean interrupted) {
    String during = connected ? " during " + stage.shown : "";
    if (interrupted) {
      return notSent(
          opened ? NotSent.Why.NOT_COMMITTED : NotSent.Why.GIVEN_UP,
          "The caller was interrupted" + during);
    }
    if (failure instanceof UnknownHostException) {
      return notSent(
          NotSent.Why.NAME_NOT_RESOLVED, "The name " + smtp.host() + " leads to no address");
    }
    if (!connected
        && (failure instanceof ConnectException || failure instanceof NoRouteToHostException)
        && !timeout) {
      return notSent(
          NotSent.Why.CONNECTION_REFUSED,
          "Nothing takes connections at %s:%d".formatted(smtp.host(), smtp.port()));
    }
    if (failure instanceof SSLException && !timeout) {
      return notSent(NotSent.Why.TLS_FAILED, "TLS could not be agreed on: " + failure.getMessage());
    }
    if (timeout) {
      return notSent(
          opened ? NotSent.Why.NOT_COMMITTED : NotSent.Why.CONNECT_TIMEOUT,
          "The mail server took too long" + during);
    }
    return notSent(
        NotSent.Why.NOT_COMMITTED,
        (failure instanceof SmtpConnection.UnreadableReplyException
                ? "The mail server wrote what is no reply"
                : "The connection was lost")
            + during);
  }

  private SendResult notSent(NotSent.Why why, String message) {
    return new NotSent(
        why, credentials.mask(message) + "; no mail was handed over.", Evidence.NONE);
  }

  private static SendResult refused(Refused.Why why, String message) {
    return new Refused(
        why, message + "; no mail was handed over.", Evidence.NONE, Optional.empty());
  }
}
