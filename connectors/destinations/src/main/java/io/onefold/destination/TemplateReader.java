package io.onefold.destination;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads addresses, headers and keys, and refuses what would not be safe to send. */
final class TemplateReader {
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

  /** Headers that the HTTP client sets; a second one could split or misroute a request. */
  private static final Set<String> OWN_HEADERS =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "expect",
          "te",
          "trailer",
          "upgrade");

  private static final String ADDRESS =
      "an absolute http or https address, such as https://blog.example/items/{providerId}";

  private TemplateReader() {}

  /** An address; empty, with a recorded mistake, if it is none or could lead to another host. */
  static Optional<Template> url(YamlValue value, TemplateScope scope) {
    Optional<Template> url = template(value, ADDRESS, scope);
    url.flatMap(template -> UrlCheck.wrong(template, scope)).ifPresent(value::wrong);
    return url;
  }

  /** A text that goes into a header or a key. */
  static Optional<Template> text(YamlValue value, String what, TemplateScope scope) {
    Optional<Template> text = template(value, what, scope);
    return text.filter(template -> onlySimple(TemplatePart.parse(template.text()), value));
  }

  /** A text of a body; it may have several lines, because bodies do. */
  static Optional<Template> body(YamlValue value) {
    String what = "a text; in it {name} stands for a variable and {{ for a brace";
    return value
        .scalar(what)
        .flatMap(
            text -> {
              if (YamlValue.ANY_REFERENCE.matcher(text).find()) {
                return value.wrong(
                    "must not hold a secret: a body is kept and hashed; put it into `auth` or"
                        + " `headers`");
              }
              try {
                return Optional.of(Template.ofBody(text, value.path()));
              } catch (IllegalArgumentException unreadable) {
                return value.wrong(
                    unreadable.getMessage() + "; for the character `{` itself write `{{`");
              }
            })
        .filter(template -> allKnown(value, template, TemplateScope.BODY))
        .filter(template -> onlySimple(BodyTemplate.parse(template.text()), value));
  }

  private static boolean onlySimple(List<TemplatePart> parts, YamlValue value) {
    boolean plain =
        parts.stream()
            .filter(TemplatePart.Expression.class::isInstance)
            .map(part -> ((TemplatePart.Expression) part).operator())
            .allMatch(operator -> operator == TemplatePart.Operator.SIMPLE);
    return plain || value.wrong("only {name} is allowed outside an address").isPresent();
  }

  /** A {@code headers} mapping. */
  static Map<String, Template> headers(YamlMapping in, TemplateScope scope) {
    Map<String, Template> headers = new LinkedHashMap<>();
    Map<String, String> seen = new HashMap<>();
    in.get("headers")
        .ifPresent(
            block ->
                block
                    .mapping()
                    .entries()
                    .forEach(
                        (name, value) -> {
                          headerName(value, name);
                          String twin = seen.put(name.toLowerCase(Locale.ROOT), name);
                          if (twin != null) {
                            value.mistake("is the same header as `" + twin + "`");
                          }
                          text(value, "a header value", scope)
                              .ifPresent(template -> headers.put(name, template));
                        }));
    return headers;
  }

  static boolean isToken(String name) {
    return TOKEN.matcher(name).matches();
  }

  /** Records a mistake if a contract must not set this header. */
  static void headerName(YamlValue at, String name) {
    if (!TOKEN.matcher(name).matches()) {
      at.mistake(
          "`%s` is no header name; allowed are letters, digits and !#$%%&'*+-.^_`|~"
              .formatted(name));
    } else if (OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
      at.mistake("`%s` is set by the HTTP client and cannot be set here".formatted(name));
    }
  }

  private static Optional<Template> template(YamlValue value, String what, TemplateScope scope) {
    return value
        .rawText(what)
        .flatMap(
            text -> {
              try {
                return Optional.of(Template.of(text, value.path()));
              } catch (IllegalArgumentException unreadable) {
                return value.wrong(String.valueOf(unreadable.getMessage()));
              }
            })
        .filter(template -> allKnown(value, template, scope));
  }

  private static boolean allKnown(YamlValue value, Template template, TemplateScope scope) {
    List<String> unknown =
        template.variables().stream().filter(name -> !scope.knows(name)).sorted().toList();
    for (String name : unknown) {
      value.wrong("`{%s}` %s; %s".formatted(name, scope.whyUnknown(name), scope.allowed()));
    }
    return unknown.isEmpty();
  }
}
