package io.onefold.proof.weakening;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The source tree that this program was built from. */
public final class Checkout {
  /** Names the root of the tree, where it cannot be found by itself. */
  static final String PROPERTY = "onefold.checkout";

  private static final Path WEAKENINGS = Path.of("deploy", "proof", "weakenings");
  private static final String SUFFIX = ".md";

  private final Path root;

  Checkout(Path root) {
    this.root = root;
  }

  /**
   * The tree that the property names, otherwise the one around the program or the working folder.
   *
   * @throws WeakeningException if there is none
   */
  public static Checkout find() {
    Optional<Path> named = Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of);
    if (named.isPresent() && !isRoot(named.get())) {
      throw new WeakeningException(
          "%s is %s, which is no source tree of Onefold: it has no %s"
              .formatted(PROPERTY, named.get(), WEAKENINGS));
    }
    return named
        .or(() -> program().flatMap(Checkout::around))
        .or(() -> around(Path.of("").toAbsolutePath()))
        .map(Checkout::new)
        .orElseThrow(
            () ->
                new WeakeningException(
                    "this needs the source text, and no source tree of Onefold is around the"
                        + " program or the working folder; name its root with -D"
                        + PROPERTY
                        + "=FOLDER"));
  }

  private static Optional<Path> program() {
    try {
      CodeSource source = Checkout.class.getProtectionDomain().getCodeSource();
      return source == null ? Optional.empty() : Optional.of(Path.of(source.getLocation().toURI()));
    } catch (URISyntaxException | IllegalArgumentException elsewhere) {
      return Optional.empty();
    }
  }

  private static Optional<Path> around(Path start) {
    return Stream.iterate(start, folder -> folder != null, Path::getParent)
        .filter(Checkout::isRoot)
        .findFirst();
  }

  private static boolean isRoot(Path folder) {
    return Files.isRegularFile(folder.resolve("pom.xml"))
        && Files.isDirectory(folder.resolve(WEAKENINGS));
  }

  /** All weakenings, by name. */
  List<Weakening> weakenings() {
    try (Stream<Path> files = Files.list(root.resolve(WEAKENINGS))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .map(name -> Weakening.parse(name, read(file(name))))
          .toList();
    } catch (IOException e) {
      throw new WeakeningException(root.resolve(WEAKENINGS) + " cannot be listed", e);
    }
  }

  /** Keeps the seed that showed the damage. */
  void keepSeed(String name, long seed) {
    Path file = root.resolve(file(name));
    try {
      Files.writeString(file, Weakening.withSeed(read(file(name)), seed));
    } catch (IOException e) {
      throw new WeakeningException(file + " cannot be written", e);
    }
  }

  private static String file(String name) {
    return WEAKENINGS.resolve(name + SUFFIX).toString();
  }

  /** Where a file of the tree lies, by its path from the root. */
  public Path file(Path path) {
    return root.resolve(path);
  }

  /** The text of a file, by its path from the root. */
  String read(String path) {
    try {
      return Files.readString(root.resolve(path));
    } catch (IOException e) {
      throw new WeakeningException(root.resolve(path) + " cannot be read", e);
    }
  }
}
