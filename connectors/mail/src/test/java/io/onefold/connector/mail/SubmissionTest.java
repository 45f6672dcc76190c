package io.onefold.connector.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.SendResult;
import io.onefold.connector.SendResult.Accepted;
import io.onefold.connector.SendResult.Deferred;
import io.onefold.connector.SendResult.NotSent;
import io.onefold.connector.SendResult.Refused;
import io.onefold.connector.SendResult.Unknown;
import io.onefold.destination.Destination;
import io.onefold.destination.MailDraft;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Replies and cuts at each stage of a transaction. */
class SubmissionTest {
  private static final String OPERATION = "op-1";

  private final ScriptedMailServer server = ScriptedMailServer.start((self, mail) -> {});
  private final MailConnector connector = MailHouse.connector();
  private final AtomicInteger asked = new AtomicInteger();

  @AfterEach
  void end() {
    connector.close();
    server.close();
  }

  private Destination destination() {
    return MailHouse.destination(server.port(), 1);
  }

  private SendResult send() {
    return send(MailHouse.payload(OPERATION));
  }

  private SendResult send(String payload) {
    return connector.send(
        MailHouse.send(destination(), OPERATION, payload), () -> asked.incrementAndGet() > 0);
  }

  private static String kind(SendResult result) {
    return switch (result) {
      case Accepted accepted -> "ACCEPTED";
      case Refused refused -> "REFUSED " + refused.why();
      case Deferred deferred -> "DEFERRED " + deferred.retryAfter().toSeconds();
      case NotSent notSent -> "NOT_SENT " + notSent.why();
      case Unknown unknown -> "UNKNOWN " + unknown.why();
      case SendResult.AcceptedLater later -> "ACCEPTED_LATER";
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GREETING| 421 4.3.2 Shutting down| DEFERRED 0",
        "GREETING| 554 5.7.1 Your address is blocked| REFUSED AUTHORIZATION",
        "EHLO| 550 5.7.1 Go away| REFUSED AUTHORIZATION",
        "AUTH| 535 5.7.8 Authentication failed| REFUSED AUTHORIZATION",
        "AUTH| 534 5.7.9 Too weak| REFUSED AUTHORIZATION",
        "AUTH| 454 4.7.0 Temporary failure| DEFERRED 0",
        "MAIL| 530 5.7.0 Authentication required| REFUSED AUTHORIZATION",
        "MAIL| 553 5.7.1 Not your address| REFUSED AUTHORIZATION",
        "MAIL| 552 5.3.4 Too large| REFUSED REJECTED_BY_DESTINATION",
        "MAIL| 451 4.3.0 Try again| DEFERRED 0",
        "MAIL| 452 4.3.1 No space, try again in 5 minutes| DEFERRED 300",
        "RCPT| 450 4.2.0 Greylisted| NOT_SENT NOT_COMMITTED",
        "RCPT| 451 4.7.1 Greylisted, wait 60 seconds| NOT_SENT NOT_COMMITTED",
        "RCPT| 421 4.3.2 Shutting down| DEFERRED 0",
        "RCPT| 550 5.1.1 No such user| REFUSED REJECTED_BY_DESTINATION",
        "RCPT| 554 5.7.1 Relay access denied| REFUSED REJECTED_BY_DESTINATION",
        "RCPT| hello| NOT_SENT NOT_COMMITTED",
        "DATA| 451 4.3.0 Not now| DEFERRED 0",
        "DATA| 554 5.5.1 No valid recipients| REFUSED REJECTED_BY_DESTINATION",
        "DATA| 250 2.0.0 Odd| NOT_SENT NOT_COMMITTED",
        "END| 250 2.0.0 Ok: queued as ABC123| ACCEPTED",
        "END| 250-2.0.0 Ok#250 2.0.0 queued as ABC123| ACCEPTED",
        "END| 451 4.7.1 Greylisted, try again in 300 seconds| DEFERRED 300",
        "END| 452 4.3.1 Out of memory| DEFERRED 0",
        "END| 421 4.3.2 Shutting down| DEFERRED 0",
        "END| 552 5.3.4 Too large| REFUSED REJECTED_BY_DESTINATION",
        "END| 554 5.7.1 Spam| REFUSED REJECTED_BY_DESTINATION",
        "END| 451 4.4.2 Lost the server behind me| UNKNOWN SERVER_ERROR",
        "END| 354 More| UNKNOWN UNREADABLE_ANSWER",
        "END| hello| UNKNOWN UNREADABLE_ANSWER",
        "END| 250-a#251 b| UNKNOWN UNREADABLE_ANSWER",
        "END| 999 what| UNKNOWN UNREADABLE_ANSWER",
        "END| 250-2.0.0 Ok…| UNKNOWN CONNECTION_LOST",
        "END| 25…| UNKNOWN CONNECTION_LOST",
      })
  void shouldJudgeAReplyByItsStage(Stage stage, String reply, String expected) {
    // given
    server.general = SmtpScript.USUAL.saying(stage, reply.replace("#", "\r\n"));

    // when
    SendResult result = send();

    // then
    assertEquals(expected, kind(result), result::message);
    boolean before = stage.compareTo(Stage.DATA) < 0;
    assertEquals(before ? 0 : 1, asked.get(), "the gate is asked before DATA and only then");
    assertEquals(stage == Stage.END ? 1 : 0, server.read(OPERATION).size());
    assertFalse(result.toString().contains(MailHouse.PASSWORD));
  }

