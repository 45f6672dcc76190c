package io.onefold.connector.simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The provider on a virtual clock. */
class SimulatedProviderTest {
  private Instant now = Instant.parse("2026-10-31T08:00:00Z");

  private SimulatedProvider provider(ProviderProfile profile) {
    return new SimulatedProvider(profile, () -> now, "http://blog.test");
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }

  private static Answering write(SimulatedProvider provider, String operation, String key) {
    return write(provider, operation, key, "{\"title\":\"x\"}");
  }

  private static Answering write(
      SimulatedProvider provider, String operation, String key, String body) {
    return provider.write(
        new WriteRequest(
            operation,
            "/items",
            Optional.of(key).filter(text -> !text.isEmpty()),
            body.getBytes(StandardCharsets.UTF_8)));
  }

  private static int status(Answering answering) {
    return assertInstanceOf(Answering.Whole.class, answering).status();
  }

  private static String body(Answering answering) {
    return assertInstanceOf(Answering.Whole.class, answering).body();
  }

  @Test
  void shouldStoreLateWhatIsCommittedLate() {
    // given: K01
    SimulatedProvider provider = provider(ProviderProfile.PLAIN);
    WriteStep slow =
        WriteStep.commit(Duration.ofMillis(300), Reply.status(201).after(Duration.ofSeconds(10)));
    provider.script("op", Script.of(slow));

    // when
    Answering answering = write(provider, "op", "");

    // then
    assertEquals(Duration.ofSeconds(10), answering.after());
    assertEquals(0, provider.effects("op").size());
    pass(Duration.ofMillis(300));
    assertEquals(1, provider.effects("op").size());
    assertEquals(1, provider.writes("op"));
  }

  @Test
  void shouldStoreAgainWhenAWriteIsRepeatedWithoutAKey() {
    // given
    SimulatedProvider provider = provider(ProviderProfile.PLAIN);

    // when
    write(provider, "op", "");
    write(provider, "op", "");

    // then
    assertEquals(2, provider.effects("op").size());
    assertTrue(body(provider.byReference("op", 0)).contains("\"I2\""));
  }

  @Test
  void shouldProtectByKeyOnlyFromWhenTheKeyIsRecorded() {
    // given: K02
    ProviderProfile.Keys late =
        new ProviderProfile.Keys(
            Duration.ofSeconds(60), Duration.ofSeconds(5), Optional.empty(), Optional.empty());
    SimulatedProvider provider = provider(ProviderProfile.PLAIN.keys(late));

    // when
    write(provider, "early", "k1");
    write(provider, "early", "k1");
    write(provider, "patient", "k2");
    pass(Duration.ofSeconds(5));
    write(provider, "patient", "k2");

    // then
    assertEquals(2, provider.effects("early").size());
    assertEquals(1, provider.effects("patient").size());
  }

  @Test
  void shouldSayThatAKeyIsInFlightAndReplayAfterwards() {
    // given: K11
    SimulatedProvider provider = provider(ProviderProfile.PLAIN.keys(ProviderProfile.Keys.USUAL));
    Duration four = Duration.ofSeconds(4);
    provider.script(
        "op", Script.of(WriteStep.commit(four, Reply.status(201).after(four)), WriteStep.ACCEPT));

    // when
    write(provider, "op", "k");
    pass(Duration.ofSeconds(2));
    Answering during = write(provider, "op", "k");
    pass(Duration.ofSeconds(2));
    Answering after = write(provider, "op", "k");

    // then
    assertEquals(409, status(during));
    assertTrue(body(during).contains("idempotency_key_in_use"));
    assertEquals(201, status(after));
    assertTrue(body(after).contains("\"I1\""));
    assertEquals(1, provider.effects("op").size());
  }

  @Test
  void shouldCompareTheContentUnderAKeyAndForgetItAfterItsWindow() {
    // given: K12
    SimulatedProvider provider = provider(ProviderProfile.PLAIN.keys(ProviderProfile.Keys.USUAL));
    provider.script("op", Script.of(WriteStep.commit(Reply.cut())));

    // when
    write(provider, "op", "k");
    Answering same = write(provider, "op", "k");
    Answering other = write(provider, "op", "k", "{\"title\":\"y\"}");
    pass(Duration.ofSeconds(60));
    write(provider, "op", "k");

    // then
    assertEquals(201, status(same), "the answer that never arrived");
    assertEquals(422, status(other));
    assertEquals(2, provider.effects("op").size(), "the key was forgotten");
  }

  @Test
  void shouldIgnoreTheKeyWhereTheScriptSaysSo() {
    // given: K13
    SimulatedProvider provider = provider(ProviderProfile.PLAIN.keys(ProviderProfile.Keys.USUAL));
    provider.script("op", Script.ACCEPTING.ignoringKeys());

    // when
    write(provider, "op", "k");
    write(provider, "op", "k");

    // then
    assertEquals(2, provider.effects("op").size());
  }

