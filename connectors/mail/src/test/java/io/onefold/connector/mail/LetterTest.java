package io.onefold.connector.mail;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.destination.MailContract;
import io.onefold.destination.MailDraft;
import io.onefold.destination.Mailbox;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes over the wire for a payload. */
class LetterTest {
  private static final MailContract CONTRACT = MailHouse.destination(1, 2).mail().orElseThrow();
  private static final String RAW =
      """
      From: News <news@acme.example>
      To: Ann <a@x.example>, b@x.example
      Bcc: c@x.example
      Subject: Hi
      Message-ID: <old@acme.example>

      Body
      """;

  private static Letter compose(String payload) {
    return Composer.compose(
        MailDraft.read(payload.getBytes(StandardCharsets.UTF_8)),
        CONTRACT,
        "op|1",
        MailHouse.FIRST_SENT);
  }

  private static Letter raw(String message) {
    return RawLetter.of(
        message.getBytes(StandardCharsets.ISO_8859_1), CONTRACT, "op|1", MailHouse.FIRST_SENT);
  }

  private static String text(Letter letter) {
    return new String(letter.bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void shouldComposeTheSameBytesInEveryAttemptAndTimeZone() {
    // given
    TimeZone usual = TimeZone.getDefault();
    byte[] first = compose(MailHouse.payload("a")).bytes();

    // when
    TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Auckland"));
    byte[] second = compose(MailHouse.payload("a")).bytes();
    TimeZone.setDefault(usual);

    // then
    assertArrayEquals(first, second);
  }

  @Test
  void shouldNameTheOperationInMessageIdAndHeader() {
    // when
    String mail = text(compose(MailHouse.payload("a")));

    // then
    assertTrue(mail.contains("\r\nX-Onefold-Operation: op|1\r\n"), mail);
    assertTrue(mail.matches("(?s).*\r\nMessage-ID: <[0-9a-f]{32}@acme\\.example>\r\n.*"), mail);
    assertTrue(mail.startsWith("Date: Sat, 31 Oct 2026 10:00:00 +0000\r\n"), mail);
  }

  @Test
  void shouldKeepBlindCopiesOutOfTheMail() {
    // when
    Letter letter =
        compose("{\"to\": \"a@x\", \"bcc\": \"secret@x\", \"subject\": \"s\", \"text\": \"t\"}");

    // then
    assertEquals(
        List.of("a@x", "secret@x"), letter.recipients().stream().map(Mailbox::address).toList());
    assertFalse(text(letter).contains("secret"));
  }

  @Test
  void shouldSurviveTheWayThroughMimeWhateverTheTexts() throws Exception {
    // given
    String[] texts = {
      "plain",
      "Grüße, 東京 and 🚀",
      "a line of more than seventy-eight characters, which is why it cannot go out as it is: yes",
      "trailing blank \nFrom here\n.\n..dots\nlong " + "x".repeat(2000),
      "--=_onefold.tries.to.end.a.part\n\ttab",
      "\n\nfirst lines empty"
    };

    for (String text : texts) {
      // when
      Letter letter =
          compose(
              """
              {"to": "Zoë Ö. <a@x.example>", "subject": %1$s, "text": %2$s, "html": %2$s,
               "attachments": [{"filename": "Grüße %% 1.txt", "content-type": "text/plain",
                                "base64": "YQ0KYgo="}]}
              """
                  .formatted(json("Über " + text.lines().count()), json(text)));
      MailContent content = MailContent.of(letter.bytes());

      // then
      assertEquals(3, content.parts().size());
      assertEquals(text, content.parts().get(0).value());
      assertEquals(text, content.parts().get(1).value());
      assertEquals("text/html", content.parts().get(1).type());
      assertEquals("Grüße % 1.txt", content.parts().get(2).filename());
      assertEquals(
          Hashes.sha256("a\r\nb\n".getBytes(StandardCharsets.UTF_8)),
          content.parts().get(2).value());
      assertTrue(content.subject().startsWith("Über "), content.subject());
      assertTrue(
          new String(letter.bytes(), StandardCharsets.ISO_8859_1).chars().allMatch(c -> c < 0x7f));
    }
  }

  private static String json(String text) {
    return '"' + text.replace("\n", "\\n").replace("\t", "\\t") + '"';
  }

  @Test
  void shouldNeedUtf8OnlyForLettersBeforeTheAt() {
    String form = "{\"to\": \"%s\", \"subject\": \"s\", \"text\": \"t\"}";

    assertFalse(compose(form.formatted("a@bücher.example")).utf8());
    assertTrue(compose(form.formatted("zoë@bücher.example")).utf8());
    assertTrue(
        text(compose(form.formatted("zoë@bücher.example")))
            .contains("To: zoë@xn--bcher-kva.example\r\n"));
  }

  @Test
  void shouldRefuseALineThatNoServerHasToTake() {
    String message =
        assertThrows(WrongMailException.class, () -> raw(RAW.replace("Body", "x".repeat(999))))
            .getMessage();

    assertTrue(message.contains("line 8") || message.contains("longer than 998 bytes"), message);
    assertTrue(text(raw(RAW.replace("Body", "x".repeat(998)))).contains("x".repeat(998)));
  }

  @Test
  void shouldDoubleDotsAtTheStartOfLinesOnly() {
    assertEquals(
        "..a\r\nb.\r\n..\r\n...\r\n",
        new String(
            MessageLines.dotted(".a\r\nb.\r\n.\r\n..\r\n".getBytes(StandardCharsets.US_ASCII)),
            StandardCharsets.US_ASCII));
  }

  @Test
  void shouldSendAWholeMessageAsItIsButForWhatTheConnectorAnswersFor() {
    // when
    Letter letter = raw(RAW);

    // then
    assertEquals(
        List.of("a@x.example", "b@x.example", "c@x.example"),
        letter.recipients().stream().map(Mailbox::address).toList());
    assertEquals(
        """
        Date: Sat, 31 Oct 2026 10:00:00 +0000
        Message-ID: %s
        X-Onefold-Operation: op|1
        From: News <news@acme.example>
        To: Ann <a@x.example>, b@x.example
        Subject: Hi
        X-Original-Message-ID: <old@acme.example>

        Body
        """
            .formatted(Composer.messageId(CONTRACT, "op|1"))
            .replace("\n", "\r\n"),
        text(letter));
  }

  @Test
  void shouldKeepTheBytesOfAWholeMessage() {
    // given
    String message = RAW.replace("Hi", "Gr\u00c3\u00bc").replace("Body", "\u00e4\n.\n");

    // when
    Letter letter = raw(message);

    // then
    String bytes = new String(letter.bytes(), StandardCharsets.ISO_8859_1);
    assertTrue(bytes.contains("Subject: Gr\u00c3\u00bc\r\n"), bytes);
    assertTrue(bytes.endsWith("\r\n\r\n\u00e4\r\n.\r\n\r\n"), bytes);
    assertTrue(letter.eightBit());
    assertTrue(letter.utf8());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "From: News <news@acme.example>| From: other@acme.example| exactly the address of the",
        "From: News <news@acme.example>| X: y| but holds none",
        "Subject: Hi| `Subject: Hi\nFrom: news@acme.example`| the field `from` twice",
        "Subject: Hi| Sender: x@y.example| a field `sender`",
        "Subject: Hi| Received: from x| a field `received`",
        "Subject: Hi| Resent-To: x@y.example| a field `resent-to`",
        "Subject: Hi| X-Onefold-Operation: other| a field `x-onefold-operation`",
        "Subject: Hi| Hi there| a line that is no field: `Hi there`",
        "Subject: Hi| `Subject: Hi\rBcc: x@y.example`| a CR without an LF",
        "Body| `a\u0000b`| is NUL",
        "b@x.example| friends: b@x.example;| something else than addresses",
      })
  void shouldRefuseAWholeMessageThatSaysMoreThanItMay(
      String find, String replacement, String fragment) {
    String message =
        assertThrows(WrongMailException.class, () -> raw(RAW.replace(find, replacement)))
            .getMessage();

    assertTrue(message.contains(fragment), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\n\nBody", "Body"})
  void shouldRefuseAMessageWithoutAHeader(String message) {
    assertThrows(WrongMailException.class, () -> raw(message));
  }

  @Test
  void shouldReadFoldedAddresses() {
    // when
    Letter letter = raw(RAW.replace(">, b@", ">,\n\tb@"));

    // then
    assertEquals(3, letter.recipients().size());
    assertTrue(text(letter).contains("To: Ann <a@x.example>,\r\n\tb@x.example\r\n"));
  }
}
