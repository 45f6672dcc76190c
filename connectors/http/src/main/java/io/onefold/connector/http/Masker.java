package io.onefold.connector.http;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.onefold.destination.SecretResolver;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Remembers each secret that one operation resolved, and takes it out of every text that leaves the
 * connector. Used by one thread.
 */
final class Masker implements SecretResolver {
  /** What stands where a secret was. */
  static final String MASK = "***";

  private final SecretResolver secrets;
  private final Set<String> resolved = new LinkedHashSet<>();
  private final Set<String> credentials = new LinkedHashSet<>();
  private final Set<String> made = new LinkedHashSet<>();
  private boolean inHeader;

  Masker(SecretResolver secrets) {
    this.secrets = secrets;
  }

  /** Secrets resolved from now on go into a header (true) or into an address (false). */
  void inHeader(boolean header) {
    inHeader = header;
  }

  @Override
  public Optional<String> environment(String name) {
    return remembered(secrets.environment(name));
  }

  @Override
  public Optional<String> file(String path) {
    return remembered(secrets.file(path));
  }

  private Optional<String> remembered(Optional<String> value) {
    value
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .ifPresent(
            text -> {
              resolved.add(text);
              if (inHeader) {
                credentials.add(text);
              }
            });
    return value;
  }

  /** A text made of secrets, such as a token; masked like a credential. */
  void remember(String credential) {
    made.add(credential);
  }

  /** The same for the same resolved secrets and different for others; gives none of them away. */
  String fingerprint() {
    String all = String.join("\n", new TreeSet<>(resolved));
    return HexFormat.of().formatHex(WriteCall.sha256(all.getBytes(StandardCharsets.UTF_8)));
  }

  /** A text for people, without any resolved secret. */
  String mask(String text) {
    return mask(mask(text, made), resolved);
  }

  /**
   * An identifier or address that will be used again, without the credentials of any header. A
   * secret of an address stays: it may be no more than a host name, and without it the address
   * would lead nowhere.
   */
  String maskReference(String text) {
    return mask(mask(text, made), credentials);
  }

  // The longest first: a shorter one may be a part of it.
  private static String mask(String text, Set<String> secrets) {
    String masked = text;
    for (String secret :
        secrets.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList()) {
      masked =
          masked
              .replace(secret, MASK)
              .replace(new String(JsonStringEncoder.getInstance().quoteAsString(secret)), MASK)
              .replace(URLEncoder.encode(secret, StandardCharsets.UTF_8), MASK);
    }
    return masked;
  }
}
