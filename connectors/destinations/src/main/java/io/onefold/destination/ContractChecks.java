package io.onefold.destination;

import io.onefold.destination.HttpContract.Idempotency;
import java.util.Locale;
import java.util.Optional;

/** What must fit together across the parts of one contract. */
final class ContractChecks {
  private final YamlMapping in;
  private final Destination destination;
  private final HttpContract http;

  private ContractChecks(YamlMapping in, Destination destination) {
    this.in = in;
    this.destination = destination;
    this.http = destination.http();
  }

  static void check(YamlMapping in, Destination destination) {
    ContractChecks checks = new ContractChecks(in, destination);
    checks.verification();
    checks.variables();
    checks.job();
    checks.http.idempotency().ifPresent(checks::key);
    checks.http.idempotency().ifPresent(checks::keyInBody);
    checks.auth();
    ContractWarnings.warn(in, destination);
  }

  private void verification() {
    String looks = destination.mail().isPresent() ? "imap" : "readback";
    if (destination.verification() == Destination.Verification.PROVIDER_ACK
        && destination.hasReadback()) {
      at("verification")
          .mistake(
              "`provider-ack` is only for a destination that nothing can be read back from;"
                  .concat(" leave `%s` out or say `readback` here")
                  .formatted(looks));
    }
    if (destination.absence().proof() && !destination.hasReadback()) {
      at("absence")
          .mistake("`proof: true` needs a `%s` that can show the absence".formatted(looks));
    }
  }

  private void variables() {
    boolean knowsUrl = http.send().publicUrl().isPresent() || http.item().publicUrl().isPresent();
    if (ReadbackReader.uses(http.readback(), "publicUrl") && !knowsUrl) {
      at("readback")
          .mistake(
              "`{publicUrl}` is never known: say with `send.public-url` or `item.public-url`"
                  + " where an answer holds it");
    }
    boolean knowsId =
        http.send().providerId().isPresent()
            || http.item().providerId().isPresent()
            || http.job().flatMap(HttpContract.Job::providerId).isPresent();
    if (ReadbackReader.uses(http.readback(), "providerId") && !knowsId) {
      at("readback")
          .mistake(
              "`{providerId}` is never known: say with `send.provider-id`, `item.provider-id` or"
                  + " `job.provider-id` where an answer holds it");
    }
  }

  private void job() {
    Optional<String> pointer = http.send().job();
    if (pointer.isPresent() && !in.has("job")) {
      at("send").mistake("`send.job` names a job, but there is no `job` block to ask about it");
    } else if (pointer.isEmpty() && in.has("job")) {
      at("job").mistake("no answer names a job: say with `send.job` where it stands");
    }
  }

  private void key(Idempotency key) {
    if (key.place() == Idempotency.Place.HEADER && isSet(key.name())) {
      at("idempotency")
          .mistake("`%s` is also set by `headers`; it can hold one value".formatted(key.name()));
    }
    if (key.place() == Idempotency.Place.PATH
        && !http.send().url().variables().contains(key.name())) {
      at("idempotency")
          .mistake("the key has no place: `send.url` does not use {%s}".formatted(key.name()));
    }
  }

  // A rendered body is hashed and sent as it is: nobody puts a key into it later.
  private void keyInBody(Idempotency key) {
    Body body = http.send().body();
    if (key.place() != Idempotency.Place.BODY_FIELD || body.equals(Body.PAYLOAD)) {
      return;
    }
    if (body instanceof Body.Text) {
      at("idempotency").mistake("a text body has no fields; put the key into a header or query");
      return;
    }
    boolean holdsKey =
        BodyReader.at(body, key.name())
            .filter(field -> field.text().equals(key.value().text()))
            .isPresent();
    if (!holdsKey) {
      at("idempotency")
          .mistake(
              "a body of the contract is sent as it is: `send.body` must hold the key itself, `%s` at %s"
                  .formatted(key.value().text(), key.name()));
    }
  }

  private void auth() {
    Optional<String> header =
        http.auth()
            .map(auth -> auth instanceof Auth.ApiKey key ? key.header() : "Authorization")
            .filter(this::isSet);
    header.ifPresent(
        name ->
            at("auth")
                .mistake("`%s` is also set by `headers`; it can hold one value".formatted(name)));
  }

  private boolean isSet(String header) {
    String lower = header.toLowerCase(Locale.ROOT);
    return http.headers().keySet().stream().anyMatch(n -> n.toLowerCase(Locale.ROOT).equals(lower))
        || http.send().headers().keySet().stream()
            .anyMatch(n -> n.toLowerCase(Locale.ROOT).equals(lower));
  }

  private YamlValue at(String key) {
    return in.get(key).orElse(in.value());
  }
}
