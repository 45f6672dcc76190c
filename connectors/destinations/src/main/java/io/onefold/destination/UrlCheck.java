package io.onefold.destination;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Says whether an address template can only ever lead to the host that the contract names. A host
 * that came from a payload would let whoever writes intents send the credentials anywhere.
 */
final class UrlCheck {
  private static final String PUBLIC_URL = "publicUrl";
  private static final Pattern SCHEME = Pattern.compile("https?://.*", Pattern.CASE_INSENSITIVE);
  private static final String HOST_RULE =
      "scheme and host must be written out or come from "
          + SecretReference.FORMS
          + ", and a variable may stand only after the host";

  private UrlCheck() {}

  /** What is wrong with it; empty if nothing is. */
  static Optional<String> wrong(Template template, TemplateScope scope) {
    List<TemplatePart> parts = TemplatePart.parse(template.text());
    if (scope.names().contains(PUBLIC_URL) && template.text().equals("{" + PUBLIC_URL + "}")) {
      return Optional.empty();
    }
    if (template.text().chars().anyMatch(Character::isWhitespace)) {
      return Optional.of("holds white space, which no address can; write %20");
    }
    return wrongHost(parts).or(() -> wrongForm(template));
  }

  private static Optional<String> wrongHost(List<TemplatePart> parts) {
    boolean afterHost = false;
    for (int i = 0; i < parts.size() && !afterHost; i++) {
      switch (parts.get(i)) {
        case TemplatePart.Literal literal -> {
          String text = literal.text();
          if (i == 0 && !SCHEME.matcher(text).matches()) {
            return Optional.of("must start with http:// or https://; " + HOST_RULE);
          }
          if (i > 0 && (text.startsWith("//") || text.startsWith("://"))) {
            return Optional.of("a reference at the start must hold scheme and host; " + HOST_RULE);
          }
          String authority = i == 0 ? text.substring(text.indexOf("://") + 3) : text;
          int end = endOfAuthority(authority);
          if (authority.substring(0, end).indexOf('@') >= 0) {
            return Optional.of("holds a user before the host; credentials belong into a header");
          }
          afterHost = end < authority.length();
        }
        case TemplatePart.Secret secret -> {
          // The host, or the whole beginning of the address.
        }
        case TemplatePart.Expression expression -> {
          if (i == 0 || !List.of("/", "?", "#").contains(expression.operator().first)) {
            return Optional.of(HOST_RULE);
          }
          afterHost = true;
        }
      }
    }
    return Optional.empty();
  }

  private static int endOfAuthority(String text) {
    for (int i = 0; i < text.length(); i++) {
      if ("/?#".indexOf(text.charAt(i)) >= 0) {
        return i;
      }
    }
    return text.length();
  }

  // Filled with harmless values it must be an address; what fails now would fail for ever.
  private static Optional<String> wrongForm(Template template) {
    Map<String, Object> sample = new HashMap<>();
    template.variables().forEach(name -> sample.put(name, "1"));
    try {
      new TemplateExpander(Secrets.ofThisProcess())
          .url(Template.of(withoutSecrets(template)), new Variables(sample));
      return Optional.empty();
    } catch (ExpansionException malformed) {
      return Optional.of(String.valueOf(malformed.getMessage()).replace("this template ", ""));
    }
  }

  private static String withoutSecrets(Template template) {
    StringBuilder text = new StringBuilder(template.text());
    for (SecretReference secret : template.secrets()) {
      String written = secret.toString();
      for (int at = text.indexOf(written); at >= 0; at = text.indexOf(written)) {
        String stand = at == 0 ? "https://host.invalid" : text.charAt(at - 1) == ':' ? "1" : "x";
        text.replace(at, at + written.length(), stand);
      }
    }
    return text.toString();
  }
}
