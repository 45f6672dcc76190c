package io.onefold.standalone.cluster;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A file of Java properties for Kafka clients, with the lines where its settings stand.
 *
 * @param settings in the order of the file; of two with one name the later counts
 */
public record SettingsFile(List<Setting> settings) {
  /** A file that says nothing. */
  public static final SettingsFile NONE = new SettingsFile(List.of());

  public SettingsFile {
    settings = List.copyOf(settings);
  }

  /**
   * One setting.
   *
   * @param line where it begins, from 1
   */
  public record Setting(int line, String name, String value) {}

  /**
   * Reads a file in UTF-8.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it is not written as Java properties are; names the line
   */
  public static SettingsFile read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
    List<Setting> settings = new ArrayList<>();
    int next = 0;
    while (next < lines.size()) {
      int first = next++;
      if (isComment(lines.get(first))) {
        continue;
      }
      while (next < lines.size() && isContinued(lines.get(next - 1))) {
        next++;
      }
      add(first + 1, String.join("\n", lines.subList(first, next)), settings);
    }
    return new SettingsFile(settings);
  }

  private static boolean isComment(String line) {
    String text = line.stripLeading();
    return text.startsWith("#") || text.startsWith("!");
  }

  /** An odd number of backslashes at its end, so that the last one is not itself escaped. */
  private static boolean isContinued(String line) {
    int end = line.length();
    while (end > 0 && line.charAt(end - 1) == '\\') {
      end--;
    }
    return (line.length() - end) % 2 == 1;
  }

  private static void add(int line, String text, List<Setting> settings) {
    Properties one = new Properties();
    try {
      one.load(new StringReader(text));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("line " + line + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    one.stringPropertyNames()
        .forEach(name -> settings.add(new Setting(line, name, one.getProperty(name).strip())));
  }

  /** The settings by name. */
  public Map<String, String> byName() {
    Map<String, String> byName = new TreeMap<>();
    settings.forEach(setting -> byName.put(setting.name(), setting.value()));
    return byName;
  }
}
