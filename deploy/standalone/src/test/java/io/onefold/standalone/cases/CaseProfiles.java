package io.onefold.standalone.cases;

import io.onefold.connector.simulated.ProviderProfile;
import java.util.Map;

/** The destinations that are not plain. */
final class CaseProfiles {
  static final Map<String, ProviderProfile> BY_NAME = Map.of();

  private CaseProfiles() {}
}
