package io.onefold.destination;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The presets that come with Onefold. Immutable. */
public final class Presets {
  private static final String FOLDER = "presets";
  private static final String ENDING = ".yaml";

  private final SortedMap<String, String> texts;

  /** Presets with these texts, by name. */
  Presets(Map<String, String> texts) {
    this.texts = new TreeMap<>(texts);
  }

  /** No presets, for places where none may be named. */
  static Presets none() {
    return new Presets(Map.of());
  }

  /** Those of the distribution. */
  public static Presets packaged() {
    return Packaged.ALL;
  }

  /** The presets by their names. */
  public SortedMap<String, Preset> all() {
    SortedMap<String, Preset> all = new TreeMap<>();
    texts.keySet().forEach(name -> find(name).ifPresent(preset -> all.put(name, preset)));
    return all;
  }

  /**
   * One preset.
   *
   * @return empty if there is none of that name
   * @throws InvalidDestinationsException if its text is not right
   */
  public Optional<Preset> find(String name) {
    Optional<PresetFile> file = file(name);
    file.filter(read -> !read.mistakes().isEmpty())
        .ifPresent(
            wrong -> {
              throw new InvalidDestinationsException("preset " + name, wrong.mistakes());
            });
    return file.map(PresetFile::preset);
  }

  Optional<PresetFile> file(String name) {
    return Optional.ofNullable(texts.get(name)).map(text -> PresetFile.read(name, text));
  }

  /** All names, for messages. */
  String names() {
    return String.join(", ", texts.keySet());
  }

  Set<String> eachName() {
    return texts.keySet();
  }

  /** Read when first needed, because many processes use no preset. */
  private static final class Packaged {
    static final Presets ALL = new Presets(read());

    private static Map<String, String> read() {
      URL folder = Presets.class.getResource(FOLDER);
      if (folder == null) {
        return Map.of();
      }
      try {
        URI place = folder.toURI();
        if (!place.getScheme().equals("jar")) {
          return texts(Path.of(place));
        }
        try (FileSystem jar = FileSystems.newFileSystem(jarOf(place))) {
          return texts(jar.getPath(Presets.class.getPackageName().replace('.', '/'), FOLDER));
        }
      } catch (IOException e) {
        throw new UncheckedIOException("the presets of the distribution cannot be read", e);
      } catch (URISyntaxException impossible) {
        throw new IllegalStateException("a class loader gives well-formed addresses", impossible);
      }
    }

    private static Path jarOf(URI place) {
      String text = place.getSchemeSpecificPart();
      return Path.of(URI.create(text.substring(0, text.indexOf('!'))));
    }

    private static Map<String, String> texts(Path folder) throws IOException {
      Map<String, String> texts = new TreeMap<>();
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(ENDING)) {
            try (InputStream in = Files.newInputStream(file)) {
              texts.put(
                  name.substring(0, name.length() - ENDING.length()),
                  new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
          }
        }
      }
      return texts;
    }
  }
}
