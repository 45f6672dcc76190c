package io.onefold.destination;

import java.net.IDN;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One mail address, with or without a name before it.
 *
 * @param name the name for people, without quotes
 * @param address {@code local@domain}; the domain is in ASCII ({@code xn--…} where it has other
 *     letters), the local part as written
 */
public record Mailbox(Optional<String> name, String address) {
  /** What {@link #parse} takes. */
  public static final String FORMS = "an address such as a@b.example or Name <a@b.example>";

  /** Longest address, in bytes of UTF-8 (RFC 5321). */
  public static final int LONGEST_ADDRESS = 254;

  private static final int LONGEST_LOCAL = 64;
  private static final int LONGEST_NAME = 200;
  private static final String ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-\\x{A0}-\\x{10FFFF}]+";
  private static final Pattern LOCAL = Pattern.compile(ATOM + "(?:\\." + ATOM + ")*");
  private static final String LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
  private static final Pattern DOMAIN = Pattern.compile(LABEL + "(?:\\." + LABEL + ")*");

  /** Java's translation of these letters is that of 2003; the one of 2008 leads elsewhere. */
  private static final Pattern TWO_TRANSLATIONS = Pattern.compile("[\u00df\u03c2\u200c\u200d]");

  /**
   * Reads an address. Comments, groups, quoted local parts and address literals are not taken.
   *
   * @throws IllegalArgumentException if it is none; the message says why and what is allowed
   */
  public static Mailbox parse(String text) {
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "holds a line end or another control character; it must be " + FORMS);
    }
    String plain = text.strip();
    if (!plain.endsWith(">")) {
      return new Mailbox(Optional.empty(), address(plain));
    }
    int open = plain.lastIndexOf('<');
    if (open < 0) {
      throw wrong(plain);
    }
    return new Mailbox(
        name(plain.substring(0, open).strip()),
        address(plain.substring(open + 1, plain.length() - 1)));
  }

  private static Optional<String> name(String written) {
    boolean quoted = written.length() >= 2 && written.startsWith("\"") && written.endsWith("\"");
    String name =
        quoted
            ? written.substring(1, written.length() - 1).replaceAll("\\\\(.)", "$1").strip()
            : written;
    if (name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "has a name of more than %d characters".formatted(LONGEST_NAME));
    }
    if (!quoted && name.matches(".*[<>@,;:\"].*")) {
      throw new IllegalArgumentException(
          "`%s` before the address is no name; put a name with < > @ , ; : into double quotes"
              .formatted(name));
    }
    return Optional.of(name).filter(it -> !it.isEmpty());
  }

  private static String address(String written) {
    int at = written.lastIndexOf('@');
    if (at < 1) {
      throw wrong(written);
    }
    String local = written.substring(0, at);
    String address = local + "@" + domain(written.substring(at + 1), written);
    if (!LOCAL.matcher(local).matches()) {
      throw wrong(written);
    }
    if (bytes(local) > LONGEST_LOCAL || bytes(address) > LONGEST_ADDRESS) {
      throw new IllegalArgumentException(
          "`%s` is too long: at most %d bytes before the @ and %d in all"
              .formatted(written, LONGEST_LOCAL, LONGEST_ADDRESS));
    }
    return address;
  }

  /**
   * A domain in ASCII.
   *
   * @throws IllegalArgumentException if it is none
   */
  static String domain(String written, String where) {
    if (TWO_TRANSLATIONS.matcher(written).find()) {
      throw new IllegalArgumentException(
          "the domain of `%s` has a letter with two translations; write it in its xn-- form"
              .formatted(where));
    }
    String ascii;
    try {
      ascii = IDN.toASCII(written);
    } catch (IllegalArgumentException notADomain) {
      throw wrong(where);
    }
    if (!DOMAIN.matcher(ascii).matches()) {
      throw wrong(where);
    }
    return ascii;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException("`%s` must be %s".formatted(text, FORMS));
  }

  /** The part after the last {@code @}. */
  public String domain() {
    return address.substring(address.lastIndexOf('@') + 1);
  }

  /** True if the local part has letters that only servers with SMTPUTF8 take. */
  public boolean needsUtf8() {
    return address.chars().anyMatch(c -> c > 0x7e);
  }

  /** Whether both lead to the same mailbox, as far as addresses tell: domains ignore case. */
  public boolean sameAddress(Mailbox other) {
    return key().equals(other.key());
  }

  private String key() {
    return address.substring(0, address.lastIndexOf('@') + 1) + domain().toLowerCase(Locale.ROOT);
  }
}
