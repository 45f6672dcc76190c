package io.onefold.access;

import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.nodes.Node;

/** Reads the tree of an access file. The key lists here are the only ones. */
final class AccessReader {
  private static final List<String> FILE = List.of("tokens", "issuers", "limits");
  private static final List<String> TOKEN =
      List.of("name", "sha256", "roles", "destinations", "expires");
  private static final List<String> LIMITS =
      List.of(
          "requests-per-second",
          "burst",
          "concurrent",
          "concurrent-per-caller",
          "waiting",
          "streams",
          "connections",
          "patience");
  private static final int MOST_TOKENS = 1000;
  private static final int MOST = 100_000;

  private final Path file;
  private final YamlSection.Mistakes mistakes;
  private final List<Path> files = new ArrayList<>();

  AccessReader(Path file, YamlSection.Mistakes mistakes) {
    this.file = file;
    this.mistakes = mistakes;
  }

  AccessFile read(Node root) {
    YamlSection top = new YamlSection(mistakes, root, "", FILE);
    List<StaticToken> tokens = tokens(top);
    List<TokenIssuer> issuers = issuers(top);
    RestLimits limits = top.section("limits", LIMITS).map(this::limits).orElse(RestLimits.STANDARD);
    if (!top.has("tokens") && !top.has("issuers")) {
      mistakes.addForFile(
          "names neither tokens nor issuers, so nobody could do anything; name at least one");
    }
    return new AccessFile(tokens, issuers, limits, List.copyOf(files));
  }

  private List<StaticToken> tokens(YamlSection top) {
    List<StaticToken> tokens = new ArrayList<>();
    Set<String> hashes = new HashSet<>();
    for (YamlSection section : top.sections("tokens", TOKEN)) {
      Optional<String> name = name(section);
      Optional<byte[]> hash = hash(section, hashes);
      Set<Role> roles = roles(section);
      Optional<Set<String>> destinations = destinations(section);
      Optional<Instant> expires = expires(section);
      if (name.isPresent() && hash.isPresent()) {
        tokens.add(new StaticToken(new Caller(name, roles, destinations), hash.get(), expires));
      }
    }
    if (tokens.size() > MOST_TOKENS) {
      top.wrong(
          "tokens",
          "are %d; allowed are %d: more callers are a matter for an issuer"
              .formatted(tokens.size(), MOST_TOKENS));
    }
    return List.copyOf(tokens);
  }

  private static Optional<String> name(YamlSection section) {
    return section
        .required("name", "who holds the token, as reviews shall name them")
        .map(YamlSection.Text::value)
        .filter(
            name -> {
              if (!Caller.isName(name)) {
                section.wrong("name", "must be one line of 1 to 200 characters");
              }
              return Caller.isName(name);
            });
  }

  private static Optional<byte[]> hash(YamlSection section, Set<String> seen) {
    Optional<String> text =
        section
            .required("sha256", "the SHA-256 of the token, in 64 hexadecimal digits")
            .map(hash -> hash.value().toLowerCase(java.util.Locale.ROOT));
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!text.get().matches("[0-9a-f]{64}")) {
      // Not repeated in the message: it may be the token itself, by mistake.
      section.wrong(
          "sha256", "must be the SHA-256 of the token, in 64 hexadecimal digits, not the token");
      return Optional.empty();
    }
    if (!seen.add(text.get())) {
      section.wrong("sha256", "is another entry's as well; each token has one entry");
    }
    return Optional.of(HexFormat.of().parseHex(text.get()));
  }

  private Set<Role> roles(YamlSection section) {
    if (!section.has("roles")) {
      section.wrong("roles", "is missing; it must be some of " + Role.ALLOWED);
    }
    return roles(section.texts("roles"));
  }

  private Set<Role> roles(List<YamlSection.Text> words) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (YamlSection.Text word : words) {
      Role.of(word.value())
          .ifPresentOrElse(
              roles::add,
              () ->
                  mistakes.add(
                      word.node(),
                      word.path(),
                      "is '%s'; allowed are %s".formatted(word.value(), Role.ALLOWED)));
    }
    return roles;
  }

  private static Optional<Set<String>> destinations(YamlSection section) {
    return section.has("destinations")
        ? Optional.of(
            section.texts("destinations").stream()
                .map(YamlSection.Text::value)
                .collect(Collectors.toCollection(LinkedHashSet::new)))
        : Optional.empty();
  }

  private static Optional<Instant> expires(YamlSection section) {
    return section
        .text("expires")
        .flatMap(
            text -> {
              try {
                return Optional.of(OffsetDateTime.parse(text.value()).toInstant());
              } catch (DateTimeParseException e) {
                section.wrong(
                    "expires",
                    "is '%s'; allowed is a time with its offset, such as 2027-01-01T00:00:00Z"
                        .formatted(text.value()));
                return Optional.empty();
              }
            });
  }

  private List<TokenIssuer> issuers(YamlSection top) {
    List<TokenIssuer> issuers = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (YamlSection section : top.sections("issuers", IssuerReader.KEYS)) {
      new IssuerReader(file, section, this::roles, files)
          .read()
          .ifPresent(
              issuer -> {
                if (!seen.add(issuer.name())) {
                  section.wrong("issuer", "is another entry's as well; each issuer has one entry");
                }
                issuers.add(issuer);
              });
    }
    return List.copyOf(issuers);
  }

  private RestLimits limits(YamlSection section) {
    RestLimits standard = RestLimits.STANDARD;
    int perSecond = section.number("requests-per-second", 1, MOST, 0);
    int concurrent = section.number("concurrent", 1, MOST, standard.concurrent());
    if (section.has("burst") && !section.has("requests-per-second")) {
      section.wrong("burst", "needs requests-per-second");
    }
    return new RestLimits(
        perSecond == 0 ? OptionalInt.empty() : OptionalInt.of(perSecond),
        section.number("burst", 1, MOST, Math.max(1, 2 * perSecond)),
        concurrent,
        section.number("concurrent-per-caller", 1, MOST, concurrent),
        section.number("waiting", 1, MOST, Math.min(standard.waiting(), concurrent)),
        section.number("streams", 1, MOST, Math.min(standard.streams(), concurrent)),
        section.number("connections", 1, MOST, standard.connections()),
        section.duration("patience", standard.patience(), 1, 600));
  }
}
