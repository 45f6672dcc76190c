package io.onefold.destination;

import java.text.Normalizer;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.commons.text.StringEscapeUtils;

/**
 * A declared difference between sent and stored text that does not count as a difference. Each maps
 * a text to its plain form; sent and found text are compared after both went through.
 */
public enum Normaliser {
  /** One form for characters that Unicode can write in two ways (normalisation form C). */
  NFC {
    @Override
    public String apply(String text) {
      return Normalizer.normalize(text, Normalizer.Form.NFC);
    }
  },
  /** No white space at the ends. */
  TRIM {
    @Override
    public String apply(String text) {
      return text.strip();
    }
  },
  /** One blank for every run of white space, including line ends and no-break spaces. */
  COLLAPSE_SPACE {
    @Override
    public String apply(String text) {
      return SPACES.matcher(text).replaceAll(" ");
    }
  },
  /** Named entities of HTML 4, the apostrophe and numeric ones become characters, once. */
  UNESCAPE_HTML {
    @Override
    public String apply(String text) {
      return StringEscapeUtils.unescapeHtml4(text.replace("&apos;", "&#39;"));
    }
  },
  /** No tags, comments, scripts or styles; the end of a block is a line end. */
  STRIP_HTML {
    @Override
    public String apply(String text) {
      return HtmlStripper.strip(text);
    }
  },
  /** Curly quotes and primes become the quotes of a keyboard. */
  STRAIGHT_QUOTES {
    @Override
    public String apply(String text) {
      return DOUBLE_QUOTES.matcher(SINGLE_QUOTES.matcher(text).replaceAll("'")).replaceAll("\"");
    }
  },
  /** A text that is one RFC 3339 time is cut to whole seconds, in UTC; other text stays. */
  SECONDS {
    @Override
    public String apply(String text) {
      try {
        return OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME)
            .withOffsetSameInstant(ZoneOffset.UTC)
            .truncatedTo(ChronoUnit.SECONDS)
            .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
      } catch (DateTimeException notATime) {
        return text;
      }
    }
  },
  /** Lower case, in every script that has it. */
  LOWER {
    @Override
    public String apply(String text) {
      return text.toLowerCase(Locale.ROOT);
    }
  },
  /** One kind of line end: CRLF and CR become LF. */
  LF {
    @Override
    public String apply(String text) {
      return text.replace("\r\n", "\n").replace('\r', '\n');
    }
  },
  /** No blanks and tabs at the ends of lines, no line ends at the end of the text. */
  TRAILING_BLANKS {
    @Override
    public String apply(String text) {
      return withoutTrailingBlanks(text);
    }
  },
  /** Text of Slack: wrapped links become their label or address, and three entities characters. */
  SLACK_TEXT {
    @Override
    public String apply(String text) {
      return SLACK_LINK
          .matcher(SLACK_LABEL.matcher(text).replaceAll("$1"))
          .replaceAll("$1")
          .replace("&lt;", "<")
          .replace("&gt;", ">")
          .replace("&amp;", "&");
    }
  },
  /** An iCalendar or vCard text as its properties in one order, unfolded and without DTSTAMP. */
  ICALENDAR {
    @Override
    public String apply(String text) {
      return ContentLines.canonical(text);
    }
  },
  /** A link that chat services wrap, with or without a label, becomes its address. */
  UNWRAP_LINKS {
    @Override
    public String apply(String text) {
      return WRAPPED_LINK.matcher(text).replaceAll("$1");
    }
  };

  private static final Pattern SLACK_LABEL =
      Pattern.compile("<(?:https?://|mailto:|tel:)[^<>|\\s]+\\|([^<>]*)>");
  private static final Pattern SLACK_LINK =
      Pattern.compile("<((?:https?://|mailto:|tel:)[^<>|\\s]+)>");
  private static final Pattern SPACES = Pattern.compile("[\\s\\p{Z}]+");
  private static final Pattern SINGLE_QUOTES = Pattern.compile("[\u2018\u2019\u201a\u201b\u2032]");
  private static final Pattern DOUBLE_QUOTES = Pattern.compile("[\u201c\u201d\u201e\u201f\u2033]");
  private static final Pattern WRAPPED_LINK =
      Pattern.compile("<(https?://[^<>|\\s]+)(?:\\|[^<>]*)?>");

  // No regular expression does this in linear time.
  private static String withoutTrailingBlanks(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' || c == '\r') {
        cutBlanks(plain);
      }
      plain.append(c);
    }
    cutBlanks(plain);
    int end = plain.length();
    while (end > 0 && (plain.charAt(end - 1) == '\n' || plain.charAt(end - 1) == '\r')) {
      end--;
    }
    return plain.substring(0, end);
  }

  private static void cutBlanks(StringBuilder text) {
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == ' ' || text.charAt(end - 1) == '\t')) {
      end--;
    }
    text.setLength(end);
  }

  /** The plain form of a text. */
  public abstract String apply(String text);

  /** The plain form after all of them, in their order. */
  public static String applyAll(List<Normaliser> normalisers, String text) {
    String plain = text;
    for (Normaliser normaliser : normalisers) {
      plain = normaliser.apply(plain);
    }
    return plain;
  }

  /** The name in the contract file, for example {@code unescape-html}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The normaliser with that name in the contract file. */
  public static Optional<Normaliser> ofLabel(String label) {
    for (Normaliser normaliser : values()) {
      if (normaliser.label().equals(label)) {
        return Optional.of(normaliser);
      }
    }
    return Optional.empty();
  }
}
