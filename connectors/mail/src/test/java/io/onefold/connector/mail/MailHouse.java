package io.onefold.connector.mail;

import com.icegreen.greenmail.imap.AuthorizationException;
import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.store.MailFolder;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendRequest;
import io.onefold.destination.Destination;
import io.onefold.destination.DestinationsFile;
import io.onefold.destination.SecretResolver;
import jakarta.mail.Flags;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.Optional;

/** A mailbox over IMAP, and contracts and requests for it. */
final class MailHouse {
  static final String USER = "inbox@example.test";
  static final String PASSWORD = "pass-3f9c1";
  static final Instant FIRST_SENT = Instant.parse("2026-10-31T10:00:00Z");

  /** Placeholders: SMTP port, IMAP port, further lines of the destination. */
  private static final String CONTRACT =
      """
      destinations:
        news:
          connector: smtp
          account: acme
          environment: live
          smtp:
            host: 127.0.0.1
            port: %d
            tls: none
            auth: {user: inbox@example.test, password: "${env:MAIL_PASSWORD}"}
            from: Acme News <news@acme.example>
            timeout: 2s
          imap:
            host: 127.0.0.1
            port: %d
            tls: none
            auth: {user: inbox@example.test, password: "${env:MAIL_PASSWORD}"}
            folders: %s
      """;

  private MailHouse() {}

  /** SMTP and IMAP on free ports. */
  static GreenMail start() {
    GreenMail house =
        new GreenMail(
            new ServerSetup[] {
              new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP),
              new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_IMAP)
            });
    house.start();
    house.setUser(USER, USER, PASSWORD);
    return house;
  }

  static void createFolder(GreenMail house, String name) {
    try {
      GreenMailUser user = house.getUserManager().getUser(USER);
      var unused = house.getManagers().getImapHostManager().createMailbox(user, name);
    } catch (AuthorizationException | FolderException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Puts a mail into the inbox. */
  static void deliver(GreenMail house, String message, boolean deleted) {
    deliver(house, "INBOX", message, deleted);
  }

  static void deliver(GreenMail house, String folder, String message, boolean deleted) {
    try {
      GreenMailUser user = house.getUserManager().getUser(USER);
      MailFolder inbox = house.getManagers().getImapHostManager().getFolder(user, folder, false);
      MimeMessage mail =
          new MimeMessage(null, new ByteArrayInputStream(message.getBytes(StandardCharsets.UTF_8)));
      Flags flags = deleted ? new Flags(Flags.Flag.DELETED) : new Flags();
      inbox.appendMessage(mail, flags, Date.from(FIRST_SENT));
    } catch (MessagingException | FolderException e) {
      throw new IllegalStateException(e);
    }
  }

  static Destination destination(int smtpPort, int imapPort) {
    return destination(smtpPort, imapPort, "[INBOX]");
  }

  static Destination destination(int smtpPort, int imapPort, String folders) {
    return parse(CONTRACT.formatted(smtpPort, imapPort, folders));
  }

  /** Nothing can be read back there. */
  static Destination withoutMailbox(int smtpPort) {
    String whole = CONTRACT.formatted(smtpPort, 1, "[INBOX]");
    return parse(whole.substring(0, whole.indexOf("    imap:")));
  }

  /** With a timeout that a silent server does not stretch. */
  static Destination quick(int smtpPort) {
    return parse(
        CONTRACT.formatted(smtpPort, 1, "[INBOX]").replace("timeout: 2s", "timeout: 300ms"));
  }

  /** With mails that the contract makes of a payload of another form. */
  static Destination templated(int smtpPort, int imapPort) {
    return parse(
        CONTRACT.formatted(smtpPort, imapPort, "[INBOX]")
            + "    send: {body: {json: {to: [\"{payload.address}\"], subject: \"{payload.what}\","
            + " text: \"Dear {payload.address}\"}}}\n");
  }

  /** With that TLS for the submission, and more lines of the destination. */
  static Destination secured(String host, int smtpPort, String security, String more) {
    String contract = CONTRACT.formatted(smtpPort, 1, "[INBOX]");
    return parse(
        contract
                .replaceFirst("tls: none", "tls: " + security)
                .replaceFirst("host: 127.0.0.1", "host: " + host)
            + more
            + "\n");
  }

  static Destination parse(String contract) {
    return DestinationsFile.parse("mail", contract, secrets()).find("news").orElseThrow();
  }

  static SecretResolver secrets() {
    return secrets(Map.of("MAIL_PASSWORD", PASSWORD));
  }

  static SecretResolver noSecrets() {
    return secrets(Map.of());
  }

  static SecretResolver wrongSecrets() {
    return secrets(Map.of("MAIL_PASSWORD", "wrong"));
  }

  private static SecretResolver secrets(Map<String, String> environment) {
    return new SecretResolver() {
      @Override
      public Optional<String> environment(String name) {
        return Optional.ofNullable(environment.get(name));
      }

      @Override
      public Optional<String> file(String path) {
        return Optional.empty();
      }
    };
  }

  /** That waits as long before the gate as {@link #quick} after it. */
  static MailConnector impatient() {
    Duration shortly = Duration.ofMillis(300);
    return new MailConnector(
        new MailSettings(shortly, shortly, Duration.ofSeconds(9), 1_000_000), secrets());
  }

  static MailConnector connector() {
    return new MailConnector(MailSettings.DEFAULT, secrets());
  }

  static String payload(String operation) {
    return """
    {"to": ["Zoë <%s@example.test>"], "subject": "Grüße aus Köln", "text": "Hello\\nWorld.",
     "attachments": [{"filename": "a.bin", "content-type": "application/octet-stream",
                      "base64": "AAEC/w=="}]}
    """
        .formatted(operation);
  }

  static SendRequest send(Destination destination, String operation, String payload) {
    return send(destination, operation, payload, "application/json");
  }

  static SendRequest send(
      Destination destination, String operation, String payload, String contentType) {
    return new SendRequest(
        destination,
        operation,
        1,
        "announce",
        payload.getBytes(StandardCharsets.UTF_8),
        contentType,
        Map.of(),
        FIRST_SENT);
  }

  static ReadbackRequest readback(Destination destination, String operation, String payload) {
    return readback(destination, operation, payload, "application/json", Optional.empty());
  }

  static ReadbackRequest readback(
      Destination destination,
      String operation,
      String payload,
      String contentType,
      Optional<String> providerId) {
    return new ReadbackRequest(
        destination,
        operation,
        payload.getBytes(StandardCharsets.UTF_8),
        contentType,
        Map.of(),
        providerId,
        Optional.empty(),
        Optional.empty(),
        providerId.isPresent(),
        Optional.of(FIRST_SENT));
  }
}
