package io.onefold.destination;

import io.onefold.destination.Destination.Absence;
import io.onefold.destination.HttpContract.Idempotency;
import io.onefold.destination.HttpContract.Match;
import io.onefold.destination.HttpContract.Readback;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Says in plain words what a contract means for its operations. Secrets stay references. */
public final class DestinationExplainer {
  private final Destination destination;
  private final HttpContract http;
  private final List<String> sentences = new ArrayList<>();

  private DestinationExplainer(Destination destination) {
    this.destination = destination;
    this.http = destination.http();
  }

  /**
   * What the contract means.
   *
   * @return sentences, in the order in which an operation meets them; at least one
   */
  public static List<String> explain(Destination destination) {
    DestinationExplainer explainer = new DestinationExplainer(destination);
    explainer.intent();
    destination.mail().ifPresentOrElse(explainer::mail, explainer::calls);
    explainer.absence();
    destination.http().job().ifPresent(explainer::job);
    explainer.verified();
    explainer.limits();
    return List.copyOf(explainer.sentences);
  }

  /** Every contract of a file with its warnings, as text with line ends. */
  public static String explain(Destinations destinations) {
    StringBuilder text = new StringBuilder();
    for (Destination destination : destinations.all()) {
      text.append(text.isEmpty() ? "" : "\n").append(destination.name());
      text.append("  ").append(destination.hash()).append('\n');
      explain(destination).forEach(sentence -> text.append("  ").append(sentence).append('\n'));
      for (Warning warning : destinations.warningsOf(destination.name())) {
        text.append(
            "  warning: line %d: %s: %s%n"
                .formatted(warning.line(), warning.path(), warning.message()));
      }
    }
    return text.toString();
  }

  private void intent() {
    say(
        "Takes intents for account %s, environment %s%s; connector %s, pool %s."
            .formatted(
                destination.account(),
                destination.environment(),
                destination.approvalRequired()
                    ? ", with an approval"
                    : ", with or without an approval",
                destination.connector(),
                destination.pool()));
    destination
        .operationIds()
        .ifPresent(
            form -> say("Refuses operation IDs that are not of the form %s.".formatted(form)));
  }

  private void mail(MailContract mail) {
    sentences.addAll(new MailExplainer(destination, mail).calls());
  }

  private void calls() {
    send();
    AccessExplainer.access(destination).forEach(this::say);
    rules();
    http.identity().ifPresent(this::identity);
    key();
    unknownOutcome();
  }

  private void send() {
    if (isCalled()) {
      say(
          "Sends %s %s and cuts the call off after %s; a grant lasts %s."
              .formatted(
                  http.send().method(),
                  http.send().url().text(),
                  Durations.format(destination.effectiveSendTimeout()),
                  Durations.format(destination.lease())));
      say(AccessExplainer.body(http.send().body()));
    } else {
      say("A grant lasts %s.".formatted(Durations.format(destination.lease())));
    }
  }

  private boolean isCalled() {
    return !http.send().url().equals(ownWay());
  }

  private Template ownWay() {
    return DestinationReader.ownWay(destination.connector(), destination.name());
  }

  private void rules() {
    int rules = http.send().rules().size();
    if (rules > 0) {
      say(
          "%s what an answer means; otherwise 2xx is accepted, 429 waits, other 4xx are refused and"
              .concat(" 5xx leave it unknown.")
              .formatted(rules == 1 ? "A rule says" : rules + " rules say"));
    }
  }

  private void identity(HttpContract.Identity identity) {
    say(
        "Before the first send, and again after %s, the credential must show %s at %s."
            .formatted(
                Durations.format(identity.every()),
                and(identity.equalTo().keySet()),
                identity.url().text()));
  }

  private void key() {
    Optional<Idempotency> key = http.idempotency();
    if (key.isEmpty()) {
      say(
          (isOwnAddress()
                  ? "There is no idempotency key, but each operation has an address of its own: a"
                      + " second %s replaces the first or is refused."
                  : "There is no idempotency key: a second %s would create a second item.")
              .formatted(http.send().method()));
    } else if (key.get().protects()) {
      say(
          ("The key in %s is remembered for %s: within that time an outcome that nothing can tell"
                  + " is sent again with the same key and the same bytes.")
              .formatted(place(key.get()), Durations.format(key.get().window())));
    } else {
      say(
          ("The key in %s is sent but never counts as protection: a second %s could take effect a"
                  + " second time.")
              .formatted(place(key.get()), http.send().method()));
    }
  }

