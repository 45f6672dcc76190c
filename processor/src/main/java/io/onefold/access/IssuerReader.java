package io.onefold.access;

import io.onefold.schema.FileProblem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jose4j.lang.JoseException;

/** Reads one issuer of an access file. */
final class IssuerReader {
  static final List<String> KEYS =
      List.of(
          "issuer",
          "audience",
          "jwks",
          "ca",
          "refresh",
          "algorithms",
          "clock-skew",
          "principal",
          "prefix",
          "roles");

  private static final List<String> ALGORITHMS =
      List.of(
          "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA");
  private static final List<String> USUAL = List.of("RS256", "ES256", "EdDSA");
  private static final List<String> ROLES = List.of("claim", "map");
  private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

  private final Path file;
  private final YamlSection section;
  private final Function<List<YamlSection.Text>, Set<Role>> roles;
  private final List<Path> files;

  IssuerReader(
      Path file,
      YamlSection section,
      Function<List<YamlSection.Text>, Set<Role>> roles,
      List<Path> files) {
    this.file = file;
    this.section = section;
    this.roles = roles;
    this.files = files;
  }

  /** The issuer; empty if there was a mistake, which is reported. */
  Optional<TokenIssuer> read() {
    Optional<String> issuer = required("issuer", "the `iss` of its tokens");
    Optional<String> audience = required("audience", "the `aud` of tokens that are meant for us");
    List<String> algorithms = algorithms();
    Duration skew = section.duration("clock-skew", Duration.ofSeconds(30), 0, 600);
    Duration refresh = section.duration("refresh", Duration.ofMinutes(10), 10, 86_400);
    Map<String, Set<Role>> map = new LinkedHashMap<>();
    Optional<String> claim = mapping(map);
    Optional<KeySource> keys = keys(refresh);
    String prefix = optional("prefix").orElse("");
    if (prefix.length() > 50 || prefix.chars().anyMatch(Character::isISOControl)) {
      section.wrong("prefix", "must be at most 50 characters on one line");
    }
    if (issuer.isEmpty() || audience.isEmpty() || claim.isEmpty() || keys.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new TokenIssuer(
            new TokenIssuer.Terms(
                issuer.get(),
                audience.get(),
                algorithms.isEmpty() ? USUAL : algorithms,
                skew,
                optional("principal").orElse("sub"),
                prefix,
                claim.get(),
                map),
            keys.get()));
  }

  private Optional<String> required(String key, String what) {
    return section.required(key, what).map(YamlSection.Text::value);
  }

  private Optional<String> optional(String key) {
    return section.text(key).map(YamlSection.Text::value);
  }

  // With a public key as its secret, a token of an HS algorithm could be made by anybody, so no
  // such algorithm can be named.
  private List<String> algorithms() {
    List<String> named = section.texts("algorithms").stream().map(YamlSection.Text::value).toList();
    for (String name : named) {
      if (!ALGORITHMS.contains(name)) {
        section.wrong(
            "algorithms",
            "names '%s'; allowed are %s".formatted(name, String.join(", ", ALGORITHMS)));
      }
    }
    return named;
  }

  private Optional<String> mapping(Map<String, Set<Role>> map) {
    Optional<YamlSection> mapping = section.section("roles", ROLES);
    if (mapping.isEmpty()) {
      section.wrong("roles", "is missing; it must be a mapping with claim and map");
      return Optional.empty();
    }
    Optional<String> claim =
        mapping
            .get()
            .required("claim", "the claim that holds roles or groups; a dot leads into it")
            .map(YamlSection.Text::value);
    if (!mapping.get().has("map")) {
      mapping
          .get()
          .wrong("map", "is missing; it must say which value gives which of " + Role.ALLOWED);
    }
    mapping
        .get()
        .section("map", List.of())
        .ifPresent(
            values ->
                values
                    .entries()
                    .keySet()
                    .forEach(value -> map.put(value, roles.apply(values.texts(value)))));
    return claim;
  }

  private Optional<KeySource> keys(Duration refresh) {
    Optional<String> where = required("jwks", "the URL or file of the issuer's public keys");
    if (where.isEmpty()) {
      return Optional.empty();
    }
    if (where.get().matches("(?i)[a-z][a-z0-9+.-]*://.*")) {
      return url(where.get(), refresh);
    }
    if (section.has("ca") || section.has("refresh")) {
      section.wrong("jwks", "is a file, which is watched anyway; ca and refresh are for a URL");
    }
    return fileOf(where.get())
        .flatMap(
            file -> {
              try {
                return Optional.of(KeySource.ofFile(AccessFile.bytes(file)));
              } catch (IOException e) {
                section.wrong("jwks", FileProblem.of(file, e));
              } catch (JoseException e) {
                section.wrong(
                    "jwks", file + " is no JSON Web Key Set with public keys: " + e.getMessage());
              }
              return Optional.empty();
            });
  }

  private Optional<KeySource> url(String url, Duration refresh) {
    Optional<Collection<X509Certificate>> ca = Optional.empty();
    try {
      URI address = URI.create(url);
      boolean allowed =
          "https".equals(address.getScheme())
              || ("http".equals(address.getScheme())
                  && address.getHost() != null
                  && LOOPBACK.matcher(address.getHost()).matches());
      if (!allowed || address.getHost() == null) {
        section.wrong(
            "jwks",
            "is '%s'; allowed are a file, https://…, and http://… on this machine alone: whoever can change keys on their way can make tokens"
                .formatted(url));
        return Optional.empty();
      }
      Optional<Path> file = optional("ca").flatMap(this::fileOf);
      if (file.isPresent()) {
        ca = Optional.of(Pem.certificates(file.get()));
      }
      return Optional.of(KeySource.ofUrl(url, ca, refresh));
    } catch (IllegalArgumentException e) {
      section.wrong("jwks", "is '" + url + "', which is no URL");
    } catch (IOException | GeneralSecurityException e) {
      section.wrong("ca", "cannot be used: " + e.getMessage());
    }
    return Optional.empty();
  }

  private Optional<Path> fileOf(String name) {
    try {
      Path named = file.toAbsolutePath().resolveSibling(name);
      files.add(named);
      return Optional.of(named);
    } catch (java.nio.file.InvalidPathException e) {
      section.wrong("jwks", "is '" + name + "', which is neither a URL nor a file name");
      return Optional.empty();
    }
  }
}
