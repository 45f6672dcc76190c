package io.onefold.destination;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Fills templates for one request. Thread-safe if its secrets are.
 *
 * <p>Differs from RFC 6570 in one point on purpose: a variable without a value is an error and not
 * an empty text, because {@code /items/{providerId}} without an id would ask for the collection.
 */
public final class TemplateExpander {
  private static final String UNRESERVED = "-._~";
  private static final String RESERVED = ":/?#[]@!$&'()*+,;=";

  /** An address that is one variable is meant as it is, not encoded into one path segment. */
  private static final String WHOLE_PUBLIC_URL = "{publicUrl}";

  private final Secrets secrets;

  /** An expander that takes secrets from the given place. */
  public TemplateExpander(Secrets secrets) {
    this.secrets = secrets;
  }

  /**
   * The address of a request, percent-encoded.
   *
   * @throws ExpansionException if a variable has no value or an empty one, a secret is missing, or
   *     the result is not an absolute http or https address with a host, or climbs with {@code ..}
   */
  public String url(Template template, Variables variables) {
    String text = template.text().equals(WHOLE_PUBLIC_URL) ? "{+publicUrl}" : template.text();
    StringBuilder url = new StringBuilder();
    for (TemplatePart part : TemplatePart.parse(text)) {
      switch (part) {
        case TemplatePart.Literal literal -> encode(literal.text(), true, url);
        case TemplatePart.Secret secret ->
            url.append(secrets.resolve(secret.reference(), template.where()));
        case TemplatePart.Expression expression -> expand(expression, template, variables, url);
      }
    }
    return checked(url.toString(), template);
  }

  /**
   * A header value or an idempotency key: values as they are, without percent-encoding.
   *
   * @throws ExpansionException if a variable has no value, a secret is missing, or a value has a
   *     line end or another control character
   */
  public String text(Template template, Variables variables) {
    StringBuilder text = new StringBuilder();
    for (TemplatePart part : TemplatePart.parse(template.text())) {
      switch (part) {
        case TemplatePart.Literal literal -> text.append(literal.text());
        case TemplatePart.Secret secret ->
            text.append(secrets.resolve(secret.reference(), template.where()));
        case TemplatePart.Expression expression ->
            text.append(String.join(",", values(expression, template, variables)));
      }
    }
    if (text.chars().anyMatch(c -> Character.isISOControl(c) && c != '\t')) {
      throw new ExpansionException(
          "a value for %s holds a line end or another control character"
              .formatted(ExpansionException.place(template.where())));
    }
    return text.toString();
  }

  private static void expand(
      TemplatePart.Expression expression,
      Template template,
      Variables variables,
      StringBuilder url) {
    TemplatePart.Operator operator = expression.operator();
    List<String> values = values(expression, template, variables);
    String lead = operator.first;
    for (int i = 0; i < values.size(); i++) {
      url.append(lead);
      if (operator.named) {
        url.append(TemplatePart.plain(expression.names().get(i))).append('=');
      }
      encode(values.get(i), operator.reservedAllowed, url);
      lead = operator.separator;
    }
  }

  private static List<String> values(
      TemplatePart.Expression expression, Template template, Variables variables) {
    List<String> values = new ArrayList<>();
    for (String name : expression.names()) {
      String value = TemplatePart.cut(name, variables.text(TemplatePart.plain(name)).orElse(""));
      if (value.isEmpty()) {
        throw new ExpansionException(
            "`%s` has no value for this operation, and %s needs it"
                .formatted(name, ExpansionException.place(template.where())));
      }
      values.add(value);
    }
    return values;
  }

  private static void encode(String value, boolean reservedAllowed, StringBuilder out) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      char c = (char) (bytes[i] & 0xff);
      boolean plain =
          (c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0))
              || (reservedAllowed && (RESERVED.indexOf(c) >= 0 || isEncoded(bytes, i)));
      if (plain) {
        out.append(c);
      } else {
        out.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
      }
    }
  }

  private static boolean isEncoded(byte[] bytes, int at) {
    return bytes[at] == '%'
        && at + 2 < bytes.length
        && Character.digit(bytes[at + 1], 16) >= 0
        && Character.digit(bytes[at + 2], 16) >= 0;
  }

  // The text of a failed address may hold a secret, so no message quotes it.
  private static String checked(String url, Template template) {
    String place = ExpansionException.place(template.where());
    try {
      URI uri = new URI(url);
      boolean web =
          "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
      if (!web || uri.getHost() == null || uri.getUserInfo() != null) {
        throw new ExpansionException(
            place + " does not give an absolute http or https address with a host and no user");
      }
      if (List.of(String.valueOf(uri.getPath()).split("/", -1)).stream()
          .anyMatch(segment -> segment.equals(".") || segment.equals(".."))) {
        throw new ExpansionException(
            place + " gives an address with `.` or `..` as a path segment, which leads elsewhere");
      }
      return url;
    } catch (URISyntaxException malformed) {
      throw new ExpansionException(place + " does not give a well-formed address");
    }
  }
}
