package io.onefold.proof.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.audit.Audit;
import io.onefold.audit.AuditResult;
import io.onefold.audit.Listing;
import io.onefold.audit.Progress;
import io.onefold.audit.Scope;
import io.onefold.audit.Warning;
import io.onefold.audit.Warnings;
import io.onefold.destination.Destinations;
import io.onefold.destination.DestinationsFile;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.topology.Signing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What breaks no rule, and is told: new IDs for old wishes, and what went past Onefold. */
class AuditWarningsTest {
  private static final Destinations TWO =
      DestinationsFile.parse("two", "destinations:\n" + contract("shop") + contract("depot"));

  @TempDir Path folder;

  private static String contract(String name) {
    return """
      %s:
        connector: http
        account: acme
        environment: live
        dedupe-window: 3d
        send: {url: "http://shop/items", timeout: 10s, provider-id: /id, public-url: /url}
        readback:
          - {by: id, url: "http://shop/items/{providerId}"}
          - {by: reference, url: "http://shop/items?ref={operationId}", items: /items, next: /next}
        item:
          provider-id: /id
          public-url: /url
          account: {at: /account, equals: acme}
          content: [{sent: /text, found: /text}]
    """
        .formatted(name)
        .indent(2);
  }

  private static PlayedTopics topics(Consumer<LongJournal> happens) {
    return PlayedTopics.written(TWO, Signing.none(), happens);
  }

  private static void done(LongJournal ledger, String id, String destination, String text) {
    ledger.submit(id, destination, text, true);
    ledger.accepted(id);
  }

  private static AuditResult audit(PlayedTopics topics, Scope scope, Listing... listings) {
    AuditResult result =
        new Audit(topics, PlayedTopics.NAMES, BuiltInCatalogue.instance())
            .run(scope, List.of(listings), Optional.empty(), List.of(), Progress.silent());
    assertTrue(result.isClean(), () -> result.findings().toString());
    return result;
  }

  private static List<String> ids(Warning warning) {
    return warning.operations().stream().map(Warning.Involved::operationId).toList();
  }

  private Listing listing(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    // Some file systems round it down.
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
    return new Listing("shop", file);
  }

  @Test
  void shouldWarnWhenOneWishHasSeveralOperations() {
    // given
    PlayedTopics topics =
        topics(
            ledger -> {
              done(ledger, "a|1", "shop", "ink");
              ledger.submit("a|2", "shop", "ink", true);
              done(ledger, "a|3", "shop", "paper");
            });

    // when
    try (AuditResult result = audit(topics, Scope.everything())) {

      // then
      List<Warning> warnings = result.warnings().kept();
      assertEquals(1, warnings.size(), warnings::toString);
      Warning warning = warnings.get(0);
      assertEquals(Warning.Kind.EQUAL_PAYLOADS, warning.kind());
      assertEquals("shop", warning.destination());
      assertEquals(List.of("a|1", "a|2"), ids(warning));
      assertEquals("orders", warning.operations().get(0).owner());
      assertEquals("VERIFIED", warning.operations().get(0).state());
      assertEquals("READY", warning.operations().get(1).state());
      assertEquals(2, warning.count());
    }
  }

  @Test
  void shouldNotWarnWhenOnlyOneOfThemHadOrMayHaveAnEffect() {
    // given
    PlayedTopics topics =
        topics(
            ledger -> {
              done(ledger, "b|1", "shop", "ink");
              done(ledger, "b|2", "depot", "ink");
              ledger.submit("b|1", "shop", "ink", true);
              ledger.submit("b|1", "shop", "paper", true);
              ledger.submit("b|3", "shop", "ink", true);
              ledger.refused("b|3");
              ledger.submit("b|4", "shop", "ink", false);
              ledger.giveUp("b|4");
              ledger.submit("b|5", "shop", "ink", false);
            });

    // when
    try (AuditResult result = audit(topics, Scope.everything())) {

      // then
      assertEquals(List.of(), result.warnings().kept());
      assertEquals(5, result.counts().operations());
    }
  }

  @Test
  void shouldWarnWhenTheFirstOfThemIsForgottenByTheLedger() {
    // given
    PlayedTopics topics =
        topics(
            ledger -> {
              done(ledger, "c|1", "shop", "ink");
              ledger.pass(Duration.ofDays(4));
              done(ledger, "c|2", "shop", "ink");
            });

    // when
    try (AuditResult result = audit(topics, Scope.everything())) {

      // then
      List<Warning> warnings = result.warnings().kept();
      assertEquals(1, warnings.size(), warnings::toString);
      assertEquals(List.of("c|1", "c|2"), ids(warnings.get(0)));
      assertEquals("FORGOTTEN", warnings.get(0).operations().get(0).state());
    }
  }

  @Test
  void shouldNameTheOldestAndCountTheOthersWhenManyHaveOneWish() {
    // given
    PlayedTopics topics =
        topics(
            ledger ->
                IntStream.range(0, 90)
                    .forEach(
                        i -> {
                          ledger.submit("d|%02d".formatted(i), "shop", "ink", true);
                          ledger.pass(Duration.ofMillis(2));
                        }));

    // when
    try (AuditResult result = audit(topics, Scope.everything())) {

      // then
      Warning warning = result.warnings().kept().get(0);
      assertEquals(90, warning.count());
      assertEquals(
          IntStream.range(0, Warning.MOST_OPERATIONS).mapToObj("d|%02d"::formatted).toList(),
          ids(warning));
      assertTrue(warning.text().endsWith("and 70 more"), warning.text());
    }
  }

