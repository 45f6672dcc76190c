package io.onefold.destination;

import io.onefold.destination.HttpContract.Idempotency;
import io.onefold.destination.HttpContract.Item;
import io.onefold.destination.HttpContract.Readback.By;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Weak spots of a contract that is legal all the same. */
final class ContractWarnings {
  private static final int SHORTEST_SAFE_KEY = 16;

  private final YamlMapping in;
  private final Destination destination;
  private final HttpContract http;

  private ContractWarnings(YamlMapping in, Destination destination) {
    this.in = in;
    this.destination = destination;
    this.http = destination.http();
  }

  static void warn(YamlMapping in, Destination destination) {
    ContractWarnings warnings = new ContractWarnings(in, destination);
    warnings.times();
    destination.http().idempotency().ifPresent(warnings::key);
    if (destination.mail().isPresent()) {
      MailWarnings.of(destination, destination.mail().get())
          .forEach(each -> warnings.warn(each.key(), each.message()));
      return;
    }
    if (!destination.hasReadback()) {
      warnings.noReadback();
    } else if (in.has("readback")) {
      warnings.searches();
      warnings.item();
    }
    if (in.has("send")) {
      AccessWarnings.of(destination).forEach(each -> warnings.warn(each.key(), each.message()));
    }
  }

  private void times() {
    Duration timeout = http.send().timeout();
    Duration effective = destination.effectiveSendTimeout();
    String call = destination.mail().isPresent() ? "smtp" : "send";
    if (in.has(call) && effective.compareTo(timeout) < 0) {
      warn(
          call,
          "the send timeout of %s does not fit into the lease of %s, so a call is cut off after %s"
              .formatted(
                  Durations.format(timeout),
                  Durations.format(destination.lease()),
                  Durations.format(effective)));
    }
    if (destination.settle().compareTo(Duration.ofSeconds(1)) < 0) {
      warn(
          "settle",
          "a settle time under 1s trusts that the destination shows a write at once; if it does"
              + " not, absence is concluded too early and the write is repeated");
    }
    if (destination.absence().proof()
        && destination.readbacks().deadline().compareTo(destination.settle()) <= 0) {
      warn(
          "readbacks",
          "the readback deadline of %s is not longer than settle (%s), so absence can never be proved"
              .formatted(
                  Durations.format(destination.readbacks().deadline()),
                  Durations.format(destination.settle())));
    }
  }

  private void key(Idempotency key) {
    List<String> missing =
        Stream.of(
                key.window().isZero() ? "window" : "",
                key.inFlight().isEmpty() ? "in-flight" : "",
                key.mismatch().isEmpty() ? "mismatch" : "")
            .filter(name -> !name.isEmpty())
            .toList();
    if (key.safeReplay() && !missing.isEmpty()) {
      warn(
          "idempotency",
          "sends the key but never counts as protection, although `safe-replay` is true: unknown"
              + " are "
              + String.join(", ", missing));
    } else if (!key.safeReplay() && key.window().isZero()) {
      warn(
          "idempotency",
          "sends the key but never counts as protection: `window` is unknown and `safe-replay` is"
              + " not declared");
    }
    if (key.maxLength() < SHORTEST_SAFE_KEY) {
      warn(
          "idempotency",
          "keys cut to %d characters can be equal for two operations; the second would be lost"
              .formatted(key.maxLength()));
    }
    if (!TemplateScope.namesOperation(key.value())) {
      warn(
          "idempotency",
          "the key holds neither {operationId} nor a reference made of it, so two operations can"
              + " share a key and the second would be lost");
    }
  }

  private void noReadback() {
    warn(
        "readback",
        destination.verification() == Destination.Verification.READBACK
            ? "there is no readback: every unknown outcome and every accepted one goes to a person"
            : "there is no readback: every unknown outcome goes to a person");
    if (in.has("item")) {
      warn("item", "is never used, because there is no readback");
    }
    if (in.has("send") && http.identity().isEmpty()) {
      warn("send", "nothing checks the account: `identity` is not declared");
    }
  }

  private void searches() {
    boolean byId = http.readback().stream().anyMatch(r -> r.by() == By.ID);
    boolean search =
        http.readback().stream().anyMatch(r -> r.by() == By.REFERENCE || r.by() == By.LIST);
    if (search && !byId) {
      warn("readback", "a search hit is not confirmed by id, because there is no readback by id");
    } else if (search && http.item().providerId().isEmpty()) {
      warn(
          "readback",
          "a search hit is not confirmed by id, because `item.provider-id` does not say where it"
              + " holds its id");
    } else if (!search && http.readback().stream().allMatch(this::needsAnswer)) {
      warn(
          "readback",
          "it can only be asked after an answer told an id or address: an unknown outcome without"
              + " one goes to a person, or is replayed where the key protects");
    }
  }

  private boolean needsAnswer(HttpContract.Readback readback) {
    return readback.url().variables().contains("providerId")
        || readback.url().variables().contains("publicUrl");
  }

  private void item() {
    Item item = http.item();
    if (item.content().isEmpty()) {
      warn(
          in.has("item") ? "item" : "readback",
          "the content found is never compared with the approved content, because there is no"
              + " `item.content`");
    }
    if (item.account().isEmpty() && http.identity().isEmpty()) {
      warn(
          in.has("item") ? "item" : "readback",
          "nothing checks the account: neither `identity` nor `item.account` is declared");
    }
  }

  private void warn(String key, String message) {
    in.value().reading().warning(destination.name(), in.get(key).orElse(in.value()), message);
  }
}