  private boolean isOwnAddress() {
    return http.send().method().equals("PUT") && !http.send().url().variables().isEmpty();
  }

  private static String place(Idempotency key) {
    return switch (key.place()) {
      case HEADER -> "header " + key.name();
      case BODY_FIELD -> "body field " + key.name();
      case QUERY -> "query parameter " + key.name();
      case PATH -> "the address, as {" + key.name() + "}";
    };
  }

  private void unknownOutcome() {
    if (http.readback().isEmpty()) {
      say(
          "An unknown outcome cannot be read back%s."
              .formatted(replayed() ? "" : " and goes to a person"));
      return;
    }
    Set<String> ways = new LinkedHashSet<>();
    for (Readback readback : http.readback()) {
      boolean own = readback.url().equals(ownWay());
      ways.add(own ? "the connector's own way" : AccessExplainer.way(readback));
    }
    say(
        ("An unknown outcome is read back by %s; after %s without an answer that tells, a person"
                + " decides.")
            .formatted(
                String.join(", then by ", ways),
                Durations.format(destination.readbacks().deadline())));
    if (http.readback().stream().anyMatch(r -> r.by() == Readback.By.PUBLIC_URL)) {
      say("The public address is asked only after an accepted answer.");
    }
  }

  private boolean replayed() {
    return destination.safeReplayWindow().isPresent();
  }

  private void absence() {
    if (http.readback().isEmpty()) {
      return;
    }
    Absence absence = destination.absence();
    if (!absence.proof()) {
      say("Absence is never proof: what is not found is not sent again by itself.");
      return;
    }
    String settle = Durations.format(destination.settle());
    String again =
        absence.confirmations() == 1
            ? "one complete readback that finds nothing"
            : absence.confirmations() + " complete readbacks that find nothing";
    switch (absence.after()) {
      case REPORT ->
          say(
              ("Absence counts %s after the worker reported the end of the call or its process is"
                      + " proved dead: %s then allows the next attempt.")
                  .formatted(settle, again));
      case LEASE_END ->
          say(
              ("Absence counts %s after the lease ended: %s then allows the next attempt. This"
                   + " assumes that no worker is frozen right before its first byte for longer than"
                   + " %s.")
                  .formatted(
                      settle,
                      again,
                      Durations.format(destination.margin().plus(destination.settle()))));
    }
  }

  private void job(HttpContract.Job job) {
    say(
        "An answer that names a job is a promise: the job is asked at %s for up to %s."
            .formatted(job.url().text(), Durations.format(job.allowance())));
  }

  private void verified() {
    if (destination.verification() == Destination.Verification.PROVIDER_ACK) {
      say("An accepted answer alone gives VERIFIED, with evidence PROVIDER_ACK.");
      return;
    }
    if (http.readback().isEmpty()) {
      say("An accepted answer alone is never VERIFIED; a person decides.");
      return;
    }
    if (destination.mail().isPresent()) {
      say(MailExplainer.verified());
      return;
    }
    List<String> conditions = new ArrayList<>();
    conditions.add("found exactly once");
    http.item()
        .account()
        .ifPresent(account -> conditions.add("with the intended account at " + account.at()));
    if (!http.item().content().isEmpty()) {
      conditions.add(
          "with "
              + and(http.item().content().stream().map(DestinationExplainer::comparison).toList())
              + " as approved");
    }
    if (!http.item().complete().isEmpty()) {
      conditions.add("complete at " + and(http.item().complete().keySet()));
    }
    say("VERIFIED means: %s.".formatted(String.join(", ", conditions)));
  }

  private static String comparison(Match match) {
    String where = match.found().isEmpty() ? "the whole item" : match.found();
    return match.normalise().isEmpty()
        ? where
        : match.normalise().stream()
            .map(Normaliser::label)
            .collect(Collectors.joining(", ", where + " (after ", ")"));
  }

  private void limits() {
    say(
        "At most %d %s may reach the destination; unclaimed for %s, a person decides."
            .formatted(
                destination.attempts().max(),
                destination.attempts().max() == 1 ? "attempt" : "attempts",
                Durations.format(destination.offers().limit())));
  }

  private void say(String sentence) {
    sentences.add(sentence);
  }

  private static String and(Iterable<String> parts) {
    List<String> all = new ArrayList<>();
    parts.forEach(all::add);
    int last = all.size() - 1;
    return last <= 0
        ? String.join("", all)
        : String.join(", ", all.subList(0, last)) + " and " + all.get(last);
  }
}
