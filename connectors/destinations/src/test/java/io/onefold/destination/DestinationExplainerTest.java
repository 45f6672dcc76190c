package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DestinationExplainerTest {
  private static final Path PROFILES = Path.of("src/test/resources/destinations/profiles.yaml");

  @Test
  void shouldSayInPlainWordsWhatAContractMeans() throws IOException {
    String text = String.join("\n", DestinationExplainer.explain(profile("k01")));

    assertEquals(
        """
        Takes intents for account acme, environment live, with or without an approval; connector http, pool default.
        Sends POST http://127.0.0.1:${env:STUB_PORT}/items and cuts the call off after 2s; a grant lasts 5s.
        The body is the approved bytes, unchanged.
        There is no idempotency key: a second POST would create a second item.
        An unknown outcome is read back by reference (operationId); after 1m without an answer that tells, a person decides.
        Absence counts 8s after the worker reported the end of the call or its process is proved dead: one complete readback that finds nothing then allows the next attempt.
        VERIFIED means: found exactly once, with /title as approved.
        At most 3 attempts may reach the destination; unclaimed for 1d, a person decides.\
        """,
        text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "k02|The key in header Idempotency-Key is sent but never counts as protection",
        "k04|the job is asked at http://127.0.0.1:${env:STUB_PORT}/jobs/{job} for up to 6s",
        "k11|is remembered for 1m",
        "k11|Absence is never proof",
        "k16|The public address is asked only after an accepted answer.",
        "k19|the credential must show /account and /env",
        "k33|complete at /parts/0 and /parts/1",
        "k34|An unknown outcome cannot be read back and goes to a person.",
        "k34|An accepted answer alone is never VERIFIED",
      })
  void shouldNameWhatIsSpecialAboutAContract(String name, String fragment) throws IOException {
    String text = String.join("\n", DestinationExplainer.explain(profile(name)));

    assertTrue(text.contains(fragment), text);
  }

  @Test
  void shouldTellBodiesCredentialsTrustAndLimits() throws IOException {
    Destinations all =
        DestinationsFile.parse(
            "everything.yaml",
            Files.readString(PROFILES.resolveSibling("everything.yaml"))
                .replaceAll("(?s)\\n  posts:.*?\\n  mail:", "\n  mail:"),
            FixedResolver.of(Map.of()));
    String orders =
        String.join("\n", DestinationExplainer.explain(all.find("orders").orElseThrow()));
    String form = String.join("\n", DestinationExplainer.explain(all.find("form").orElseThrow()));

    for (String expected :
        new String[] {
          "The body is a JSON template, filled once when the intent is admitted, and hashed.",
          "a token that https://login.example/token gives to client onefold",
          "Only certificates signed by /etc/onefold/ca.pem are trusted.",
          "The worker shows the client certificate /etc/onefold/own.pem.",
          "may also lead to cdn.example, *.shop.example, 10.0.0.0/8, fd00::/8, but not to a"
              + " private",
          "A worker makes at most 4 at one time and 80 a minute.",
          "4 rules say what an answer means",
          "then by reference (reference, sinceSeconds), then by list",
        }) {
      assertTrue(orders.contains(expected), expected + "\n" + orders);
    }
    assertTrue(form.contains("Requests carry an API key in header X-Api-Key."), form);
  }

  @Test
  void shouldAddWarningsWhenAllContractsAreExplained() throws IOException {
    String text = DestinationExplainer.explain(profiles());

    assertTrue(text.contains("\nk20  sha256:"), text);
    assertTrue(text.contains("the send timeout of 15s does not fit into the lease of 5s"), text);
    assertFalse(text.contains("hunter2"), text);
  }

  private static Destination profile(String name) throws IOException {
    return profiles().find(name).orElseThrow();
  }

  private static Destinations profiles() throws IOException {
    return DestinationsFile.parse(
        "profiles.yaml",
        Files.readString(PROFILES),
        FixedResolver.of(Map.of("STUB_PORT", "8080", "/run/secrets/token", "hunter2")));
  }
}
