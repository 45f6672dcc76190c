package io.onefold.destination;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A piece of a template: RFC 6570 levels 1 to 3 without label and path-style expansion. */
sealed interface TemplatePart {
  String EXPRESSIONS =
      "{name}, {+name}, {?a,b}, {&a,b}, {/name}, {#name} and {name:20} for the first 20 characters";

  /** Names may hold a hyphen, which RFC 6570 does not know, because attributes do. */
  Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]*(\\.[A-Za-z0-9_][A-Za-z0-9_-]*)*");

  /** How much of a value is taken: RFC 6570's prefix modifier. */
  Pattern PREFIX = Pattern.compile("(.+):([1-9][0-9]{0,3})");

  /** Longest name of a variable, in characters. */
  int LONGEST_NAME = 200;

  /** Text that stands for itself. */
  record Literal(String text) implements TemplatePart {}

  /** A secret, filled in where a request is built. */
  record Secret(SecretReference reference) implements TemplatePart {}

  /** Variables of the operation. */
  record Expression(Operator operator, List<String> names) implements TemplatePart {
    public Expression {
      names = List.copyOf(names);
    }
  }

  /** How an expression is joined and encoded; see RFC 6570, appendix A. */
  enum Operator {
    SIMPLE("", "", ",", false, false),
    RESERVED("+", "", ",", false, true),
    FRAGMENT("#", "#", ",", false, true),
    PATH("/", "/", "/", false, false),
    QUERY("?", "?", "&", true, false),
    QUERY_MORE("&", "&", "&", true, false);

    final String sign;
    final String first;
    final String separator;
    final boolean named;
    final boolean reservedAllowed;

    Operator(String sign, String first, String separator, boolean named, boolean reservedAllowed) {
      this.sign = sign;
      this.first = first;
      this.separator = separator;
      this.named = named;
      this.reservedAllowed = reservedAllowed;
    }

    static Operator of(char sign) {
      for (Operator operator : values()) {
        if (operator.sign.equals(String.valueOf(sign))) {
          return operator;
        }
      }
      return SIMPLE;
    }
  }

  /**
   * Takes a text apart.
   *
   * @throws IllegalArgumentException if a brace does not belong to an expression or a secret
   */
  static List<TemplatePart> parse(String text) {
    return parse(text, false);
  }

  /** The same; in a body a doubled brace is a brace, and there are no secrets. */
  static List<TemplatePart> parse(String text, boolean body) {
    List<TemplatePart> parts = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int open = text.indexOf('{', at);
      boolean secret = !body && open > at && text.charAt(open - 1) == '$';
      boolean brace = body && open >= 0 && text.startsWith("{{", open);
      int literalEnd = open < 0 ? text.length() : secret ? open - 1 : brace ? open + 1 : open;
      if (literalEnd > at) {
        parts.add(literal(text.substring(at, literalEnd), body));
      }
      if (open < 0) {
        return parts;
      }
      if (brace) {
        at = open + 2;
        continue;
      }
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw new IllegalArgumentException("`{` at character " + (open + 1) + " is never closed");
      }
      parts.add(
          secret
              ? secret(text.substring(open - 1, close + 1))
              : expression(text.substring(open + 1, close)));
      at = close + 1;
    }
    return parts;
  }

  private static Literal literal(String text, boolean body) {
    String single = body ? text.replace("}}", "") : text;
    if (single.indexOf('}') >= 0) {
      throw new IllegalArgumentException(
          "`}` stands without a `{` before it"
              + (body ? "; for the character itself write }}" : ""));
    }
    return new Literal(body ? text.replace("}}", "}") : text);
  }

  private static Secret secret(String text) {
    return new Secret(
        SecretReference.parse(text)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "`" + text + "` is no secret reference; write " + SecretReference.FORMS)));
  }

  /** The variable that a name in an expression stands for, without a prefix such as {@code :25}. */
  static String plain(String name) {
    Matcher prefix = PREFIX.matcher(name);
    return prefix.matches() ? prefix.group(1) : name;
  }

  /** As much of a value as the name in the expression takes. */
  static String cut(String name, String value) {
    Matcher prefix = PREFIX.matcher(name);
    if (!prefix.matches()) {
      return value;
    }
    int most = Integer.parseInt(prefix.group(2));
    return value.codePointCount(0, value.length()) <= most
        ? value
        : value.substring(0, value.offsetByCodePoints(0, most));
  }

  private static Expression expression(String inside) {
    Operator operator = inside.isEmpty() ? Operator.SIMPLE : Operator.of(inside.charAt(0));
    List<String> names = List.of(inside.substring(operator.sign.length()).split(",", -1));
    for (String name : names) {
      if (name.length() > LONGEST_NAME || !NAME.matcher(plain(name)).matches()) {
        throw new IllegalArgumentException(
            "`{" + inside + "}` is no expression that can be filled; allowed are " + EXPRESSIONS);
      }
    }
    return new Expression(operator, names);
  }
}
