package io.onefold.access;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;

/**
 * What an access file says. All of its mistakes are told at once.
 *
 * @param files other files that it names: a change of one of them is a change of this
 */
record AccessFile(
    List<StaticToken> tokens, List<TokenIssuer> issuers, RestLimits limits, List<Path> files) {
  /** Largest file, in bytes; also of a file that it names. */
  static final int MOST_BYTES = 1024 * 1024;

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read
   * @throws InvalidAccessException naming every mistake with its line and what is allowed
   */
  static AccessFile read(Path file) throws IOException {
    return parse(file, bytes(file));
  }

  /** The bytes of a file; an exception if there are too many. */
  static byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException(file + " is larger than 1 MiB, the most that is read");
      }
      return bytes;
    }
  }

  /** Who may do what, a line for each. */
  List<String> describe() {
    List<String> lines = new ArrayList<>();
    for (StaticToken token : tokens) {
      lines.add(
          "%s: %s%s%s"
              .formatted(
                  token.caller().name().orElse(""),
                  words(token.caller().roles()),
                  token
                      .caller()
                      .destinations()
                      .map(only -> "; only " + String.join(", ", only.stream().sorted().toList()))
                      .orElse(""),
                  token.expires().map(end -> "; until " + end).orElse("")));
    }
    issuers.forEach(issuer -> lines.addAll(issuer.describe()));
    return lines;
  }

  static String words(Set<Role> roles) {
    return roles.stream().sorted().map(Role::word).collect(Collectors.joining(", "));
  }

  static AccessFile parse(Path file, byte[] bytes) {
    YamlSection.Mistakes mistakes = new YamlSection.Mistakes(file.toString());
    AccessReader reader = new AccessReader(file, mistakes);
    AccessFile access = reader.read(root(bytes, mistakes));
    mistakes.check();
    return access;
  }

  private static Node root(byte[] bytes, YamlSection.Mistakes mistakes) {
    try {
      String text =
          StandardCharsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(bytes)).toString();
      List<Node> documents = new ArrayList<>();
      new Yaml(new LoaderOptions()).composeAll(new StringReader(text)).forEach(documents::add);
      if (documents.size() == 1) {
        return documents.getFirst();
      }
      mistakes.addForFile("holds %d YAML documents; allowed is one".formatted(documents.size()));
    } catch (CharacterCodingException e) {
      mistakes.addForFile("is not UTF-8");
    } catch (MarkedYAMLException e) {
      mistakes.addForFile(
          "line %d is no YAML: %s"
              .formatted(
                  e.getProblemMark() == null ? 0 : e.getProblemMark().getLine() + 1,
                  e.getProblem()));
    } catch (YAMLException e) {
      mistakes.addForFile("is no YAML");
    }
    mistakes.check();
    throw new AssertionError("a mistake was added");
  }
}
