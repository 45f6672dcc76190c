package io.onefold.standalone.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version that the jar's manifest names. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "onefold "
          + Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
              .orElse("(unpackaged)")
    };
  }
}
