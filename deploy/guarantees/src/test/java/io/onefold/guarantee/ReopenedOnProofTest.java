package io.onefold.guarantee;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.schema.AvroSerde;
import io.onefold.schema.BuiltInCatalogue;
import io.onefold.schema.Cause;
import io.onefold.schema.DestinationEvent;
import io.onefold.schema.DestinationRecord;
import io.onefold.schema.DestinationRequest;
import io.onefold.schema.DestinationState;
import io.onefold.schema.OperationEvent;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;

class ReopenedOnProofTest {
  private static final Serializer<DestinationRecord> WRITER =
      AvroSerde.of(DestinationRecord.class, BuiltInCatalogue.instance()).serializer();

  private final List<Seen> run = new ArrayList<>();
  private byte[] chain = new byte[32];
  private long sequence;

  @Test
  void shouldFindNothingWhenATestThatIsVerifiedOpensIt() {
    // given
    event("SUSPEND", "SUSPENDED", "");
    event("TEST", "TESTING", "op-1");
    event("TEST_FAILED", "SUSPENDED", "");
    event("TEST", "TESTING", "op-2");
    event("NOTE", "TESTING", "op-2");
    event("REOPEN", "OPEN", "");
    verified("op-2");

    // then, also where each event is seen once for each partition
    assertEquals(List.of(), rules());
    run.addAll(List.copyOf(run));
    assertEquals(List.of(), rules());
  }

  @Test
  void shouldMissTheProofWhenTheTestWasNeverVerified() {
    // given
    event("SUSPEND", "SUSPENDED", "");
    event("TEST", "TESTING", "op-1");
    event("REOPEN", "OPEN", "");
    verified("op-2");

    // then
    assertEquals(List.of("reopened-without-proof"), rules());
  }

  @Test
  void shouldFindJumpsWhenItIsOpenedOrTestedOutOfTurn() {
    // given
    event("SUSPEND", "SUSPENDED", "");
    event("REOPEN", "OPEN", "");
    event("TEST", "TESTING", "op-1");
    verified("");

    // then
    assertEquals(List.of("control-jumps", "control-jumps"), rules());
  }

  @Test
  void shouldFindAGapAndABrokenChainWhenAnEventIsMissing() {
    // given
    event("SUSPEND", "SUSPENDED", "");
    event("NOTE", "SUSPENDED", "");
    event("NOTE", "SUSPENDED", "");
    run.remove(1);

    // then
    assertEquals(List.of("control-gap", "control-chain-broken"), rules());
  }

  @Test
  void shouldFindTwoControlsWhenOneNumberIsToldInTwoWays() {
    // given
    event("SUSPEND", "SUSPENDED", "");
    sequence = 0;
    chain = new byte[32];
    event("NOTE", "OPEN", "");

    // then
    assertEquals(List.of("two-controls"), rules());
  }

  private List<String> rules() {
    Judge judge = new Judge(List.of(new ReopenedOnProof()));
    run.forEach(judge::see);
    judge.conclude();
    return judge.violations().stream().map(Violation::rule).toList();
  }

  private void verified(String operation) {
    OperationEvent event = new OperationEvent();
    event.setOperationId(operation);
    event.setStateAfter("VERIFIED");
    run.add(new Seen.Journalled(Instant.EPOCH, event, new byte[0]));
  }

  private void event(String conclusion, String phase, String test) {
    DestinationEvent event = new DestinationEvent();
    event.setSequence(++sequence);
    event.setAtMs(0);
    event.setCause(new Cause("destinations", 0, 0L));
    event.setRequest(DestinationRequest.newBuilder().setKind("SUSPEND").setAskedAtMs(0L).build());
    event.setConclusion(conclusion);
    event.setText("");
    event.setState(
        DestinationState.newBuilder()
            .setPhase(phase)
            .setMovedAt(sequence)
            .setTestOperation(test)
            .setTaken(Map.of())
            .build());
    event.setChain(ByteBuffer.allocate(32));
    byte[] value = WRITER.serialize("destinations", new DestinationRecord("blog", event));
    chain = chained(value);
    System.arraycopy(chain, 0, value, value.length - 32, 32);
    event.setChain(ByteBuffer.wrap(chain));
    run.add(new Seen.Controlled(Instant.EPOCH, new DestinationRecord("blog", event), value));
  }

  private byte[] chained(byte[] value) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(chain);
      digest.update(value, 5, value.length - 5 - 33);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
