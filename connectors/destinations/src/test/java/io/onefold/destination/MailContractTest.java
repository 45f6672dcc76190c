package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.destination.MailContract.Security;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailContractTest {
  private static final String SHORT =
      """
      destinations:
        news:
          connector: smtp
          account: acme
          environment: live
          smtp:
            host: smtp.acme.example
            from: Acme News <news@acme.example>
            auth: {user: news, password: "${env:SMTP_PASSWORD}"}
          imap:
            host: imap.acme.example
            auth: {user: archive, password: "${env:IMAP_PASSWORD}"}
      """;

  private static final String PRESET =
      """
      destinations:
        news:
          preset: smtp
          account: acme
          environment: live
          parameters:
            host: 127.0.0.1
            port: 18125
            tls: none
            user: sender@example.test
            password: "${env:SMTP_PASSWORD}"
            from: sender@example.test
            mailbox-host: 127.0.0.1
            mailbox-port: 18126
            mailbox-tls: none
            mailbox-user: inbox@example.test
            mailbox-password: "${env:IMAP_PASSWORD}"
      """;

  private static Destinations parse(String text) {
    return DestinationsFile.parse("some.yaml", text, FixedResolver.of(Map.of()));
  }

  private static Destination destination(String text) {
    return parse(text).find("news").orElseThrow();
  }

  @Test
  void shouldReadAShortContractWithCautiousDefaults() {
    // when
    Destination news = destination(SHORT);

    // then
    MailContract mail = news.mail().orElseThrow();
    assertEquals(587, mail.smtp().port());
    assertEquals(Security.STARTTLS, mail.smtp().security());
    assertEquals(Duration.ofSeconds(30), mail.smtp().timeout());
    assertEquals("news@acme.example", mail.smtp().from().address());
    assertEquals(Optional.of("Acme News"), mail.smtp().from().name());
    assertEquals("acme.example", mail.messageIdDomain());
    assertEquals(993, mail.imap().orElseThrow().port());
    assertEquals(Security.IMPLICIT, mail.imap().orElseThrow().security());
    assertEquals(List.of("INBOX"), mail.imap().orElseThrow().folders());
    assertFalse(news.absence().proof());
    assertTrue(news.hasReadback());
    assertEquals(Duration.ofSeconds(30), news.effectiveSendTimeout());
    assertEquals(List.of(), parse(SHORT).warnings());
  }

  @Test
  void shouldHaveNoReadbackWithoutAMailbox() {
    // given
    String text = SHORT.substring(0, SHORT.indexOf("    imap:"));

    // when
    Destinations asked = parse(text);
    Destinations acknowledged = parse(text + "    verification: provider-ack\n");

    // then
    assertFalse(asked.find("news").orElseThrow().hasReadback());
    assertTrue(asked.warnings().getFirst().message().contains("every accepted one goes"));
    assertTrue(acknowledged.warnings().getFirst().message().contains("not that it arrived"));
  }

  @Test
  void shouldNameTheSecretsThatAreMissing() {
    assertEquals(
        List.of("${env:SMTP_PASSWORD}", "${env:IMAP_PASSWORD}"),
        new Secrets(FixedResolver.of(Map.of()))
            .unresolved(destination(SHORT)).stream()
                .map(one -> one.reference().toString())
                .toList());
  }

  @Test
  void shouldChangeItsHashWithEveryValueOfMail() {
    // given
    String hash = destination(SHORT).hash();

    // then
    for (String other :
        List.of(
            SHORT.replace("smtp.acme", "smtp2.acme"),
            SHORT.replace("News", "Newsletter"),
            SHORT.replace("SMTP_PASSWORD", "OTHER"),
            SHORT + "      folders: [INBOX, Archive]\n",
            SHORT + "    message-id-domain: mail.acme.example\n")) {
      assertNotEquals(hash, destination(other).hash(), other);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "host: smtp.acme.example| host: smtp://acme.example| 7| without a scheme and a port",
        "host: smtp.acme.example| port: 25| 6| `host` is missing",
        "from: Acme News <news@acme.example>| from: news| 8| `news` must be an address",
        "from: Acme News <news@acme.example>| from: a@b@c| 8| must be an address",
        "from: Acme News <news@acme.example>| tls: none| 6| `from` is missing",
        "host: smtp.acme.example| `host: smtp.acme.example\n      port: 0`| 8| a port from 1",
        "host: smtp.acme.example| `host: smtp.acme.example\n      tls: maybe`| 8| one of",
        "imap:| `readback: []\n    imap:`| 10| by its Message-ID where there is an `imap`",
        "imap:| `idempotency: {header: K}\n    imap:`| 10| mail servers know no keys",
        "imap:| `verification: provider-ack\n    imap:`| 10| leave `imap` out",
        "imap:| `message-id-domain: a b\n    imap:`| 10| a domain of yours",
        "imap:| `send: {url: \"https://a.example\"}\n    imap:`| 10| allowed are body",
        "imap:| `send: {body: {form: {a: b}}}\n    imap:`| 10| `form` is no mail",
      })
  void shouldSayWhatIsWrong(String find, String replacement, int line, String fragment) {
    // given
    assertTrue(SHORT.contains(find), find);

    // when
    InvalidDestinationsException wrong =
        assertThrows(
            InvalidDestinationsException.class, () -> parse(SHORT.replace(find, replacement)));

    // then
    Mistake first = wrong.mistakes().getFirst();
    assertTrue(first.message().contains(fragment), wrong::getMessage);
    assertEquals(line, first.line(), wrong::getMessage);
  }

  @Test
  void shouldWarnOfPasswordsInTheClearAndOfHeldQueues() {
    // given
    String weak =
        SHORT.replace("host: smtp", "tls: none\n      host: smtp")
            + "      tls: none\n    absence: {proof: true}\n    readbacks: {deadline: 2h}\n";

    // when
    List<String> messages = parse(weak).warnings().stream().map(Warning::message).toList();

    // then
    assertEquals(3, messages.size(), messages::toString);
    assertTrue(messages.get(0).contains("in the clear"));
    assertTrue(messages.get(1).contains("in the clear"));
    assertTrue(messages.get(2).contains("waits in a queue"), messages::toString);
  }

  @Test
  void shouldExplainAContractInPlainWords() {
    // when
    String explained = String.join("\n", DestinationExplainer.explain(destination(SHORT)));

    // then
    for (String sentence :
        List.of(
            "Submits mail from news@acme.example to smtp.acme.example:587 with STARTTLS as user"
                + " news",
            "counts as handed over only with the dot that ends it",
            "looked for by its exact Message-ID in folder INBOX of the mailbox archive",
            "Absence is never proof: what is not found is not sent again by itself.",
            "VERIFIED means: one submission found")) {
      assertTrue(explained.contains(sentence), () -> sentence + " in " + explained);
    }
  }

  @Test
  void shouldFillThePreset() {
    // when
    Destination news = destination(PRESET);

    // then
    assertEquals("smtp", news.connector());
    assertEquals(18_125, news.mail().orElseThrow().smtp().port());
    assertEquals(18_126, news.mail().orElseThrow().imap().orElseThrow().port());
    assertEquals(Duration.ofHours(1), news.readbacks().deadline());
    assertEquals(List.of(), parse(PRESET).warnings());
  }
}
