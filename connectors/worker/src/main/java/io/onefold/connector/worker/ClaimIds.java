package io.onefold.connector.worker;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Supplier;

/** Makes claim IDs: 128 random bits that nobody can guess and no other process has. */
final class ClaimIds implements Supplier<String> {
  private static final int BYTES = 16;

  private final SecureRandom random = new SecureRandom();

  @Override
  public String get() {
    byte[] bits = new byte[BYTES];
    random.nextBytes(bits);
    return HexFormat.of().formatHex(bits);
  }
}
