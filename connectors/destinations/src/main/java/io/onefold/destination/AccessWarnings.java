package io.onefold.destination;

import io.onefold.destination.HttpContract.Readback;
import io.onefold.destination.HttpContract.Readback.By;
import io.onefold.destination.HttpContract.Rule;
import io.onefold.destination.HttpContract.RuleResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Weak spots in how a destination over HTTP is reached and asked. */
final class AccessWarnings {
  /** A warning and the key that it is about. */
  record About(String key, String message) {}

  private static final int CONFLICT = 409;
  private static final Pattern PLAIN = Pattern.compile("(?i)http://(\\[[^\\]]*]|[^:/?#]+).*");

  private final Destination destination;
  private final HttpContract http;
  private final List<About> warnings = new ArrayList<>();

  private AccessWarnings(Destination destination) {
    this.destination = destination;
    this.http = destination.http();
  }

  static List<About> of(Destination destination) {
    AccessWarnings all = new AccessWarnings(destination);
    all.plainText();
    all.promises();
    all.conflict();
    all.readbacks();
    all.egress();
    return all.warnings;
  }

  private void plainText() {
    boolean secret =
        http.auth().isPresent()
            || ContractTemplates.of(http).stream().anyMatch(it -> !it.secrets().isEmpty());
    if (!secret) {
      return;
    }
    addresses()
        .forEach(
            (key, address) -> {
              Matcher plain = PLAIN.matcher(address.text());
              if (plain.matches() && isElsewhere(plain.group(1))) {
                warn(key, "credentials go to %s in the clear; use https".formatted(plain.group(1)));
              }
            });
  }

  private Map<String, Template> addresses() {
    Map<String, Template> addresses = new LinkedHashMap<>();
    addresses.put("send", http.send().url());
    http.identity().ifPresent(identity -> addresses.put("identity", identity.url()));
    http.readback().stream()
        .filter(readback -> readback.by() != By.PUBLIC_URL)
        .map(Readback::url)
        .filter(url -> PLAIN.matcher(url.text()).matches())
        .findFirst()
        .ifPresent(url -> addresses.put("readback", url));
    http.job().ifPresent(job -> addresses.put("job", job.url()));
    http.auth()
        .filter(Auth.OAuth2.class::isInstance)
        .ifPresent(auth -> addresses.put("auth", ((Auth.OAuth2) auth).tokenUrl()));
    return addresses;
  }

  // A host that is a reference may be anything; nothing is said about it.
  private static boolean isElsewhere(String host) {
    return !host.equalsIgnoreCase("localhost")
        && !host.startsWith("127.")
        && !host.equals("[::1]")
        && !host.startsWith("$");
  }

  private void promises() {
    boolean later =
        http.job().isPresent()
            || http.send().rules().stream()
                .anyMatch(rule -> rule.result() == RuleResult.ACCEPTED_LATER);
    if (later && destination.absence().proof()) {
      warn(
          "absence",
          ("the destination may promise a write for later, and the answer that says so can be"
                  + " lost: with `proof: true` it is then sent again while the first still waits,"
                  + " unless settle (%s) is longer than its longest job")
              .formatted(Durations.format(destination.settle())));
    }
  }

  private void conflict() {
    boolean declared =
        http.send().rules().stream().map(Rule::status).anyMatch(it -> it.contains(CONFLICT))
            || http.idempotency()
                .filter(
                    key -> key.inFlight().contains(CONFLICT) || key.mismatch().contains(CONFLICT))
                .isPresent();
    if (!declared && http.readback().isEmpty()) {
      warn(
          "send",
          "a 409 counts as refused, although it may mean that an earlier attempt made the thing;"
              + " say in `rules` what it means here");
    }
  }

  private void readbacks() {
    List<Readback> all = http.readback();
    if (all.stream().anyMatch(Readback::followsRedirects)) {
      warn(
          "readback",
          "redirects are followed: where a destination leads a missing address to a similar one,"
              + " the wrong thing is found; compare content and id");
    }
    if (!all.isEmpty() && all.stream().allMatch(it -> it.by() == By.PUBLIC_URL)) {
      warn(
          "readback",
          "only the public address can be asked: it shows nothing before it is published, and"
              + " nothing where the answer was lost");
    }
    boolean unpaged =
        all.stream()
            .anyMatch(it -> it.by() == By.LIST && it.next().isEmpty() && !it.items().document());
    if (unpaged) {
      warn(
          "readback",
          "a list is read without `next`: if the destination cuts it into pages and does not say"
              + " so in a Link header, what stands on a later page counts as absent");
    }
  }

  private void egress() {
    if (http.egress().privateAllowed() && http.egress().allow().isEmpty()) {
      warn("egress", "`private: allowed` changes nothing, because `allow` names no host");
    }
    boolean publicUrl =
        http.readback().stream()
            .flatMap(readback -> Stream.of(readback.url()))
            .anyMatch(url -> url.text().startsWith("{"));
    if (publicUrl && http.egress().allow().isEmpty()) {
      warn(
          "readback",
          "the public address is asked only at hosts of this contract; name others in"
              + " `egress.allow`");
    }
  }

  private void warn(String key, String message) {
    warnings.add(new About(key, message));
  }
}