  @ParameterizedTest
  @EnumSource(names = {"GREETING", "EHLO", "AUTH", "MAIL", "RCPT", "DATA"})
  void shouldBeCertainThatNothingHappenedWhenCutBeforeTheDot(Stage stage) {
    // given
    server.general = SmtpScript.USUAL.cutting(stage);

    // when
    SendResult result = send();

    // then
    assertEquals("NOT_SENT NOT_COMMITTED", kind(result), result::message);
    assertEquals(0, server.read(OPERATION).size());
  }

  @Test
  void shouldBeCertainThatNothingHappenedWhenCutInTheMiddleOfAMail() {
    // given
    server.general = SmtpScript.USUAL.cutting(Stage.CONTENT);
    server.extensions = List.of("AUTH PLAIN");

    // when
    SendResult result = send(large());

    // then
    assertEquals("NOT_SENT NOT_COMMITTED", kind(result), result::message);
    assertEquals(0, server.read(OPERATION).size());
  }

  /** More than both ends of a connection can hold. */
  private static String large() {
    return MailHouse.payload(OPERATION)
        .replace("World.", "0123456789".repeat(7).concat("\\n").repeat(90_000));
  }

  @Test
  void shouldBeUnknownWhenCutAfterTheDot() {
    // given
    server.general = SmtpScript.USUAL.cutting(Stage.END);

    // when
    SendResult result = send();

    // then
    assertEquals("UNKNOWN CONNECTION_LOST", kind(result), result::message);
    assertEquals(1, server.read(OPERATION).size());
  }

  @ParameterizedTest
  @CsvSource({
    "GREETING, NOT_SENT CONNECT_TIMEOUT",
    "RCPT, NOT_SENT CONNECT_TIMEOUT",
    "DATA, NOT_SENT NOT_COMMITTED",
    "END, UNKNOWN TIMEOUT"
  })
  void shouldCutTheConnectionWhenTheServerIsSilent(Stage stage, String expected) {
    // given
    server.general = SmtpScript.USUAL.silentAt(stage);
    long start = System.nanoTime();

    // when
    SendResult result;
    try (MailConnector impatient = MailHouse.impatient()) {
      result =
          impatient.send(
              MailHouse.send(quick(), OPERATION, MailHouse.payload(OPERATION)), () -> true);
    }

    // then
    assertEquals(expected, kind(result), result::message);
    assertTrue(Duration.ofNanos(System.nanoTime() - start).toSeconds() < 5);
  }

  private Destination quick() {
    return MailHouse.quick(server.port());
  }

  @Test
  void shouldLetNothingArriveAfterTheTimeout() {
    // given: a mail that does not fit into what both ends can hold, and a server that reads none
    server.deaf = true;
    server.extensions = List.of("AUTH PLAIN");

    // when
    SendResult result = connector.send(MailHouse.send(quick(), OPERATION, large()), () -> true);

    // then
    assertEquals("NOT_SENT NOT_COMMITTED", kind(result), result::message);
    server.awaitEnds();
    assertEquals(List.of(), server.read(OPERATION));
  }

  @Test
  void shouldSendNothingWhenOneOfSeveralRecipientsIsRefused() {
    // given
    server.script("bad", SmtpScript.USUAL.saying(Stage.RCPT, "550 5.1.1 No such user"));
    String payload =
        MailHouse.payload(OPERATION)
            .replace("\"subject\"", "\"cc\": \"bad@example.test\", \"subject\"");

    // when
    SendResult result = send(payload);

    // then
    assertEquals("REFUSED REJECTED_BY_DESTINATION", kind(result));
    assertTrue(result.message().contains("RCPT TO <bad@example.test>"), result::message);
    assertEquals(0, asked.get());
    assertTrue(server.dialogue().contains("RSET"), server.dialogue()::toString);
    assertFalse(server.dialogue().contains("DATA"));
  }

  @Test
  void shouldResetAndLeaveWhenTheGateIsClosed() {
    // when
    SendResult result =
        connector.send(
            MailHouse.send(destination(), OPERATION, MailHouse.payload(OPERATION)), () -> false);

    // then
    assertEquals("NOT_SENT LEASE_TOO_SHORT", kind(result));
    server.awaitEnds();
    List<String> end = new ArrayList<>(server.dialogue());
    assertEquals(List.of("RSET", "QUIT"), end.subList(end.size() - 2, end.size()));
  }

