package io.onefold.connector.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.icegreen.greenmail.util.GreenMail;
import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.connector.Observation.NotFound;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.destination.BodyRenderer;
import io.onefold.destination.Destination;
import io.onefold.destination.MailDraft;
import io.onefold.destination.RenderedBody;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a real mailbox shows. */
class ImapSearchTest {
  private static GreenMail house;

  private final MailConnector connector = MailHouse.connector();
  private final String operation = "op-" + UUID.randomUUID();

  @BeforeAll
  static void open() {
    house = MailHouse.start();
    MailHouse.createFolder(house, "Archive");
  }

  @AfterAll
  static void shut() {
    house.stop();
  }

  @AfterEach
  void end() {
    connector.close();
  }

  private static Destination destination(String folders) {
    return MailHouse.destination(house.getSmtp().getPort(), house.getImap().getPort(), folders);
  }

  private Observation look(Destination destination) {
    return connector.readback(
        MailHouse.readback(destination, operation, MailHouse.payload("inbox")));
  }

  private String composed() {
    return new String(
        Composer.compose(
                MailDraft.read(MailHouse.payload("inbox").getBytes(StandardCharsets.UTF_8)),
                destination("[INBOX]").mail().orElseThrow(),
                operation,
                MailHouse.FIRST_SENT)
            .bytes(),
        StandardCharsets.UTF_8);
  }

  @Test
  void shouldFindWhatTheServerDelivered() {
    // given
    Destination destination = destination("[INBOX]");
    assertInstanceOf(
        Accepted.class,
        connector.send(
            MailHouse.send(destination, operation, MailHouse.payload("inbox")), () -> true));

    // when
    Observation seen = look(destination);

    // then
    assertEquals(Found.Kind.MATCH, assertInstanceOf(Found.class, seen).kind(), seen::message);
  }

  @Test
  void shouldFindAWholeMessage() {
    // given
    Destination destination = destination("[INBOX]");
    String raw =
        "From: news@acme.example\nTo: inbox@example.test\nSubject: Raw\n\nBody\n.\nend\n\n\n";
    assertInstanceOf(
        Accepted.class,
        connector.send(MailHouse.send(destination, operation, raw, "message/rfc822"), () -> true));

    // when
    Observation seen =
        connector.readback(
            MailHouse.readback(
                destination, operation, raw, "message/rfc822; charset=utf-8", Optional.empty()));

    // then
    assertEquals(Found.Kind.MATCH, assertInstanceOf(Found.class, seen).kind(), seen::message);
  }

  @Test
  void shouldCompareWithTheBodyThatTheContractMakes() {
    // given
    Destination destination =
        MailHouse.templated(house.getSmtp().getPort(), house.getImap().getPort());
    String payload = "{\"address\": \"inbox@example.test\", \"what\": \"Grüße\"}";
    RenderedBody body =
        BodyRenderer.render(
            destination.http().send().body(),
            operation,
            Map.of(),
            payload.getBytes(StandardCharsets.UTF_8));
    SendRequest plain = MailHouse.send(destination, operation, payload);
    SendRequest rendered =
        new SendRequest(
            destination,
            operation,
            1,
            plain.action(),
            plain.payload(),
            plain.contentType(),
            Map.of(),
            MailHouse.FIRST_SENT,
            body.bytes(),
            body.contentType());
    assertInstanceOf(Accepted.class, connector.send(rendered, () -> true));

    // when
    Observation seen = connector.readback(MailHouse.readback(destination, operation, payload));

    // then
    assertEquals(Found.Kind.MATCH, assertInstanceOf(Found.class, seen).kind(), seen::message);
  }

  @Test
  void shouldNotTakeAMessageIdThatOnlyHoldsIt() {
    // given
    MailHouse.deliver(house, composed().replace("Message-ID: <", "Message-ID: <x"), false);
    MailHouse.deliver(house, composed().replace(".example>", ".example.org>"), false);

    // when
    Observation seen = look(destination("[INBOX, Archive]"));

    // then
    assertTrue(assertInstanceOf(NotFound.class, seen, seen.message()).complete());
  }

  @Test
  void shouldNotTellWhenAServerOnTheWayWroteTheMessageIdAnew() {
    // given
    MailHouse.deliver(
        house, composed().replace("@acme.example>\r\nX-O", "@ACME.example>\r\nX-O"), false);

    // when
    Observation seen = look(destination("[INBOX]"));

    // then
    assertEquals(
        Inconclusive.Why.INCOMPLETE,
        assertInstanceOf(Inconclusive.class, seen, seen.message()).why());
  }

  @Test
  void shouldSearchEveryFolder() {
    // given
    MailHouse.deliver(house, "Archive", composed(), false);

    // then
    assertInstanceOf(NotFound.class, look(destination("[INBOX]")));
    assertInstanceOf(Found.class, look(destination("[INBOX, Archive]")));
  }

  @Test
  void shouldNotTellWhenAFolderIsMissing() {
    // given
    MailHouse.deliver(house, composed(), false);

    // when
    Observation seen = look(destination("[INBOX, Elsewhere]"));

    // then
    Inconclusive unclear = assertInstanceOf(Inconclusive.class, seen);
    assertEquals(Inconclusive.Why.INCOMPLETE, unclear.why());
    assertTrue(unclear.message().contains("no folder Elsewhere"), unclear::message);
  }

  @Test
  void shouldNotTakeAnErrorForAbsence() {
    // given
    try (MailConnector other = new MailConnector(MailSettings.DEFAULT, MailHouse.wrongSecrets());
        MailConnector hasty =
            new MailConnector(
                new MailSettings(
                    Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(9), 10),
                MailHouse.secrets())) {
      MailHouse.deliver(house, composed(), false);
      var request = MailHouse.readback(destination("[INBOX]"), operation, "{}");

      // when
      Observation locked = other.readback(request);
      Observation large = hasty.readback(request);

      // then
      assertEquals(
          Inconclusive.Why.UNAVAILABLE, assertInstanceOf(Inconclusive.class, locked).why());
      assertTrue(locked.message().contains("does not take the credentials"), locked::message);
      assertEquals(Inconclusive.Why.INCOMPLETE, assertInstanceOf(Inconclusive.class, large).why());
    }
  }

  @Test
  void shouldHaveNothingToAskWithoutAMailbox() {
    // when
    Observation seen = look(MailHouse.withoutMailbox(house.getSmtp().getPort()));

    // then
    assertEquals(Inconclusive.Why.NOTHING_TO_ASK, assertInstanceOf(Inconclusive.class, seen).why());
  }
}
