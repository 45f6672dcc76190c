package io.onefold.standalone.cases;

import io.onefold.connector.simulated.ProviderProfile;
import io.onefold.connector.simulated.ProviderProfile.Keys;
import io.onefold.connector.simulated.ProviderProfile.RemovedAs;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The destinations of the cases that are not plain. */
final class CaseProfiles {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  static final Map<String, ProviderProfile> BY_NAME =
      Map.of(
          "k02",
          // A key protects only from 5 s after the commit.
          ProviderProfile.PLAIN.keys(
              new Keys(MINUTE, Duration.ofSeconds(5), Optional.empty(), Optional.empty())),
          "k11",
          ProviderProfile.PLAIN.keys(Keys.USUAL),
          "k12",
          ProviderProfile.PLAIN.keys(Keys.USUAL),
          "k13",
          ProviderProfile.PLAIN.keys(Keys.USUAL),
          "k16",
          ProviderProfile.PLAIN.cachingNotFound(MINUTE),
          "k18",
          ProviderProfile.PLAIN.withClientChosenIds().removedAs(RemovedAs.GONE),
          "k30",
          ProviderProfile.PLAIN.foldingReferences(),
          "k30-unaware",
          ProviderProfile.PLAIN.foldingReferences(),
          "k19-test",
          // Credentials of the test environment where the live ones belong.
          ProviderProfile.PLAIN.identity(Map.of("account", "acme", "env", "test")),
          "k23",
          ProviderProfile.PLAIN.refusingEqualContent());

  private CaseProfiles() {}
}
