package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailboxTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "none",
      value = {
        "a@b.example| none| a@b.example",
        "<a@b.example>| none| a@b.example",
        "Ann Lee <a+x@b.example>| Ann Lee| a+x@b.example",
        "\"Lee, Ann \\\"A\\\"\" <a@b.example>| Lee, Ann \"A\"| a@b.example",
        "Zoë <zoë@bücher.example>| Zoë| zoë@xn--bcher-kva.example",
        "a@localhost| none| a@localhost",
      })
  void shouldReadAnAddress(String text, String name, String address) {
    assertEquals(new Mailbox(Optional.ofNullable(name), address), Mailbox.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "@b.example",
        "a@",
        "a@b..example",
        "a b@c.example",
        "a..b@c.example",
        "a@b.example, c@d.example",
        "Ann, Lee <a@b.example>",
        "Ann <Lee> <a@b.example>",
        "a@b.example>",
        "a@[127.0.0.1]",
        "a@b.example\r\nBcc: x@y.example",
        "Ann\nBcc: x <a@b.example>",
        "a@stra\u00dfe.example",
        "\"a b\"@c.example",
        "a> SIZE=1<@b.example",
      })
  void shouldRefuseWhatIsNoSingleAddress(String text) {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Mailbox.parse(text)).getMessage();

    assertTrue(message.matches("(?s).*(must be|put a name|write it).*"), message);
  }

  @Test
  void shouldRefuseWhatIsTooLong() {
    assertThrows(
        IllegalArgumentException.class, () -> Mailbox.parse("a".repeat(65) + "@b.example"));
    assertThrows(
        IllegalArgumentException.class,
        () -> Mailbox.parse("a@" + "b".repeat(60).concat(".").repeat(5) + "example"));
  }

  @Test
  void shouldIgnoreTheCaseOfDomainsOnly() {
    assertTrue(Mailbox.parse("a@B.example").sameAddress(Mailbox.parse("x <a@b.Example>")));
    assertEquals(false, Mailbox.parse("A@b.example").sameAddress(Mailbox.parse("a@b.example")));
  }
}
