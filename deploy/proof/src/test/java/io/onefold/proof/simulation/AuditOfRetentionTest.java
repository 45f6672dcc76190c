package io.onefold.proof.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.audit.Audit;
import io.onefold.audit.AuditResult;
import io.onefold.audit.Progress;
import io.onefold.audit.Rule;
import io.onefold.audit.Scope;
import io.onefold.audit.TopicRecord;
import io.onefold.schema.BuiltInCatalogue;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Intents that their topic's retention removed are no finding; others that are gone are one. */
class AuditOfRetentionTest {
  private final PlayedTopics topics = PlayedTopics.of(3).copy();

  @Test
  void shouldOnlyTellHowManyWhenTheIntentsThatAreGoneAreOldEnough() {
    // given
    Attacks.truncated(topics, PlayedTopics.NAMES.intents());
    topics.retention = Optional.of(age().minusHours(1));

    // when
    try (AuditResult result = audit()) {

      // then
      assertEquals(0, result.violations(), () -> result.findings().toString());
      assertTrue(
          result.findings().stream()
              .filter(finding -> finding.rule() == Rule.PAST_RETENTION)
              .anyMatch(finding -> finding.text().startsWith("past retention: 1;")),
          () -> result.findings().toString());
    }
  }

  @Test
  void shouldFindThemMissingWhenTheIntentsThatAreGoneAreYoungerThanTheRetention() {
    // given
    Attacks.truncated(topics, PlayedTopics.NAMES.intents());
    // Histories have callers whose intents are much older than what they are in.
    topics.retention = Optional.of(age().plusDays(100_000));

    // when
    try (AuditResult result = audit()) {

      // then
      assertTrue(result.counts().byRule().containsKey(Rule.INPUT_MISSING));
    }
  }

  @Test
  void shouldFindItWhenAnotherTopicLostItsBeginning() {
    // given
    Attacks.truncated(topics, PlayedTopics.NAMES.receipts());
    topics.retention = Optional.of(age().minusHours(1));

    // when
    try (AuditResult result = audit()) {

      // then
      assertTrue(result.counts().byRule().containsKey(Rule.TRUNCATED));
    }
  }

  /** Of the newest record; a history takes minutes, and histories begin long ago. */
  private Duration age() {
    long newestMs = topics.records.stream().mapToLong(TopicRecord::timestampMs).max().orElse(0);
    return Duration.ofMillis(System.currentTimeMillis() - newestMs);
  }

  private AuditResult audit() {
    return new Audit(topics, PlayedTopics.NAMES, BuiltInCatalogue.instance())
        .run(Scope.everything(), Progress.silent());
  }
}
