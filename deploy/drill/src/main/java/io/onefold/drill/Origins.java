package io.onefold.drill;

import io.onefold.connector.wire.Call;
import io.onefold.destination.ExpansionException;
import io.onefold.destination.HttpContract;
import io.onefold.destination.Secrets;
import io.onefold.destination.Template;
import io.onefold.destination.TemplateExpander;
import io.onefold.destination.Variables;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where the calls of a contract go: scheme, host and port of its addresses. */
final class Origins {
  /** Scheme and host are written out or are references, and references may hold slashes. */
  private static final Pattern BEGINNING =
      Pattern.compile("^(?:https?://)?(?:\\$\\{[^}]*\\}|[^/?#{}$])+");

  private Origins() {}

  /**
   * The origins of all calls, without the public addresses that only an answer tells.
   *
   * @throws WrongUseException if a reference in one cannot be resolved
   */
  static Set<URI> of(HttpContract contract) {
    List<Template> addresses = new ArrayList<>();
    addresses.add(contract.send().url());
    contract.identity().ifPresent(identity -> addresses.add(identity.url()));
    contract.readback().forEach(entry -> addresses.add(entry.url()));
    contract.job().ifPresent(job -> addresses.add(job.url()));
    Set<URI> origins = new TreeSet<>();
    addresses.forEach(
        address -> {
          Matcher beginning = BEGINNING.matcher(address.text());
          if (beginning.find()) {
            origins.add(URI.create(Call.origin(resolved(beginning.group()))));
          }
        });
    return origins;
  }

  private static URI resolved(String beginning) {
    try {
      return URI.create(
          new TemplateExpander(Secrets.ofThisProcess())
              .url(Template.of(beginning), new Variables(Map.of())));
    } catch (ExpansionException e) {
      throw new WrongUseException(String.valueOf(e.getMessage()), e);
    }
  }
}
