package io.onefold.destination;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Texts made of content lines: iCalendar (RFC 5545) and vCard (RFC 6350). Their order of properties
 * means nothing and servers change it, as they do the folding of long lines and DTSTAMP, the time
 * at which the text was written.
 */
final class ContentLines {
  private static final Pattern FOLD = Pattern.compile("\\r?\\n[ \\t]");
  private static final Pattern LINE_END = Pattern.compile("\\r?\\n");
  private static final String BEGIN = "BEGIN:";
  private static final String END = "END:";
  private static final String WRITTEN_AT = "DTSTAMP";

  private ContentLines() {}

  /** The same for texts that say the same; a text that is not made of such lines stays. */
  static String canonical(String text) {
    Deque<List<String>> open = new ArrayDeque<>();
    List<String> top = new ArrayList<>();
    open.push(top);
    for (String line : LINE_END.split(FOLD.matcher(text).replaceAll(""), -1)) {
      String upper = line.toUpperCase(Locale.ROOT);
      if (line.isBlank()) {
        continue;
      }
      if (upper.startsWith(BEGIN)) {
        open.push(new ArrayList<>());
      } else if (upper.startsWith(END) && open.size() > 1) {
        String name = upper.substring(END.length()).strip();
        String component = component(name, open.pop());
        open.element().add(component);
      } else {
        String property = property(line);
        if (!property.startsWith(WRITTEN_AT + ":") && !property.startsWith(WRITTEN_AT + ";")) {
          open.element().add(property);
        }
      }
    }
    return open.size() == 1 && !top.isEmpty() && text.toUpperCase(Locale.ROOT).contains(BEGIN)
        ? String.join("\n", sorted(top))
        : text;
  }

  private static String component(String name, List<String> parts) {
    return "%s%s\n%s\n%s%s".formatted(BEGIN, name, String.join("\n", sorted(parts)), END, name);
  }

  private static List<String> sorted(List<String> parts) {
    List<String> sorted = new ArrayList<>(parts);
    Collections.sort(sorted);
    return sorted;
  }

  /** Name and parameters in upper case and order; the value as it is. */
  private static String property(String line) {
    List<Integer> marks = marks(line);
    if (marks.isEmpty() || line.charAt(marks.getLast()) != ':') {
      return line;
    }
    int colon = marks.getLast();
    String[] head = new String[marks.size()];
    int from = 0;
    for (int i = 0; i < head.length; i++) {
      head[i] = line.substring(from, marks.get(i));
      from = marks.get(i) + 1;
    }
    head[0] = head[0].toUpperCase(Locale.ROOT);
    for (int i = 1; i < head.length; i++) {
      int equals = head[i].indexOf('=');
      head[i] =
          equals < 0
              ? head[i]
              : head[i].substring(0, equals).toUpperCase(Locale.ROOT) + head[i].substring(equals);
    }
    Arrays.sort(head, 1, head.length);
    return String.join(";", head) + line.substring(colon);
  }

  /** Where the parameters end, and last where the value begins; what is quoted has no marks. */
  private static List<Integer> marks(String line) {
    List<Integer> marks = new ArrayList<>();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == ';' || c == ':')) {
        marks.add(i);
        if (c == ':') {
          return marks;
        }
      }
    }
    return marks;
  }
}
