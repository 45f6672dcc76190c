package io.onefold.schema;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;

/** How a client shows a registry who it is: with user and password, with a token, or not at all. */
final class RegistryAuth {
  private static final String BEARER_SOURCE = "bearer.auth.credentials.source";
  private static final String STATIC_TOKEN = "STATIC_TOKEN";

  private RegistryAuth() {}

  /**
   * The addresses, each with the header that goes to it. Credentials in an address go there, and to
   * those after it that have none.
   *
   * @param urls with credentials, where they have some
   * @throws ConfigException if a setting is wrong; the message holds no secret
   */
  static List<RegistryAddress> addresses(List<URI> urls, Map<String, ?> config) {
    Optional<String> token = bearer(config);
    Optional<String> user = userInfo(config);
    boolean inUrl = urls.stream().anyMatch(url -> url.getRawUserInfo() != null);
    if (token.isPresent() && (user.isPresent() || inUrl)) {
      throw new ConfigException(
          SchemaIds.BEARER_TOKEN
              + " and a user with a password are both set; allowed is one of them");
    }
    Optional<String> fixed =
        token.map(value -> "Bearer " + value).or(() -> user.map(v -> basic(v)));
    Optional<String> first =
        urls.stream().map(URI::getUserInfo).filter(Objects::nonNull).findFirst();
    return urls.stream()
        .map(
            url ->
                new RegistryAddress(
                    bare(url),
                    fixed.or(
                        () ->
                            Optional.ofNullable(url.getUserInfo())
                                .or(() -> first)
                                .map(v -> basic(v)))))
        .toList();
  }

  /** The user and the password outside the addresses, where those count. */
  private static Optional<String> userInfo(Map<String, ?> config) {
    Optional<String> set = RegistrySettings.text(config, SchemaIds.BASIC_AUTH);
    String source =
        RegistrySettings.text(config, SchemaIds.BASIC_AUTH_SOURCE)
            .orElse(set.isPresent() ? "USER_INFO" : "URL");
    switch (source) {
      case "URL" -> {
        return Optional.empty();
      }
      case "USER_INFO" -> {
        if (set.isEmpty() || !set.get().contains(":")) {
          throw new ConfigException(SchemaIds.BASIC_AUTH + " must be user:password");
        }
        return set;
      }
      default ->
          throw new ConfigException(
              SchemaIds.BASIC_AUTH_SOURCE, source, "allowed are URL and USER_INFO");
    }
  }

  private static Optional<String> bearer(Map<String, ?> config) {
    Optional<String> token = RegistrySettings.text(config, SchemaIds.BEARER_TOKEN);
    Optional<String> source = RegistrySettings.text(config, BEARER_SOURCE);
    if (source.isPresent() && !source.get().equals(STATIC_TOKEN)) {
      throw new ConfigException(BEARER_SOURCE, source.get(), "allowed is " + STATIC_TOKEN);
    }
    if (source.isPresent() && token.isEmpty()) {
      throw new ConfigException(
          SchemaIds.BEARER_TOKEN + " is missing, which " + BEARER_SOURCE + " asks for");
    }
    if (token.isPresent() && !token.get().chars().allMatch(c -> c > ' ' && c < 0x7F)) {
      throw new ConfigException(
          SchemaIds.BEARER_TOKEN + " has a character that no token has; allowed is visible ASCII");
    }
    return token;
  }

  private static String basic(String userInfo) {
    return "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
  }

  private static URI bare(URI url) {
    String host = url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort();
    return URI.create(url.getScheme() + "://" + host + url.getRawPath());
  }
}
