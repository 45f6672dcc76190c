package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContractWarningsTest {
  private static final String STRONG_ITEM =
      "item: {provider-id: /id, account: {at: /a, equals: 7}, content: [{sent: /t, found: /t}]}";

  /** The right file of the other tests, without its weak spots. */
  private static final String STRONG = Wrong.RIGHT.replace("item: {provider-id: /id}", STRONG_ITEM);

  @Test
  void shouldWarnOfNothingWhenContractIsStrong() {
    assertEquals(List.of(), parse(STRONG).warnings());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "idempotency: {header: K, safe-replay: true}| 15| unknown are window, in-flight, mismatch",
        "idempotency: {header: K, safe-replay: true, window: 1h, in-flight: 409}| 15| mismatch",
        "idempotency: {header: K}| 15| `window` is unknown",
        "idempotency: {header: K, window: unknown}| 15| `window` is unknown",
        "idempotency: {header: K, window: 1h, max-length: 8}| 15| keys cut to 8 characters",
        "idempotency: {header: K, window: 1h, value: '{attributes.a}'}| 15| share a key",
        "settle: 500ms| 15| settle time under 1s",
        "readbacks: {deadline: 60s}| 15| absence can never be proved",
      })
  void shouldWarnWhenContractHasAWeakSpot(String added, int line, String fragment) {
    List<Warning> warnings = parse(STRONG + "    " + added + "\n").warningsOf("blog");

    assertEquals(1, warnings.size(), warnings::toString);
    assertEquals(line, warnings.get(0).line());
    assertTrue(warnings.get(0).message().contains(fragment), warnings::toString);
  }

  @Test
  void shouldWarnWhenNothingComparesOrConfirms() {
    String text =
        Wrong.RIGHT.replace(
            "      - {by: id, url: \"https://blog.example/items/{providerId}\"}\n", "");

    List<String> messages = parse(text).warnings().stream().map(Warning::toString).toList();

    assertEquals(3, messages.size(), messages::toString);
    assertTrue(messages.get(0).contains("11:5: destinations.blog.readback: a search hit is not"));
    assertTrue(messages.get(1).contains("never compared"));
    assertTrue(messages.get(2).contains("nothing checks the account"));
  }

  @Test
  void shouldWarnWhenThereIsNoReadback() {
    String short1 =
        """
        destinations:
          mail:
            connector: http
            account: a
            environment: e
            send: {url: https://mail.example/send}
        """;

    assertTrue(
        parse(short1).warnings().get(0).message().contains("every accepted one goes to a person"));
    assertTrue(
        parse(short1 + "    verification: provider-ack\n")
            .warnings()
            .get(0)
            .message()
            .contains("every unknown outcome goes to a person"));
  }

  @Test
  void shouldWarnWhenOnlyAnAnswerMakesReadbackPossible() {
    String text =
        STRONG.replace(
            "      - {by: reference, url: \"https://blog.example/items?ref={operationId}\"}\n", "");

    assertTrue(parse(text).warnings().get(0).message().contains("only be asked after an answer"));
  }

  private static Destinations parse(String text) {
    return DestinationsFile.parse("some.yaml", text, FixedResolver.of(Map.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{by: id, url| {redirects: follow, by: id, url| redirects are followed",
        "{by: reference, url: \"https://blog.example/items?ref={operationId}\"}| {by: list, url:"
            + " \"https://blog.example/\", match: {sent: /a, found: /b}}| a list is read without"
            + " `next`",
        "https://blog.example/items\\n"
            + "| http://blog.example/items\\n"
            + "      headers: {A: '${env:A}'}\\n"
            + "| go to blog.example in the clear",
        "provider-id: /id\\n"
            + "    readback| provider-id: /id\\n"
            + "      rules: [{status: 207, result: accepted-later}]\\n"
            + "    readback| promise a write for later",
        "provider-id: /id\\n"
            + "    readback| provider-id: /id\\n"
            + "    egress: {private: allowed}\\n"
            + "    readback| `private: allowed` changes nothing",
      })
  void shouldWarnOfWeakWaysToReachAndAsk(String find, String replacement, String fragment) {
    String wanted = find.replace("\\n", "\n");
    assertTrue(STRONG.contains(wanted), STRONG);
    String text = STRONG.replace(wanted, replacement.replace("\\n", "\n"));

    List<String> messages = parse(text).warnings().stream().map(Warning::message).toList();

    assertTrue(
        messages.stream().anyMatch(message -> message.contains(fragment)), messages::toString);
  }

  @Test
  void shouldWarnOfConflictsWhenNothingCanBeReadBack() {
    String send =
        """
        destinations:
          blog:
            connector: http
            account: a
            environment: e
            verification: provider-ack
            send: {url: "https://h/"%s}
        """;

    List<String> messages =
        parse(send.formatted("")).warnings().stream().map(Warning::message).toList();
    List<String> declared =
        parse(send.formatted(", rules: [{status: 4xx, result: unknown}]")).warnings().stream()
            .map(Warning::message)
            .toList();

    assertTrue(messages.stream().anyMatch(it -> it.contains("a 409 counts as refused")));
    assertTrue(messages.stream().anyMatch(it -> it.contains("nothing checks the account")));
    assertTrue(declared.stream().noneMatch(it -> it.contains("409")), declared::toString);
  }

  @Test
  void shouldWarnWhenOnlyThePublicAddressCanBeAsked() {
    String text =
        STRONG
            .replace("provider-id: /id\n    readback", "public-url: /u\n    readback")
            .replaceAll(
                "      - \\{by: id.*\n      - .*\n",
                "      - {by: public-url, url: \"{publicUrl}\"}\n");

    List<String> messages = parse(text).warnings().stream().map(Warning::message).toList();

    assertTrue(messages.stream().anyMatch(it -> it.contains("only the public address")));
    assertTrue(messages.stream().anyMatch(it -> it.contains("asked only at hosts of this")));
  }
}
