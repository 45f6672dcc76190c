package io.onefold.connector.simulated;

/**
 * Where the server reads the operation of a write.
 *
 * @param header asked first, for example {@code X-Operation}
 * @param pointer JSON Pointer into the body, asked if the header is missing; for example {@code
 *     /ref} or {@code /slug}
 */
public record OperationSource(String header, String pointer) {
  /** The header {@code X-Operation}, otherwise the field {@code ref}. */
  public static final OperationSource USUAL = new OperationSource("X-Operation", "/ref");
}
