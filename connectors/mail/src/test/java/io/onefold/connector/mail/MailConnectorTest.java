package io.onefold.connector.mail;

import com.icegreen.greenmail.util.GreenMail;
import io.onefold.connector.Connector;
import io.onefold.connector.contract.ConnectorContract;
import io.onefold.connector.contract.Situation;
import io.onefold.destination.Destination;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

class MailConnectorTest extends ConnectorContract {
  private static GreenMail house;

  private final ScriptedMailServer server =
      ScriptedMailServer.start(
          (self, mail) -> MailHouse.deliver(house, mail.message(), mail.script().deleted()));
  private final MailConnector connector = MailHouse.connector();
  private int imapPort = house.getImap().getPort();

  @BeforeAll
  static void open() {
    house = MailHouse.start();
  }

  @AfterAll
  static void shut() {
    house.stop();
  }

  @AfterEach
  void end() {
    connector.close();
    server.close();
  }

  @Override
  protected Connector connector() {
    return connector;
  }

  @Override
  protected Destination destination() {
    return MailHouse.destination(server.port(), imapPort);
  }

  @Override
  protected byte[] payload(String operation) {
    return MailHouse.payload(operation).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  protected int writes(String operation) {
    return server.read(operation).size();
  }

  @Override
  protected int effects(String operation) {
    return server.stored(operation).size();
  }

  @Override
  protected List<String> secrets() {
    return List.of(MailHouse.PASSWORD, Credentials.base64(MailHouse.PASSWORD));
  }

  @Override
  protected Set<Situation> impossible() {
    return Set.of(
        // A mail server promises no job: what it accepts it answers for.
        Situation.JOB_PENDING,
        Situation.JOB_FAILED,
        // The sender chooses the id of a mail, so a success always names it.
        Situation.SUCCESS_WITHOUT_ID,
        // No reply to the end of a mail points elsewhere; a 551 refuses one recipient.
        Situation.REDIRECTS);
  }

  @Override
  protected void arrange(String operation, Situation situation) {
    switch (situation) {
      case UNREACHABLE -> server.stopListening();
      case READBACK_FAILS -> imapPort = server.port();
      case NOT_AUTHORISED ->
          server.general = SmtpScript.USUAL.saying(Stage.AUTH, "535 5.7.8 Bad credentials");
      default -> server.script(operation, script(situation));
    }
  }

  private static SmtpScript script(Situation situation) {
    SmtpScript usual = SmtpScript.USUAL;
    return switch (situation) {
      case ACCEPTS, ACCEPTS_EACH_WRITE -> usual;
      case REFUSES ->
          usual
              .storingNothing()
              .saying(Stage.END, "554 5.7.1 Spam, " + MailHouse.PASSWORD + " or not");
      case DEFERS ->
          usual.storingNothing().saying(Stage.END, "451 4.7.1 Greylisted, try again in 3 seconds");
      case FAILS_AFTER_STORING -> usual.saying(Stage.END, "451 4.4.2 Lost the host behind me");
      case REPLY_LOST_AFTER_STORING -> usual.cutting(Stage.END);
      case REPLY_CUT_AFTER_STORING -> usual.saying(Stage.END, "250 2.0.0 Ok: que…");
      case SILENT_AFTER_STORING -> usual.silentAt(Stage.END);
      case REMOVED -> usual.thenDeleted();
      case OTHER_CONTENT -> usual.changing(mail -> mail.replace("World", "Earth"));
      case OTHER_ACCOUNT -> usual.changing(mail -> mail.replace("news@acme", "other@acme"));
      case NORMALISED -> usual.changing(mail -> mail.replace("World.", "World.  "));
      case PARTIAL -> usual.changing(MailConnectorTest::withoutAttachment);
      case READBACK_FAILS,
          NOT_AUTHORISED,
          UNREACHABLE,
          JOB_PENDING,
          JOB_FAILED,
          SUCCESS_WITHOUT_ID,
          REDIRECTS ->
          throw new IllegalArgumentException(situation + " is no script");
    };
  }

  /** What a filter does that takes out what it does not like. */
  private static String withoutAttachment(String mail) {
    int attachment = mail.indexOf("--=_onefold", mail.indexOf("World"));
    return mail.substring(0, attachment) + mail.substring(mail.lastIndexOf("--=_onefold"));
  }
}
