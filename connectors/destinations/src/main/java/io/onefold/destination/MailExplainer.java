package io.onefold.destination;

import io.onefold.destination.MailContract.Imap;
import io.onefold.destination.MailContract.Login;
import io.onefold.destination.MailContract.Security;
import io.onefold.destination.MailContract.Smtp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says in plain words what the mail part of a contract means. Secrets stay references. */
final class MailExplainer {
  private final Destination destination;
  private final MailContract mail;

  MailExplainer(Destination destination, MailContract mail) {
    this.destination = destination;
    this.mail = mail;
  }

  /** How a mail goes out and how an unknown outcome is asked about. */
  List<String> calls() {
    List<String> sentences = new ArrayList<>();
    Smtp smtp = mail.smtp();
    sentences.add(
        "Submits mail from %s to %s:%d %s%s, and cuts the connection off after %s; a grant lasts %s."
            .formatted(
                smtp.from().address(),
                smtp.host(),
                smtp.port(),
                words(smtp.security()),
                user(smtp.login()),
                Durations.format(destination.effectiveSendTimeout()),
                Durations.format(destination.lease())));
    Body body = destination.http().send().body();
    if (!body.equals(Body.PAYLOAD)) {
      sentences.add(AccessExplainer.body(body));
    }
    sentences.addAll(AccessExplainer.access(destination));
    sentences.add(
        "Every mail has the Message-ID <{reference}@%s> and the header X-Onefold-Operation; it counts as handed over only with the dot that ends it."
            .formatted(mail.messageIdDomain()));
    sentences.add(
        "There is no idempotency key: a second submission could arrive a second time, with the same"
            + " Message-ID.");
    sentences.add(
        mail.imap()
            .map(this::searched)
            .orElse("An unknown outcome cannot be read back and goes to a person."));
    return sentences;
  }

  private String searched(Imap imap) {
    return "An unknown outcome is looked for by its exact Message-ID in %s of the mailbox %s at %s:%d %s; after %s without an answer that tells, a person decides."
        .formatted(
            imap.folders().size() == 1
                ? "folder " + imap.folders().getFirst()
                : "the folders " + String.join(", ", imap.folders()),
            imap.login().user().text(),
            imap.host(),
            imap.port(),
            words(imap.security()),
            Durations.format(destination.readbacks().deadline()));
  }

  private static String words(Security security) {
    return switch (security) {
      case STARTTLS -> "with STARTTLS";
      case IMPLICIT -> "over TLS";
      case NONE -> "in the clear";
    };
  }

  private static String user(Optional<Login> login) {
    return login.map(it -> " as user " + it.user().text()).orElse(" without a login");
  }

  /** What a matching mail is. */
  static String verified() {
    return "VERIFIED means: one submission found, from the contract's address, with the visible"
        + " recipients, subject, texts and attachments as approved (blanks at the ends of texts do"
        + " not count).";
  }
}
