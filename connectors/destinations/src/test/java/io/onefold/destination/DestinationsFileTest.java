package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.destination.Destination.Absence;
import io.onefold.destination.Destination.Verification;
import io.onefold.destination.HttpContract.Expectation;
import io.onefold.destination.HttpContract.Readback;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DestinationsFileTest {
  private static final Path EXAMPLES = Path.of("src/test/resources/destinations");

  @TempDir Path folder = Path.of("");

  @Test
  void shouldReadEveryPartOfTheLanguageWhenFileIsRight() throws IOException {
    Destination blog =
        DestinationsFile.read(EXAMPLES.resolve("blog.yaml")).find("blog").orElseThrow();

    assertEquals("acme-editorial", blog.account());
    assertEquals(Duration.ofSeconds(90), blog.settle());
    assertEquals(new Absence(true, Absence.After.REPORT, 1), blog.absence());
    assertEquals(Set.of("slug"), blog.attributesUsed());
    assertEquals(List.of("Authorization"), List.copyOf(blog.http().headers().keySet()));
    assertEquals(List.of(422), blog.http().idempotency().orElseThrow().mismatch());
    assertEquals(Duration.ofHours(24), blog.safeReplayWindow().orElseThrow());
    assertEquals(
        List.of(Readback.By.ID, Readback.By.REFERENCE, Readback.By.LIST, Readback.By.PUBLIC_URL),
        blog.http().readback().stream().map(Readback::by).toList());
    assertEquals(1, blog.http().readback().get(2).match().size());
    assertEquals(
        new Expectation.EqualTo(7L), blog.http().item().account().orElseThrow().expectation());
    assertEquals(
        Map.of("x-stored", new Expectation.EqualTo("no")),
        blog.http().send().rules().get(2).headers());
  }

  @Test
  void shouldTakeOnlyIdsOfTheDeclaredFormWhenContractDeclaresOne() {
    Destination any = only(parse(Wrong.RIGHT));
    Destination blog =
        only(
            parse(
                Wrong.RIGHT.replace(
                    "connector: http", "connector: http\n    operation-ids: 'Invoice-[0-9]+'")));

    assertEquals(Optional.empty(), any.problemOfId("invoice-7"));
    assertEquals(Optional.empty(), blog.problemOfId("Invoice-7"));
    assertEquals(
        "operationId is 'invoice-7'; destination 'blog' takes only IDs of the form Invoice-[0-9]+",
        blog.problemOfId("invoice-7").orElseThrow());
    assertTrue(blog.problemOfId("Invoice-7x").isPresent());
  }

  @Test
  void shouldFillInDefaultsWhenContractIsShort() {
    Destination blog = only(parse(Wrong.RIGHT.replace("  lease: 60s\n", "  settle: 60s\n")));

    assertEquals("default", blog.pool());
    assertTrue(blog.approvalRequired());
    assertEquals(Verification.READBACK, blog.verification());
    assertEquals(Duration.ofSeconds(60), blog.lease());
    assertEquals(5, blog.attempts().max());
    assertEquals(Duration.ofMinutes(15), blog.readbacks().deadline());
    assertEquals(
        new Destination.Offers(Duration.ofSeconds(30), Duration.ofHours(24)), blog.offers());
    assertEquals(Duration.ofDays(400), blog.dedupeWindow());
    assertEquals(Duration.ofSeconds(20), blog.http().send().timeout());
    assertEquals("POST", blog.http().send().method());
    assertEquals(new Absence(true, Absence.After.REPORT, 1), blog.absence());
  }

  @Test
  void shouldNotTakeAbsenceForProofWhenOnlyAnIdCanBeAsked() {
    String text =
        Wrong.RIGHT.replace(
            "      - {by: reference, url: \"https://blog.example/items?ref={operationId}\"}\n", "");

    assertFalse(only(parse(text)).absence().proof());
  }

  @Test
  void shouldKeepTheRestOfADefaultWhenDestinationOverridesAPart() {
    String text =
        Wrong.RIGHT
            .replace("lease: 60s", "attempts: {max: 7, initial: 2s}")
            .replace("environment: test", "environment: test\n    attempts: {max: 2}");

    Destination.Attempts attempts = only(parse(text)).attempts();

    assertEquals(2, attempts.max());
    assertEquals(Duration.ofSeconds(2), attempts.initial());
  }

  @Test
  void shouldReadExpectationsByTheirTypesWhenTheyAreScalars() {
    String body =
        "{/a: 1.50, /b: true, /c: present, /d: absent, /e: null, /f: {equals: present}, /g: '7',"
            + " /h: 1e2, /i: no}";
    String text = Wrong.RIGHT.replace("item: {", "item: {complete: " + body + ", ");

    Map<String, Expectation> read = only(parse(text)).http().item().complete();

    assertEquals(new Expectation.EqualTo(new BigDecimal("1.5")), read.get("/a"));
    assertEquals(new Expectation.EqualTo(true), read.get("/b"));
    assertEquals(new Expectation.Present(), read.get("/c"));
    assertEquals(new Expectation.Absent(), read.get("/d"));
    assertEquals(new Expectation.Absent(), read.get("/e"));
    assertEquals(new Expectation.EqualTo("present"), read.get("/f"));
    assertEquals(new Expectation.EqualTo("7"), read.get("/g"));
    assertEquals(new Expectation.EqualTo(100L), read.get("/h"));
    assertEquals(new Expectation.EqualTo("no"), read.get("/i"));
  }

  @Test
  void shouldCutTheSendTimeoutWhenTheLeaseIsShorter() {
    String text =
        Wrong.RIGHT
            .replace("60s", "5s")
            .replace("provider-id: /id\n    r", "provider-id: /id\n      timeout: 15s\n    r");

    Destinations destinations = parse(text);

    assertEquals(Duration.ofMillis(500), only(destinations).margin());
    assertEquals(Duration.ofMillis(3500), only(destinations).effectiveSendTimeout());
    assertTrue(
        destinations.warnings().stream()
            .anyMatch(w -> w.line() == 8 && w.message().contains("cut off after 3500ms")));
  }

  @Test
  void shouldResolveAccountsAndExpectedValuesWhenTheyAreReferences() {
    String text =
        Wrong.RIGHT
            .replace("account: acme", "account: ${env:ACCOUNT}")
            .replace("item: {", "item: {account: {at: /a, equals: '${file:/id}'}, ");

    Destination blog =
        only(
            DestinationsFile.parse(
                "some.yaml", text, FixedResolver.of(Map.of("ACCOUNT", "acme-eu", "/id", "12\n"))));

    assertEquals("acme-eu", blog.account());
    assertEquals(
        new Expectation.EqualTo("12"), blog.http().item().account().orElseThrow().expectation());
  }

  @Test
  void shouldFillInWhatAConnectorWithOwnWaysDoesNotDeclare() {
    Destination own =
        only(parse("destinations: {memo: {connector: simulated, account: a, environment: e}}"));
    Destination fax =
        only(
            parse(
                "destinations: {memo: {connector: fax, account: a, environment: e, readback:"
                    + " []}}"));

    assertEquals("simulated:memo", own.http().send().url().text());
    assertTrue(own.hasReadback());
    assertTrue(own.absence().proof());
    assertFalse(fax.hasReadback());
    assertFalse(fax.absence().proof());
  }

  @Test
  void shouldMergeAnchorsWhenSeveralDestinationsShareParts() throws IOException {
    Destinations profiles =
        DestinationsFile.parse(
            "profiles.yaml",
            Files.readString(EXAMPLES.resolve("profiles.yaml")),
            FixedResolver.of(Map.of("STUB_PORT", "8080")));

    assertEquals(23, profiles.all().size());
    assertEquals(Set.of("default"), profiles.pools());
    assertEquals(23, profiles.inPool("default").size());
    assertEquals(Duration.ofSeconds(4), profiles.find("k09").orElseThrow().settle());
    assertTrue(profiles.find("k11").orElseThrow().safeReplayWindow().isPresent());
    assertTrue(profiles.find("k13").orElseThrow().safeReplayWindow().isEmpty());
    assertEquals(
        Duration.ofMillis(3500), profiles.find("k20").orElseThrow().effectiveSendTimeout());
    assertFalse(profiles.find("k34").orElseThrow().hasReadback());
  }

  @Test
  void shouldIgnoreAByteOrderMarkAndReadUtf8() throws IOException {
    Path file = folder.resolve("destinations.yaml");
    Files.writeString(file, "\ufeff" + Wrong.RIGHT.replace("acme", "Café"));

    assertEquals("Café", only(DestinationsFile.read(file)).account());
  }

  @Test
  void shouldNameTheLineWhenFileIsNotUtf8() throws IOException {
    Path file = folder.resolve("destinations.yaml");
    Files.write(file, Wrong.RIGHT.replace("acme", "Café").getBytes(StandardCharsets.ISO_8859_1));

    Mistake mistake = onlyMistake(file);

    assertEquals(6, mistake.line());
    assertTrue(mistake.message().contains("UTF-8"));
  }

  @Test
  void shouldRefuseWhenFileIsLargerThanTheLimit() throws IOException {
    Path file = folder.resolve("destinations.yaml");
    Files.writeString(file, "# " + "x".repeat(DestinationsFile.MAX_BYTES));

    assertTrue(onlyMistake(file).message().contains("5 MiB"));
  }

  @Test
  void shouldSayThatTheFileCannotBeReadWhenItIsMissing() {
    assertThrows(NoSuchFileException.class, () -> DestinationsFile.read(folder.resolve("none")));
  }

  @Test
  void shouldRefuseQuicklyWhenAliasesMultiply() {
    StringBuilder bomb = new StringBuilder("x-0: &a0 [b, b, b, b, b, b, b, b, b]\n");
    for (int i = 1; i < 40; i++) {
      String alias = "*a" + (i - 1);
      bomb.append(
          "x-%d: &a%d [%s]\n"
              .formatted(i, i, String.join(", ", List.of(alias, alias, alias, alias))));
    }
    bomb.append("destinations: {blog: {connector: http, headers: {<<: *a39}}}\n");

    assertThrows(InvalidDestinationsException.class, () -> parse(bomb.toString()));
  }

  @Test
  void shouldRefuseWhenAliasesMakeASmallFileHuge() {
    StringBuilder text = new StringBuilder("x-rules: &rules\n");
    text.append("  - {status: 200, result: refused}\n".repeat(2000));
    text.append("destinations:\n");
    for (int i = 0; i < 100; i++) {
      text.append(
          "  d%d: {connector: http, account: a, environment: e, send: {url: 'https://h/', rules: *rules}}\n"
              .formatted(i));
    }

    InvalidDestinationsException refused =
        assertThrows(InvalidDestinationsException.class, () -> parse(text.toString()));

    assertTrue(String.valueOf(refused.getMessage()).contains("once all aliases are written out"));
  }

  @Test
  void shouldGiveUpWhenMistakesHaveNoEnd() {
    StringBuilder text = new StringBuilder("destinations:\n  blog:\n");
    for (int i = 0; i < 5_000; i++) {
      text.append("    acount").append(i).append(": 1\n");
    }

    InvalidDestinationsException refused =
        assertThrows(InvalidDestinationsException.class, () -> parse(text.toString()));

    assertEquals(1001, refused.mistakes().size());
    assertTrue(refused.mistakes().get(0).message().contains("more than 1000 mistakes"));
  }

  @Test
  void shouldRefuseWhenNodesContainThemselves() {
    assertThrows(
        InvalidDestinationsException.class,
        () -> parse("destinations: &d {blog: &b {<<: *b, send: *d, readback: [*b]}}"));
  }

  private Mistake onlyMistake(Path file) {
    InvalidDestinationsException refused =
        assertThrows(InvalidDestinationsException.class, () -> DestinationsFile.read(file));
    assertEquals(1, refused.mistakes().size());
    return refused.mistakes().get(0);
  }

  private static Destinations parse(String text) {
    return DestinationsFile.parse("some.yaml", text, FixedResolver.of(Map.of()));
  }

  private static Destination only(Destinations destinations) {
    assertEquals(1, destinations.all().size());
    return destinations.all().iterator().next();
  }
}
