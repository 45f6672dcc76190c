package io.onefold.proof.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.audit.Rule;
import io.onefold.audit.TopicRecord;
import io.onefold.schema.Approval;
import io.onefold.schema.Intent;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the ledger rightly sets aside is in order, of whatever size; what it never writes is not.
 */
class AuditOfDeadLettersTest {
  private static final int MOST_VALUE_BYTES = 3 << 19;
  private static final int MOST_KEY_BYTES = 32 << 10;
  private static final int VALUE_BYTES = 1_900_000;
  private static final String CUT_VALUE = "onefold.cut.value";
  private static final String CUT_KEY = "onefold.cut.key";
  private static final String TOLD = "the first 1572864 of 1900000 bytes";
  private static final PlayedTopics PLAYED = PlayedTopics.of(0);

  private final PlayedTopics topics = PLAYED.copy();

  /** Rules that an intent breaks, whose payload need not be small for it. */
  @SuppressWarnings("ImmutableEnumChecker") // Each is a function, and keeps nothing.
  enum Broken {
    ACTION_BLANK(i -> i.setAction("")),
    ATTRIBUTE_NAME(i -> i.setAttributes(Map.of("no blanks", "x"))),
    ATTRIBUTE_NAME_OF_ANY_LENGTH(i -> i.setAttributes(Map.of("x".repeat(70_000), "x"))),
    ATTRIBUTES_TOO_MANY(
        i ->
            i.setAttributes(
                IntStream.range(0, 51).boxed().collect(Collectors.toMap(n -> "a" + n, n -> "x")))),
    APPROVAL_OF_NO_HASH(
        i -> i.setApproval(new Approval("policy", "APPROVED", "somebody", 1L, "sha256:0"))),
    PAYLOAD_EMPTY(
        i -> {
          i.setPayload(ByteBuffer.wrap(new byte[0]));
          i.setOwner("x".repeat(3000));
        }),
    PAYLOAD_TOO_LARGE(i -> i.setPayload(ByteBuffer.wrap(new byte[921_601]))),
    RECORD_TOO_LARGE(i -> i.setPayload(ByteBuffer.wrap(new byte[VALUE_BYTES])));

    private final Consumer<Intent> change;

