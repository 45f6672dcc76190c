package io.onefold.destination;

import io.onefold.destination.HttpContract.Readback;
import io.onefold.destination.MailContract.Imap;
import io.onefold.destination.MailContract.Login;
import io.onefold.destination.MailContract.Security;
import io.onefold.destination.MailContract.Smtp;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads the parts of a contract for the connector {@code smtp}. */
final class MailReader {
  static final String CONNECTOR = "smtp";

  /** A server that scans a mail before it answers takes longer than most. */
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  private static final int LAST_PORT = 65_535;
  private static final int LONGEST_FOLDER = 200;
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.]{2,45}");
  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");
  private static final Template NOTHING = new Template("", Set.of());
  private static final Mailbox NOBODY = new Mailbox(Optional.empty(), "nobody@invalid");

  /** Keys of a contract for HTTP that say nothing about mail, and what does. */
  private static final Map<String, String> NOT_FOR_MAIL =
      Map.of(
          "headers", "headers of a mail stand in its payload",
          "idempotency", "mail servers know no keys; the Message-ID follows from the operation ID",
          "identity", "the login in `smtp` is the identity",
          "readback", "mail is read back by its Message-ID where there is an `imap` block",
          "item", "a mail that is found is compared as a whole",
          "job", "mail servers promise no jobs",
          "auth", "write `smtp: {auth: {user, password}}`",
          "egress", "only the hosts in `smtp` and `imap` are called");

  private MailReader() {}

  static MailContract read(YamlMapping in) {
    NOT_FOR_MAIL.forEach(
        (key, instead) -> in.refuse(key, "is not for the connector `smtp`: " + instead));
    Optional<YamlMapping> smtp =
        in.need("smtp", "the server that takes the mail").map(YamlValue::mapping);
    Smtp server = smtp.map(MailReader::smtp).orElseGet(MailReader::noServer);
    return new MailContract(
        server,
        in.get("imap").map(value -> imap(value.mapping())),
        in.get("message-id-domain", MailReader::domain, server.from().domain()));
  }

  private static Smtp noServer() {
    return new Smtp("", 0, Security.STARTTLS, Optional.empty(), NOBODY, DEFAULT_TIMEOUT);
  }

  private static Smtp smtp(YamlMapping in) {
    String host = host(in);
    Security security = security(in, Security.STARTTLS);
    int usual =
        switch (security) {
          case STARTTLS -> 587;
          case IMPLICIT -> 465;
          case NONE -> 25;
        };
    Smtp smtp =
        new Smtp(
            host,
            in.get("port", MailReader::port, usual),
            security,
            in.get("auth").map(value -> login(value.mapping())),
            in.need("from", "the author of every mail, " + Mailbox.FORMS)
                .flatMap(MailReader::mailbox)
                .orElse(NOBODY),
            in.get("timeout", SendReader::timeout, DEFAULT_TIMEOUT));
    in.noOtherKeys();
    return smtp;
  }

  private static Imap imap(YamlMapping in) {
    String host = host(in);
    Security security = security(in, Security.IMPLICIT);
    Imap imap =
        new Imap(
            host,
            in.get("port", MailReader::port, security == Security.IMPLICIT ? 993 : 143),
            security,
            in.need("auth", "user and password of the mailbox")
                .map(value -> login(value.mapping()))
                .orElse(new Login(NOTHING, NOTHING)),
            in.get("folders").map(MailReader::folders).orElse(List.of("INBOX")));
    in.noOtherKeys();
    return imap;
  }

  private static String host(YamlMapping in) {
    String what = "the name or IP address of the server";
    return in.need("host", what)
        .flatMap(
            value ->
                value
                    .resolvedText(what)
                    .flatMap(
                        text ->
                            HOST.matcher(text).matches() || SecretReference.parse(text).isPresent()
                                ? Optional.of(text)
                                : value.wrong(
                                    "`%s` must be %s, without a scheme and a port"
                                        .formatted(text, what))))
        .orElse("");
  }

  // As a text, because the parameter of a preset is one.
  private static Optional<Integer> port(YamlValue value) {
    String what = "a port from 1 to " + LAST_PORT;
    return value
        .text(what)
        .flatMap(
            text -> {
              int port = PORT.matcher(text).matches() ? Integer.parseInt(text) : 0;
              return port >= 1 && port <= LAST_PORT
                  ? Optional.of(port)
                  : value.wrong("`%s` must be %s".formatted(text, what));
            });
  }

  private static Security security(YamlMapping in, Security otherwise) {
    return in.get(
        "tls", v -> v.choice(Words.of(Security.values(), Function.identity())), otherwise);
  }

  private static Login login(YamlMapping in) {
    Login login =
        new Login(
            secret(in, "user", "the name of the user"), secret(in, "password", "the password"));
    in.noOtherKeys();
    return login;
  }

  private static Template secret(YamlMapping in, String key, String what) {
    return in.need(key, what)
        .flatMap(
            value ->
                TemplateReader.text(
                    value, "a text, usually " + SecretReference.FORMS, TemplateScope.DESTINATION))
        .orElse(NOTHING);
  }

  private static Optional<Mailbox> mailbox(YamlValue value) {
    return value
        .text(Mailbox.FORMS)
        .flatMap(
            text -> {
              try {
                return Optional.of(Mailbox.parse(text));
              } catch (IllegalArgumentException wrong) {
                return value.wrong(String.valueOf(wrong.getMessage()));
              }
            });
  }

  private static Optional<String> domain(YamlValue value) {
    String what = "a domain of yours, such as mail.example";
    return value
        .text(what)
        .flatMap(
            text -> {
              try {
                return Optional.of(Mailbox.domain(text, text));
              } catch (IllegalArgumentException wrong) {
                return value.wrong("`%s` must be %s".formatted(text, what));
              }
            });
  }

  private static List<String> folders(YamlValue value) {
    List<YamlValue> names = value.oneOrMore("folders");
    if (names.isEmpty() && value.isSequence()) {
      value.wrong("is empty; name at least one folder");
    }
    return names.stream().flatMap(name -> folder(name).stream()).distinct().toList();
  }

  private static Optional<String> folder(YamlValue value) {
    String what = "the name of a folder, as the server shows it";
    return value
        .text(what)
        .flatMap(
            text ->
                text.length() <= LONGEST_FOLDER && text.chars().noneMatch(Character::isISOControl)
                    ? Optional.of(text)
                    : value.wrong(
                        "must be %s, at most %d characters".formatted(what, LONGEST_FOLDER)));
  }

  /**
   * What the rest of Onefold needs to know of the calls: how long, whether to ask, what is sent.
   */
  static HttpContract calls(YamlMapping in, String name, MailContract mail) {
    Template way = DestinationReader.ownWay(CONNECTOR, name);
    return new HttpContract(
        Map.of(),
        new HttpContract.Send(
            "POST",
            way,
            mail.smtp().timeout(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            in.get("send").map(MailReader::body).orElse(Body.PAYLOAD)),
        Optional.empty(),
        Optional.empty(),
        mail.imap().isPresent()
            ? List.of(DestinationReader.ownReadback(CONNECTOR, name))
            : List.<Readback>of(),
        ItemReader.NONE,
        Optional.empty(),
        Optional.empty(),
        in.get("tls").map(AccessReader::tls),
        Egress.NONE);
  }

  private static Body body(YamlValue value) {
    YamlMapping send = value.mapping();
    Body body = send.get("body", BodyReader::read, Body.PAYLOAD);
    send.noOtherKeys();
    if (body instanceof Body.Form) {
      value.mistake(
          "`form` is no mail: take `payload`, `json`, or `text` with content-type message/rfc822");
    }
    return body;
  }
}
