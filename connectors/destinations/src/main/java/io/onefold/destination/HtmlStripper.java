package io.onefold.destination;

import java.util.Locale;
import java.util.Set;

/**
 * Takes markup out of a text in one pass, so that hostile text of any size costs linear time. A
 * {@code <} that starts no tag stays: {@code a < b} is text.
 */
final class HtmlStripper {
  private static final Set<String> BLOCKS =
      Set.of(
          "p",
          "div",
          "li",
          "ul",
          "ol",
          "tr",
          "table",
          "blockquote",
          "pre",
          "section",
          "article",
          "h1",
          "h2",
          "h3",
          "h4",
          "h5",
          "h6");

  private final String text;
  private final StringBuilder plain = new StringBuilder();
  private int at;

  private HtmlStripper(String text) {
    this.text = text;
  }

  static String strip(String text) {
    HtmlStripper stripper = new HtmlStripper(text);
    while (stripper.at < text.length()) {
      stripper.step();
    }
    return stripper.plain.toString();
  }

  private void step() {
    int open = text.indexOf('<', at);
    int end = open < 0 ? -1 : endOfMarkup(open);
    if (open < 0) {
      plain.append(text, at, text.length());
      at = text.length();
    } else if (end < 0) {
      plain.append(text, at, open + 1);
      at = open + 1;
    } else {
      plain.append(text, at, open);
      String name = name(open);
      if (name.equals("br") || (BLOCKS.contains(name) && text.charAt(open + 1) == '/')) {
        plain.append('\n');
      }
      boolean hidden =
          text.charAt(open + 1) != '/' && (name.equals("script") || name.equals("style"));
      at = hidden ? endOfElement(name, end) : end;
    }
  }

  /** Index after the tag or comment that starts here; negative if none does. */
  private int endOfMarkup(int open) {
    if (text.startsWith("<!--", open)) {
      int close = text.indexOf("-->", open + 4);
      return close < 0 ? text.length() : close + 3;
    }
    if (open + 1 >= text.length() || !startsTag(text.charAt(open + 1))) {
      return -1;
    }
    for (int i = open + 1; i < text.length() && text.charAt(i) != '<'; i++) {
      if (text.charAt(i) == '>') {
        return i + 1;
      }
    }
    return -1;
  }

  private static boolean startsTag(char c) {
    return c == '/' || c == '!' || c == '?' || (c < 0x80 && Character.isLetter(c));
  }

  private String name(int open) {
    int start = text.startsWith("</", open) ? open + 2 : open + 1;
    int end = start;
    while (end < text.length() && Character.isLetterOrDigit(text.charAt(end))) {
      end++;
    }
    return text.substring(start, end).toLowerCase(Locale.ROOT);
  }

  // An unclosed script runs to the end of the document, as browsers have it.
  private int endOfElement(String name, int from) {
    for (int i = from; i < text.length(); i++) {
      if (text.regionMatches(true, i, "</" + name, 0, name.length() + 2)) {
        int close = text.indexOf('>', i);
        return close < 0 ? text.length() : close + 1;
      }
    }
    return text.length();
  }
}
