package io.onefold.destination;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Node;

/** Reads {@code destinations.yaml}. All mistakes of a file are reported at once. */
public final class DestinationsFile {
  /** Largest file, in bytes. */
  public static final int MAX_BYTES = 5 * 1024 * 1024;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  private DestinationsFile() {}

  /**
   * Reads a file, with references resolved from the environment and files of this process.
   *
   * @throws IOException if the file cannot be read
   * @throws InvalidDestinationsException if it is not valid
   */
  public static Destinations read(Path file) throws IOException {
    return read(file, Set.of());
  }

  /**
   * The same for workers that have these connectors; another one is a mistake.
   *
   * @param connectors their names; empty: any will do
   * @throws IOException if the file cannot be read
   * @throws InvalidDestinationsException if it is not valid
   */
  public static Destinations read(Path file, Set<String> connectors) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    }
    String name = file.toString();
    if (bytes.length > MAX_BYTES) {
      throw invalid(name, 0, 0, "is larger than 5 MiB, the most that is read");
    }
    return parse(
        name, decoded(name, bytes), SecretResolver.ofThisProcess(), Presets.packaged(), connectors);
  }

  /**
   * Reads a text, with references resolved from the environment and files of this process.
   *
   * @param name what messages call it
   * @throws InvalidDestinationsException if it is not valid
   */
  public static Destinations parse(String name, String text) {
    return parse(name, text, SecretResolver.ofThisProcess());
  }

  /**
   * Reads a text.
   *
   * @param name what messages call it
   * @param resolver fills in accounts, environments and expected values that are references
   * @throws InvalidDestinationsException if it is not valid
   */
  public static Destinations parse(String name, String text, SecretResolver resolver) {
    return parse(name, text, resolver, Presets.packaged(), Set.of());
  }

  static Destinations parse(
      String name, String text, SecretResolver resolver, Presets presets, Set<String> connectors) {
    Reading reading = Reading.resolving(new Secrets(resolver), presets, connectors);
    Map<String, Destination> read = Map.of();
    try {
      Optional<YamlValue> root = YamlText.compose(text, reading);
      if (root.isPresent()) {
        read = destinations(root.get());
        throwIfWrong(name, reading);
        read = hashed(read, root.get().node(), presets);
      }
    } catch (Reading.TooMuchException tooMuch) {
      reading.gaveUp(tooMuch);
    }
    throwIfWrong(name, reading);
    return new Destinations(read, reading.warnings());
  }

  private static Map<String, Destination> destinations(YamlValue root) {
    YamlMapping in = root.mapping();
    Policy defaults = in.get("defaults").map(DestinationsFile::defaults).orElse(Policy.BUILT_IN);
    Map<String, Destination> read = new LinkedHashMap<>();
    in.need("destinations", "a mapping from names to contracts")
        .ifPresent(
            value -> {
              Map<String, YamlValue> entries = value.mapping().entries();
              if (value.isMapping() && entries.isEmpty()) {
                value.wrong("is empty; it needs at least one destination");
              }
              entries.forEach(
                  (name, contract) -> {
                    if (!NAME.matcher(name).matches()) {
                      contract.mistake(
                          "a name must be 1 to 100 letters, digits, dots, hyphens and underscores,"
                              + " starting with a letter or digit");
                    }
                    PresetExpansion.expand(contract)
                        .ifPresent(
                            whole -> read.put(name, DestinationReader.read(whole, name, defaults)));
                  });
            });
    // A place for anchors that several destinations share.
    in.entries().keySet().stream().filter(key -> key.startsWith("x-")).forEach(in::get);
    in.noOtherKeys();
    return read;
  }

  private static Policy defaults(YamlValue value) {
    YamlMapping in = value.mapping();
    Policy policy = PolicyReader.read(in, Policy.BUILT_IN);
    in.noOtherKeys();
    return policy;
  }

  // Hashed as written, so that ledger and workers agree although each has its own environment.
  private static Map<String, Destination> hashed(
      Map<String, Destination> resolved, Node root, Presets presets) {
    Map<String, Destination> asWritten =
        destinations(new YamlValue(root, root.getStartMark(), "", Reading.asWritten(presets)));
    Map<String, Destination> hashed = new LinkedHashMap<>();
    resolved.forEach(
        (name, destination) -> {
          Destination written = asWritten.getOrDefault(name, destination);
          hashed.put(name, destination.withHash(ContractHash.of(written)));
        });
    return hashed;
  }

  private static void throwIfWrong(String name, Reading reading) {
    if (!reading.mistakes().isEmpty()) {
      throw new InvalidDestinationsException(name, reading.mistakes());
    }
  }

  private static String decoded(String name, byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length + 1);
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      int line = 1;
      for (int i = 0; i < in.position(); i++) {
        line += bytes[i] == '\n' ? 1 : 0;
      }
      throw invalid(name, line, 1, "is not UTF-8 in this line; save the file as UTF-8");
    }
    return out.flip().toString();
  }

  private static InvalidDestinationsException invalid(
      String name, int line, int column, String message) {
    return new InvalidDestinationsException(name, List.of(new Mistake(line, column, "", message)));
  }
}
