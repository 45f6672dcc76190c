package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContractHashTest {
  @Test
  void shouldStayEqualWhenOnlyTheFormOfTheFileChanges() {
    String reformed =
        """
        # The same contract, written in another way.
        "destinations":
          blog:
            item:
              provider-id: /id
            readback:
            - url: https://blog.example/items/{providerId}
              by: id
            - url: 'https://blog.example/items?ref={operationId}'
              by: reference
            send: {provider-id: "/id", url: "https://blog.example/items", method: POST, timeout: 20000ms}
            environment: "test"
            account: acme   # the one of the tests
            connector: http
            pool: default
            lease: 1m
        """;

    assertEquals(hash(Wrong.RIGHT), hash(reformed));
  }

  /** Ledger and workers of two versions must agree; change this only with a note to operators. */
  @Test
  void shouldStayEqualFromVersionToVersion() {
    assertEquals(
        "sha256:2949dbdb4cdba3cd38da980ca03edebe20f9e2de49927cb472fbe0610b181d68",
        hash(Wrong.RIGHT));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "lease: 60s| lease: 61s",
        "  blog:|   blog2:",
        "account: acme| account: acme2",
        "account: acme| account: '${env:ACCOUNT}'",
        "environment: test| environment: live",
        "connector: http| <<: {connector: http, pool: other}",
        "url: https://blog.example/items| url: https://blog.example/item",
        "ref={operationId}| q={operationId}",
        "by: reference| by: id",
        "item: {provider-id: /id}| item: {provider-id: /ID}",
        "item: {provider-id: /id}| item: {provider-id: /id, complete: {/a: 7}}",
        "item: {provider-id: /id}| absence: {proof: false}",
        "item: {provider-id: /id}| idempotency: {header: K}",
      })
  void shouldChangeWhenAValueChanges(String find, String replacement) {
    String changed = Wrong.RIGHT.replace(find, replacement);

    assertNotEquals(Wrong.RIGHT, changed);
    assertNotEquals(hash(Wrong.RIGHT), hash(changed));
  }

  @Test
  void shouldTellANumberFromItsDigitsWhenTheyAreExpected() {
    String number = Wrong.RIGHT.replace("item: {", "item: {complete: {/a: 7}, ");
    String digits = Wrong.RIGHT.replace("item: {", "item: {complete: {/a: '7'}, ");

    assertNotEquals(hash(number), hash(digits));
  }

  @Test
  void shouldNotDependOnSecretsWhenTheyAreReferences() {
    String text =
        Wrong.RIGHT
            .replace("account: acme", "account: '${env:ACCOUNT}'")
            .replace("environment: test", "environment: test\n    headers: {A: 'x ${env:KEY}'}");

    Destination one = read(text, Map.of("ACCOUNT", "acme-eu", "KEY", "hunter2"));
    Destination other = read(text, Map.of("ACCOUNT", "acme-us", "KEY", "swordfish"));

    assertEquals(one.hash(), other.hash());
    assertFalse(one.toString().contains("hunter2"));
    assertTrue(ContractHash.canonical(one).contains("${env:KEY}"));
  }

  private static String hash(String text) {
    return read(text, Map.of("ACCOUNT", "acme")).hash();
  }

  private static Destination read(String text, Map<String, String> environment) {
    return DestinationsFile.parse("some.yaml", text, FixedResolver.of(environment))
        .all()
        .iterator()
        .next();
  }
}
