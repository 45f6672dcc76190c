package io.onefold.connector.mail;

import io.onefold.connector.Connector;
import io.onefold.connector.Evidence;
import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendGate;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Refused;
import io.onefold.destination.BodyRenderer;
import io.onefold.destination.Destination;
import io.onefold.destination.ExpansionException;
import io.onefold.destination.MailContract;
import io.onefold.destination.MailContract.Imap;
import io.onefold.destination.MailDraft;
import io.onefold.destination.RenderedBody;
import io.onefold.destination.SecretResolver;
import io.onefold.destination.Secrets;
import io.onefold.destination.Tls;
import jakarta.mail.MessagingException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Follows the mail part of a contract. Thread-safe; keeps no connection from one call to the next.
 */
public final class MailConnector implements Connector {
  private final MailSettings settings;
  private final Secrets secrets;
  private final Watchdog watchdog = new Watchdog();

  /**
   * A connector with the usual bounds that takes secrets from the environment and files of this
   * process.
   */
  public MailConnector() {
    this(MailSettings.DEFAULT, SecretResolver.ofThisProcess());
  }

  /** A connector with the given bounds and source of secrets. */
  public MailConnector(MailSettings settings, SecretResolver secrets) {
    this.settings = settings;
    this.secrets = new Secrets(secrets);
  }

  @Override
  public String name() {
    return "smtp";
  }

  @Override
  public SendResult send(SendRequest request, SendGate gate) {
    Optional<MailContract> mail = request.destination().mail();
    if (mail.isEmpty()) {
      return notSent("it has no `smtp` block");
    }
    Letter letter;
    try {
      letter =
          letter(
              mail.get(),
              request.body(),
              request.bodyContentType(),
              request.operationId(),
              request.firstSentAt());
    } catch (WrongMailException | ExpansionException e) {
      return new Refused(
          Refused.Why.REJECTED_BY_DESTINATION,
          "The payload is no mail that can be sent: " + e.getMessage() + ". Nothing was sent.",
          Evidence.NONE,
          Optional.empty());
    }
    try {
      Submission submission =
          new Submission(
              mail.get().smtp(),
              letter,
              Credentials.of(mail.get().smtp().login(), secrets),
              tls(request.destination()),
              settings,
              watchdog,
              request.destination().effectiveSendTimeout());
      return submission.make(gate);
    } catch (ExpansionException | TlsFiles.UnusableException e) {
      return notSent(String.valueOf(e.getMessage()));
    }
  }

  private static SendResult notSent(String why) {
    return new NotSent(
        NotSent.Why.CONTRACT_MISMATCH,
        "This worker cannot follow the contract: " + why + ".",
        Evidence.NONE);
  }

  private static SSLContext tls(Destination destination) throws TlsFiles.UnusableException {
    Optional<Tls> tls = destination.http().tls();
    return TlsFiles.context(
        tls.flatMap(Tls::ca), tls.flatMap(Tls::certificate), tls.flatMap(Tls::key));
  }

  private static Letter letter(
      MailContract mail, byte[] body, String contentType, String operationId, Instant firstSentAt) {
    return MailDraft.isWholeMessage(contentType)
        ? RawLetter.of(body, mail, operationId, firstSentAt)
        : Composer.compose(MailDraft.read(body), mail, operationId, firstSentAt);
  }

  @Override
  public Observation readback(ReadbackRequest request) {
    Optional<Imap> imap = request.destination().mail().flatMap(MailContract::imap);
    if (imap.isEmpty()) {
      return new Inconclusive(
          Inconclusive.Why.NOTHING_TO_ASK,
          "",
          "The contract has no `imap` block, so nothing is asked");
    }
    MailContract mail = request.destination().mail().orElseThrow();
    try {
      ImapSearch search =
          new ImapSearch(
              imap.get(),
              Credentials.of(Optional.of(imap.get().login()), secrets),
              tls(request.destination()),
              settings);
      List<ImapSearch.Hit> hits = search.find(Composer.messageId(mail, request.operationId()));
      return new Look(request, approved(mail, request)).at(hits);
    } catch (ImapSearch.CannotTellException e) {
      return inconclusive(
          e.partly ? Inconclusive.Why.INCOMPLETE : Inconclusive.Why.UNAVAILABLE,
          String.valueOf(e.getMessage()));
    } catch (ExpansionException | TlsFiles.UnusableException e) {
      return inconclusive(Inconclusive.Why.UNAVAILABLE, "it cannot be asked: " + e.getMessage());
    }
  }

  private static Observation inconclusive(Inconclusive.Why why, String message) {
    return new Inconclusive(why, Look.METHOD, "Asked by Message-ID: " + message);
  }

  /** What was to be sent, read as what is found will be; empty if it was no mail. */
  private static Optional<MailContent> approved(MailContract mail, ReadbackRequest request) {
    try {
      // Rendering is pure, so this is the body that the ledger once rendered.
      RenderedBody body =
          BodyRenderer.render(
              request.destination().http().send().body(),
              request.operationId(),
              request.attributes(),
              request.payload());
      Letter letter =
          letter(
              mail,
              body.bytes(),
              body.contentType().isEmpty() ? request.contentType() : body.contentType(),
              request.operationId(),
              request.firstSentAt().orElse(Instant.EPOCH));
      return Optional.of(MailContent.of(letter.bytes()));
    } catch (WrongMailException | ExpansionException | MessagingException | IOException noMail) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    watchdog.close();
  }
}
