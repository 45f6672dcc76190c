package io.onefold.standalone.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.connector.simulated.ReadFault;
import io.onefold.connector.simulated.Reply;
import io.onefold.connector.simulated.Script;
import io.onefold.connector.simulated.SeenRequest;
import io.onefold.connector.simulated.Showing;
import io.onefold.connector.simulated.WriteRequest;
import io.onefold.connector.simulated.WriteStep;
import io.onefold.schema.PayloadHash;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** K15 to K18: readbacks that fail, come from a cache, look different, or find it removed. */
@ExtendWith(CaseStage.Shared.class)
@Execution(ExecutionMode.CONCURRENT)
class Case15To18IT {
  private static final Script UNHEARD =
      Script.of(WriteStep.commit(new Reply.Silence()), WriteStep.ACCEPT);

  private final CaseStage stage;

  Case15To18IT(CaseStage stage) {
    this.stage = stage;
  }

  @Test
  void k15ShouldAskAgainWhenReadbackFails() {
    // given
    CaseRun run =
        stage
            .operation("k15", "K15-1")
            .script(UNHEARD.reading(new ReadFault(3, Reply.status(500))));

    // when
    JsonNode receipt = run.submit().verified();

    // then
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals(List.of("UNKNOWN TIMEOUT"), run.endings());
    assertEquals(
        List.of("UNAVAILABLE", "UNAVAILABLE", "UNAVAILABLE", "MATCH"),
        run.readbackDetails().subList(0, 4));
    run.staysUntil(run.writtenAt(1).plusSeconds(10), 1, 1);
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of("k15", "500", Reply.status(500)),
        Arguments.of("k15-more", "401", Reply.status(401)),
        Arguments.of("k15-more", "403", Reply.status(403)),
        Arguments.of("k15-more", "404", Reply.status(404)),
        Arguments.of("k15-rest", "silence", new Reply.Silence()),
        Arguments.of("k15-rest", "page", Reply.status(200).body("<html>sign in</html>")),
        Arguments.of("k15-rest", "other", Reply.status(200).body("{\"error\":\"try later\"}")));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void k15ShouldEscalateWhenReadbackNeverAnswers(String contract, String name, Reply failure) {
    // given
    CaseRun run =
        stage
            .operation(contract, "k15", "K15-2-" + name)
            .script(UNHEARD.reading(ReadFault.always(failure)));

    // when
    JsonNode operation = run.submit().unresolved("READBACK_UNAVAILABLE", "READBACK");

    // then
    run.counted(1, 1);
    assertEquals(List.of("UNKNOWN TIMEOUT"), run.endings());
    assertFalse(run.readbackResults().contains("NOT_FOUND"), operation.toPrettyString());
    assertTrue(run.readbackResults().contains("INCONCLUSIVE"), operation.toPrettyString());
    assertEquals("case-owner", run.openEscalation().path("owner").asText());
  }

  @Test
  void k16ShouldNotLookAtThePublicAddressWhenNothingIsAcceptedYet() {
    // given
    CaseRun run = stage.operation("k16", "K16-1").script(Script.ACCEPTING);

    // when
    JsonNode receipt = run.submit().verified();

    // then
    run.counted(1, 1);
    assertEquals("id", receipt.at("/readback/method").asText());
    assertTrue(
        receipt.path("publicUrl").asText().endsWith("/p/" + run.effects().getFirst().slug()));
    for (SeenRequest request : run.requests()) {
      boolean ownPage = request.uri().endsWith("/p/" + run.effects().getFirst().slug());
      assertFalse(ownPage && request.at().isBefore(run.writtenAt(1)), request.toString());
    }
  }

  @Test
  void k16ShouldNotTakeCachedNotFoundForProofWhenSomebodyLookedTooEarly() {
    // given
    CaseRun run = stage.operation("k16-public", "k16", "K16-2").script(UNHEARD);
    run.destination().provider().publicPage(run.id());

    // when
    var payload = Intents.payload(run.id(), "text");
    payload.put("slug", run.id());
    run.submit(Intents.of("k16-public", run.id(), payload));
    run.unresolved("READBACK_UNAVAILABLE", "READBACK");

    // then
    run.counted(1, 1);
    assertEquals(Set.of("CACHED"), Set.copyOf(run.readbackDetails()));
  }

  @Test
  void k17ShouldRecogniseItsOwnTextWhenItComesBackEscaped() {
    // given
    String text = "Latency & Throughput <p95> see https://example.test/a?b=1&c=2";
    CaseRun run = stage.operation("k17", "K17").script(UNHEARD.showing(Showing.escapedTexts()));
    stage.judge().stranger("other");
    addOther(run, "Latency & Throughput <p99> see https://example.test/a?b=1&c=2");

    // when
    run.submit(Intents.of("k17", run.id(), text));
    JsonNode receipt = run.verified();

    // then
    assertEquals(run.effects().getFirst().id(), receipt.path("providerId").asText());
    assertEquals("NORMALISED", receipt.at("/readback/detail").asText());
    assertEquals(
        Set.of("unescape-html", "unwrap-links"),
        Set.of(receipt.at("/normalisers/0").asText(), receipt.at("/normalisers/1").asText()));
    assertEquals(
        PayloadHash.ofJson(Intents.payload(run.id(), text)).value(),
        receipt.path("payloadHash").asText());
    assertTrue(receipt.path("observedHash").asText().matches("sha256:[0-9a-f]{64}"));
    assertNotEquals(receipt.path("payloadHash"), receipt.path("observedHash"));
    run.staysUntil(run.writtenAt(1).plusSeconds(8), 1, 1);
  }

  /** Something of somebody else in the same list. */
  private static void addOther(CaseRun run, String text) {
    byte[] body = Intents.payload("other", text).toString().getBytes(StandardCharsets.UTF_8);
    run.destination().provider().write(new WriteRequest("other", "/items", Optional.empty(), body));
  }

  @Test
  void k18ShouldStayVerifiedWhenItemIsRemovedAfterwards() {
    // given
    CaseRun run = stage.operation("k18", "K18-1").script(Script.ACCEPTING);
    JsonNode receipt = run.submit().verified();

    // when
    run.destination().provider().remove(run.id());
    JsonNode answer = run.submit(run.intent());

    // then
    assertEquals("duplicate", answer.path("disposition").asText(), answer.toString());
    run.staysUntil(run.writtenAt(1).plusSeconds(10), 1, 1);
    assertEquals("VERIFIED", run.now().path("state").asText());
    assertEquals(receipt, run.now().path("receipt"));
  }

  @Test
  void k18ShouldEscalateWhenItemIsRemovedBeforeTheFirstReadback() {
    // given
    CaseRun run = stage.operation("k18", "K18-2").script(UNHEARD.showing(Showing.removedItems()));

    // when
    run.submit().unresolved("REMOTE_REMOVED", "READBACK");

    // then
    assertEquals(List.of("UNKNOWN TIMEOUT"), run.endings());
    assertEquals("REMOVED", run.readbackDetails().getLast());
    run.staysUntil(run.writtenAt(1).plusSeconds(10), 1, 1);
  }
}