  @Test
  void shouldWarnOfWhatIsAskedForWhenTheOtherOperationIsOutsideOfIt() {
    // given
    Instant begin = Instant.now();
    PlayedTopics topics =
        topics(
            ledger -> {
              done(ledger, "e|1", "shop", "ink");
              done(ledger, "e|2", "shop", "paper");
              done(ledger, "e|3", "shop", "paper");
              ledger.pass(Duration.ofHours(1));
              done(ledger, "e|4", "shop", "ink");
            });
    Optional<Instant> later = Optional.of(begin.plus(Duration.ofMinutes(50)));

    // when
    try (AuditResult result = audit(topics, new Scope(later, Optional.empty(), Optional.empty()))) {

      // then
      assertEquals(3, result.counts().leftOut());
      assertEquals(1, result.warnings().count(), () -> result.warnings().kept().toString());
      assertEquals(List.of("e|1", "e|4"), ids(result.warnings().kept().get(0)));
    }
  }

  @Test
  void shouldWarnOfWhatWentPastOnefoldWhenAListingShowsIt() throws Exception {
    // given
    PlayedTopics topics =
        topics(
            ledger -> {
              done(ledger, "f|1", "shop", "ink");
              done(ledger, "f|2", "shop", "paper");
              done(ledger, "f|3", "shop", "glue");
              done(ledger, "f|4", "depot", "ink");
              ledger.submit("f|5", "shop", "tape", true);
              ledger.claim("f|5", "a");
              ledger.acceptedUnseen("f|5");
            });
    Listing csv =
        listing(
            "shop.csv",
            """
            publicUrl,providerId,createdAt
            %s,%s,2026-10-31T08:00:00Z
            "http://shop/by,hand",77,
            ,%s,
            """
                .formatted(
                    LongJournal.url("f|1"), LongJournal.item("f|1"), LongJournal.item("f|4")));
    Listing json =
        listing(
            "more.ndjson",
            """
            {"publicUrl": "%s"}
            {"providerId": "%s", "publicUrl": null}

            {"providerId": 78}
            """
                .formatted(LongJournal.url("f|2"), LongJournal.item("f|5")));

    // when
    try (AuditResult result = audit(topics, Scope.everything(), csv, json)) {

      // then
      List<Warning> warnings = result.warnings().kept();
      assertEquals(
          Set.of("77", LongJournal.item("f|4"), "78"),
          warnings.stream()
              .filter(w -> w.kind() == Warning.Kind.ITEM_WITHOUT_OPERATION)
              .map(w -> w.details().get("providerId"))
              .collect(Collectors.toSet()),
          warnings::toString);
      List<Warning> gone =
          warnings.stream().filter(w -> w.kind() == Warning.Kind.RECEIPT_WITHOUT_ITEM).toList();
      assertEquals(List.of("f|3"), gone.stream().flatMap(w -> ids(w).stream()).toList());
      assertEquals(4, warnings.size());
      assertEquals(
          List.of(new Warnings.Compared("shop", 6, 3, 3, 1, 0)), result.warnings().listings());
    }
  }

  @Test
  void shouldMissEveryItemWhenAListingIsEmpty() throws Exception {
    // given
    PlayedTopics topics = topics(ledger -> done(ledger, "g|1", "shop", "ink"));
    Listing empty = listing("shop.json", "");

    // when
    try (AuditResult result = audit(topics, Scope.everything(), empty)) {

      // then
      assertEquals(1, result.warnings().count());
      assertEquals(List.of("g|1"), ids(result.warnings().kept().get(0)));
    }
  }

  @Test
  void shouldCompareOnlyWhatIsAskedForAndOldEnoughWhenAListingIsOlder() throws Exception {
    // given
    PlayedTopics topics =
        topics(
            ledger -> {
              done(ledger, "h|1", "shop", "ink");
              ledger.pass(Duration.ofHours(1));
              done(ledger, "h|2", "shop", "paper");
              ledger.pass(Duration.ofHours(1));
              done(ledger, "h|3", "shop", "glue");
            });
    Instant begin = Instant.now();
    Listing older =
        listing(
            "shop.csv",
            """
            providerId,createdAt
            %s,
            1,2001-01-01T00:00:00Z
            2,%s
            """
                .formatted(LongJournal.item("h|1"), begin.plus(Duration.ofMinutes(70))));
    Files.setLastModifiedTime(older.file(), FileTime.from(begin.plus(Duration.ofMinutes(90))));
    Optional<Instant> from = Optional.of(begin.plus(Duration.ofMinutes(30)));

    // when
    try (AuditResult result =
        audit(topics, new Scope(from, Optional.empty(), Optional.empty()), older)) {

      // then
      assertEquals(
          List.of(new Warnings.Compared("shop", 3, 1, 1, 1, 1)), result.warnings().listings());
      assertEquals(
          List.of("2", LongJournal.item("h|2")),
          result.warnings().kept().stream().map(w -> w.details().get("providerId")).toList());
    }
  }
}