  @Test
  void shouldStrikeOnlyWritesThatComeBeforeTheWaitIsOver() {
    // given: K10
    SimulatedProvider provider = provider(ProviderProfile.PLAIN);
    provider.script(
        "op",
        Script.of(
            WriteStep.refuse(Reply.status(429).header("Retry-After", "3").body("{}")),
            WriteStep.refuse(Reply.status(500)),
            WriteStep.ACCEPT));

    // when
    int first = status(write(provider, "op", ""));
    pass(Duration.ofMillis(2999));
    int early = status(write(provider, "op", ""));
    pass(Duration.ofMillis(1));
    int inTime = status(write(provider, "op", ""));

    // then
    assertEquals(List.of(429, 429, 201), List.of(first, early, inTime));
    assertEquals(1, provider.strikes());
  }

  @Test
  void shouldServeANotFoundFromItsCacheAlthoughTheItemExists() {
    // given: K16
    SimulatedProvider provider =
        provider(ProviderProfile.PLAIN.cachingNotFound(Duration.ofSeconds(60)));
    provider.publicPage("I1");

    // when
    write(provider, "op", "");

    // then
    Answering.Whole cached = assertInstanceOf(Answering.Whole.class, provider.publicPage("I1"));
    assertEquals(404, cached.status());
    assertEquals("HIT", cached.headers().get("X-Cache"));
    assertEquals(200, status(provider.byId("I1")));
    pass(Duration.ofSeconds(60));
    assertEquals(200, status(provider.publicPage("I1")));
  }

  @Test
  void shouldEndAJobWhenItsTimeIsOver() {
    // given: K04
    SimulatedProvider provider = provider(ProviderProfile.PLAIN);
    Duration four = Duration.ofSeconds(4);
    provider.script("done", Script.of(WriteStep.commit(four, Reply.status(202))).job(four, true));
    provider.script("failed", Script.of(WriteStep.refuse(Reply.status(202))).job(four, false));

    // when
    write(provider, "done", "");
    write(provider, "failed", "");

    // then
    assertTrue(body(provider.job("J1")).contains("pending"));
    pass(four);
    assertTrue(body(provider.job("J1")).contains("\"state\":\"done\",\"item\":\"I1\""));
    assertTrue(body(provider.job("J2")).contains("failed"));
  }

  @Test
  void shouldRefuseEqualContentAndFoldedReferencesWhereItsProfileSaysSo() {
    // given: K23 and K30
    SimulatedProvider strict = provider(ProviderProfile.PLAIN.refusingEqualContent());
    SimulatedProvider folding = provider(ProviderProfile.PLAIN.foldingReferences());

    // when
    write(strict, "op1", "");
    write(folding, "Invoice-1", "");

    // then
    assertEquals(403, status(write(strict, "op2", "")));
    assertEquals(201, status(write(strict, "op3", "", "{\"title\":\"other\"}")));
    assertEquals(409, status(write(folding, "invoice-1 ", "")));
  }

  @Test
  void shouldShowARemovedItemTheWayItsProfileSays() {
    // given: K18
    SimulatedProvider gone = provider(ProviderProfile.PLAIN);
    SimulatedProvider trash =
        provider(ProviderProfile.PLAIN.removedAs(ProviderProfile.RemovedAs.STATUS));

    // when
    for (SimulatedProvider provider : List.of(gone, trash)) {
      write(provider, "op", "");
      provider.remove("I1");
    }

    // then
    assertEquals(410, status(gone.byId("I1")));
    assertEquals("{\"items\":[]}", body(gone.byReference("op", 0)));
    assertTrue(body(trash.byId("I1")).contains("trash"));
    assertEquals(1, gone.effects("op").size(), "it happened, whatever became of it");
  }

  @Test
  void shouldFailReadbacksAsOftenAsTheScriptSaysAndThenTellTheTruth() {
    // given: K15
    SimulatedProvider provider = provider(ProviderProfile.PLAIN);
    provider.script("op", Script.ACCEPTING.reading(new ReadFault(3, Reply.status(500))));
    write(provider, "op", "");

    // when
    List<Integer> statuses =
        List.of(
            status(provider.byReference("op", 0)),
            status(provider.byId("I1")),
            status(provider.byReference("op", 0)),
            status(provider.byReference("op", 0)));

    // then
    assertEquals(List.of(500, 500, 500, 200), statuses);
    assertEquals(4, provider.reads("op"));
  }

  @Test
  void shouldNoteEachWriteWithItsKeyAndTheHashOfItsBytes() {
    // given
    SimulatedProvider provider = provider(ProviderProfile.PLAIN);

    // when
    write(provider, "op", "k");
    write(provider, "op", "k");

    // then
    List<SeenWrite> seen = provider.seenWrites();
    assertEquals(List.of(1, 2), seen.stream().map(SeenWrite::number).toList());
    assertEquals(seen.getFirst().bodyHash(), seen.getLast().bodyHash());
    assertEquals(Optional.of("k"), seen.getLast().key());
    assertEquals(Map.of("account", "acme", "env", "live"), ProviderProfile.PLAIN.identity());
  }

  @Test
  void shouldAnswerTheProbeAnewWhenOtherCredentialsAreInUse() {
    // given: K19
    SimulatedProvider provider = provider(ProviderProfile.PLAIN.identity(Map.of("env", "test")));
    String before = body(provider.identity());

    // when
    provider.identify(Map.of("env", "live"));

    // then
    assertEquals("{\"env\":\"test\"}", before);
    assertEquals("{\"env\":\"live\"}", body(provider.identity()));
  }
}
