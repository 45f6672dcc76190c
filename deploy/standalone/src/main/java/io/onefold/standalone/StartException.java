package io.onefold.standalone;

import io.onefold.topology.StartRefusedException;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * Something could not be started; the message says what, where, and what would be allowed, for a
 * person to read.
 */
public final class StartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StartException(String message) {
    super(message);
  }

  public StartException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /** True if a client did not take its settings; nothing was asked then. */
  public boolean isConfiguration() {
    for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof ConfigException) {
        // That nobody knows the name of a host now is no error of the file.
        return !String.valueOf(cause.getMessage()).startsWith("No resolvable bootstrap");
      }
    }
    return false;
  }

  /** True if a ledger refused, and {@code onefold rebuild} mends at least a part of why. */
  public boolean rebuildHelps() {
    return getCause() instanceof StartRefusedException refused && refused.rebuildHelps();
  }
}
