package io.onefold.drill;

import io.onefold.destination.HttpContract;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What every form of the report says at its beginning. */
final class Facts {
  private Facts() {}

  static Map<String, String> of(Verdicts verdicts) {
    Subject subject = verdicts.subject();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("verdict", verdicts.summary());
    facts.put("destination", subject.destination().name());
    facts.put("account", subject.destination().account());
    facts.put("environment", subject.destination().environment());
    facts.put("address", subject.http().send().method() + " " + subject.http().send().url().text());
    facts.put("contract", subject.destination().hash() + " in " + subject.file().getFileName());
    facts.put(
        "times",
        "lease %s, send timeout %s, settle %s, at most %d attempts"
            .formatted(
                Judging.seconds(subject.lease()),
                Judging.seconds(subject.sendTimeout()),
                Judging.seconds(subject.settle()),
                subject.destination().attempts().max()));
    facts.put("absence", absence(subject));
    facts.put("idempotency key", key(subject));
    facts.put("began", verdicts.began().truncatedTo(ChronoUnit.SECONDS).toString());
    facts.put("took", Plan.inWords(verdicts.took()));
    facts.put("versions", versions());
    return facts;
  }

  private static String absence(Subject subject) {
    return subject.repeats()
        ? "counts as proof once settle has passed after the %s, so an attempt may be repeated"
            .formatted(
                switch (subject.destination().absence().after()) {
                  case REPORT -> "report of its end or the death of its worker";
                  case LEASE_END -> "end of its lease";
                })
        : "proves nothing: an unknown outcome without a finding goes to a person";
  }

  private static String key(Subject subject) {
    Optional<HttpContract.Idempotency> key = subject.http().idempotency();
    return key.isEmpty() ? "none" : subject.claimsKey() ? "relied on" : "sent and never relied on";
  }

  static String versions() {
    return "onefold %s, Java %s, %s"
        .formatted(
            Optional.ofNullable(Facts.class.getPackage().getImplementationVersion())
                .orElse("(unpackaged)"),
            Runtime.version(),
            System.getProperty("os.name"));
  }
}