    Broken(Consumer<Intent> change) {
      this.change = change;
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldFindNothingWhenAnIntentThatBreaksARuleIsSetAside(Broken broken) {
    // given
    for (int payload : new int[] {10, 3000}) {
      setAside(added("op-" + payload, payload, broken.change));
    }

    // when
    Set<Rule> told = topics.told();

    // then
    assertTrue(told.stream().allMatch(Rule::isNote), told::toString);
  }

  @Test
  void shouldFindNothingWhenLargeBytesThatAreNoIntentAreSetAside() {
    // given
    topics.letter(topics.addIntent("op-noise", noise(5000)), "UNREADABLE_RECORD");

    // when
    Set<Rule> told = topics.told();

    // then
    assertTrue(told.stream().allMatch(Rule::isNote), told::toString);
  }

  @ParameterizedTest
  @ValueSource(ints = {3000, 921_600})
  void shouldFindTheLetterWhenItSetsAsideALargeIntentThatKeepsToTheRules(int payload) {
    // given
    topics.letter(added("op-large", payload, intent -> {}), "UNREADABLE_RECORD");

    // when
    Set<Rule> told = topics.told();

    // then
    assertTrue(told.contains(Rule.DEAD_LETTER_READABLE), told::toString);
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 5000, VALUE_BYTES})
  void shouldFindNothingWhenALetterHoldsTheBeginningOfALargeKey(int bytes) {
    // given
    TopicRecord intent = topics.addIntent("k".repeat(40_000), noise(bytes));
    boolean cut = bytes > MOST_VALUE_BYTES;
    letter(
        intent,
        Arrays.copyOf(key(intent), MOST_KEY_BYTES),
        Arrays.copyOf(value(intent), Math.min(bytes, MOST_VALUE_BYTES)),
        cut
            ? Map.of(CUT_KEY, "the first 32768 of 40000 bytes", CUT_VALUE, TOLD)
            : Map.of(CUT_KEY, "the first 32768 of 40000 bytes"));

    // when
    Set<Rule> told = topics.told();

    // then
    assertTrue(told.stream().allMatch(Rule::isNote), told::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "40000, the first 32768 of 40000 bytes",
    "32768,",
    "32768, the first 32768 of 40001 bytes"
  })
  void shouldFindTheLetterWhenItsKeyIsCutInAnotherWay(int bytes, @Nullable String header) {
    // given
    TopicRecord intent = topics.addIntent("k".repeat(40_000), noise(4));
    letter(
        intent,
        Arrays.copyOf(key(intent), bytes),
        value(intent),
        header == null ? Map.of() : Map.of(CUT_KEY, header));

    // when
    Set<Rule> told = topics.told();

    // then
    assertTrue(told.contains(Rule.DEAD_LETTER_DIFFERS), told::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "1572864, -1, the first 1572864 of 1900000 bytes, false",
    "1572863, -1, the first 1572864 of 1900000 bytes, true",
    "4000, -1, the first 4000 of 1900000 bytes, true",
    "0, -1, the first 1572864 of 1900000 bytes, true",
    "1900000, -1, the first 1572864 of 1900000 bytes, true",
    "1572864, 1572863, the first 1572864 of 1900000 bytes, true",
    "1572864, -1, the first 1572864 of 1900001 bytes, true",
    "1572864, -1, , true"
  })
  void shouldFindTheLetterWhenAValueIsCutInAnotherWayThanTheLedgerDoes(
      int bytes, int changed, @Nullable String header, boolean differs) {
    // given
    TopicRecord intent = topics.addIntent("op-cut", noise(VALUE_BYTES));
    byte[] value = Arrays.copyOf(value(intent), bytes);
    if (changed >= 0) {
      value[changed] ^= 1;
    }
    letter(intent, key(intent), value, header == null ? Map.of() : Map.of(CUT_VALUE, header));

    // when
    Set<Rule> told = topics.told();

    // then
    assertEquals(differs, told.contains(Rule.DEAD_LETTER_DIFFERS), told::toString);
  }

  @Test
  void shouldFindTheLetterWhenItHoldsOnlyTheBeginningOfWhatIsNotTooLarge() {
    // given
    TopicRecord intent = topics.addIntent("op-short", noise(5000));
    letter(
        intent,
        key(intent),
        Arrays.copyOf(value(intent), 4000),
        Map.of(CUT_VALUE, "the first 4000 of 5000 bytes"));

    // when
    Set<Rule> told = topics.told();

    // then
    assertTrue(told.contains(Rule.DEAD_LETTER_DIFFERS), told::toString);
  }

  private TopicRecord added(String operationId, int payload, Consumer<Intent> change) {
    Optional<TopicRecord> added = topics.addIntent(operationId, payload, change);
    return added.orElseThrow();
  }

  /** As the ledger does. */
  private void setAside(TopicRecord about) {
    byte[] value = value(about);
    if (value.length <= MOST_VALUE_BYTES) {
      topics.letter(about, "UNREADABLE_RECORD");
      return;
    }
    letter(
        about,
        key(about),
        Arrays.copyOf(value, MOST_VALUE_BYTES),
        Map.of(CUT_VALUE, "the first 1572864 of %d bytes".formatted(value.length)));
  }

  private void letter(TopicRecord about, byte[] key, byte[] value, Map<String, String> headers) {
    TopicRecord whole = topics.letter(about, "UNREADABLE_RECORD");
    Map<String, String> all = new HashMap<>(whole.headers());
    all.putAll(headers);
    topics.replace(
        whole,
        new TopicRecord(
            whole.topic(),
            whole.partition(),
            whole.offset(),
            whole.timestampMs(),
            key,
            value,
            all));
  }

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    Arrays.fill(noise, (byte) 7);
    return noise;
  }

  private static byte[] key(TopicRecord at) {
    return Objects.requireNonNull(at.key());
  }

  private static byte[] value(TopicRecord at) {
    return Objects.requireNonNull(at.value());
  }
}