  @Test
  void shouldNotTakeAReplyThatCameTooEarlyForTheOneToTheDot() {
    // given: two replies to DATA
    server.general =
        SmtpScript.USUAL.storingNothing().saying(Stage.DATA, "354 Go on\r\n250 2.0.0 Ok: early");

    // when
    SendResult result = send();

    // then
    assertEquals("NOT_SENT NOT_COMMITTED", kind(result), result::message);
  }

  @Test
  void shouldUseOneConnectionAndOneTransaction() {
    // when
    SendResult result = send();

    // then
    assertInstanceOf(Accepted.class, result);
    assertEquals(
        List.of("EHLO", "AUTH", "MAIL", "RCPT", "DATA"),
        server.dialogue().stream()
            .map(line -> line.replaceFirst(" .*", ""))
            .filter(it -> !it.equals("QUIT"))
            .toList());
    assertTrue(server.dialogue().get(2).startsWith("MAIL FROM:<news@acme.example> SIZE="));
  }

  @Test
  void shouldLogInStepByStepWhereTheServerWantsIt() {
    // given
    server.extensions = List.of("AUTH LOGIN");

    // when
    SendResult result = send();

    // then
    assertInstanceOf(Accepted.class, result);
    assertTrue(server.dialogue().contains(Credentials.base64(MailHouse.PASSWORD)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "AUTH GSSAPI| to| neither AUTH PLAIN nor AUTH LOGIN",
        "SIZE 100| to| takes at most 100",
        "8BITMIME| zoë| no SMTPUTF8",
      })
  void shouldBeRefusedWhenTheServerCannotTakeSuchAMail(
      String extension, String local, String fragment) {
    // given
    server.extensions =
        extension.startsWith("AUTH") ? List.of(extension) : List.of("AUTH PLAIN", extension);

    // when
    SendResult result = send(MailHouse.payload(OPERATION).replace(OPERATION + "@", local + "@"));

    // then
    assertTrue(
        assertInstanceOf(Refused.class, result).message().contains(fragment), result::message);
    assertEquals(0, asked.get());
  }

  @Test
  void shouldSendRawUtf8WhereTheServerTakesIt() {
    // given
    server.extensions = List.of("AUTH PLAIN", "SMTPUTF8", "8BITMIME");

    // when
    SendResult result = send(MailHouse.payload(OPERATION).replace(OPERATION + "@", "op-1+zoë@"));

    // then
    assertInstanceOf(Accepted.class, result, result.message());
    assertTrue(server.dialogue().contains("RCPT TO:<op-1+zoë@example.test>"));
    assertTrue(server.read(OPERATION).getFirst().contains("<op-1+zoë@example.test>"));
  }

  @Test
  void shouldHandOverExactlyTheComposedBytes() {
    // given
    String payload = MailHouse.payload(OPERATION).replace("Hello", ".\\n..\\nHello");

    // when
    SendResult result = send(payload);

    // then
    assertInstanceOf(Accepted.class, result);
    Letter letter =
        Composer.compose(
            MailDraft.read(payload.getBytes(StandardCharsets.UTF_8)),
            destination().mail().orElseThrow(),
            OPERATION,
            MailHouse.FIRST_SENT);
    assertEquals(
        new String(letter.bytes(), StandardCharsets.UTF_8), server.read(OPERATION).getFirst());
  }

  @Test
  void shouldBeRefusedWithoutAConnectionWhenThePayloadIsNoMail() {
    // when
    SendResult result = send("{\"to\": \"nobody\"}");

    // then
    assertEquals("REFUSED REJECTED_BY_DESTINATION", kind(result));
    assertTrue(result.message().contains("`to`: `nobody` must be an address"), result::message);
    assertEquals(List.of(), server.dialogue());
  }

  @Test
  void shouldNotBeSentWhenThePasswordIsMissing() {
    // given
    try (MailConnector poor = new MailConnector(MailSettings.DEFAULT, MailHouse.noSecrets())) {
      // when
      SendResult result =
          poor.send(
              MailHouse.send(destination(), OPERATION, MailHouse.payload(OPERATION)), () -> true);

      // then
      assertEquals("NOT_SENT CONTRACT_MISMATCH", kind(result));
      assertEquals(List.of(), server.dialogue());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "2.0.0 Ok: queued as 88A4623614C| 88A4623614C",
        "OK id=1rKXyz-0001Ab-2C| 1rKXyz-0001Ab-2C",
        "2.0.0 4ABC1234 Message accepted for delivery| 4ABC1234",
        "2.6.0 Message accepted| none",
        "2.0.0 OK 1699988877 f15-2002wm.8 - gsmtp| none",
        "OK| none",
      })
  void shouldReadTheQueueIdOnlyWhereTheTextShowsOne(String text, String id) {
    assertEquals(Optional.ofNullable(id), QueueIds.ofReply(new SmtpReply(250, List.of(text))));
  }
}
