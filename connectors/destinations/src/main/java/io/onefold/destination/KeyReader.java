package io.onefold.destination;

import io.onefold.destination.HttpContract.Idempotency;
import io.onefold.destination.HttpContract.Idempotency.Place;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads how the destination recognises a repeated write. */
final class KeyReader {
  private static final int DEFAULT_LENGTH = 255;
  private static final int MOST_LENGTH = 1024;
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");
  private static final Pattern PARAMETER = Pattern.compile("[A-Za-z0-9._~-]+");
  private static final Set<String> INTENT = Set.of("attributes", "payload");

  private KeyReader() {}

  /** The variable of the send address that stands for the key; empty if the key goes elsewhere. */
  static Optional<String> pathVariable(Optional<YamlValue> idempotency) {
    return idempotency
        .filter(YamlValue::isMapping)
        .map(YamlValue::mapping)
        .flatMap(in -> in.get("path"))
        .filter(YamlValue::isScalar)
        .flatMap(value -> value.scalar(""))
        .filter(name -> VARIABLE.matcher(name).matches());
  }

  static Optional<Idempotency> read(YamlValue value) {
    YamlMapping in = value.mapping();
    Optional<Target> target = target(in);
    Template template =
        in.get("value", KeyReader::template, new Template("{operationId}", Set.of("operationId")));
    int length = in.get("max-length", v -> v.integer(1, MOST_LENGTH), DEFAULT_LENGTH);
    boolean quoted = in.get("quoted", YamlValue::bool, false);
    Duration window = in.get("window", KeyReader::window, Duration.ZERO);
    boolean safeReplay = in.get("safe-replay", YamlValue::bool, false);
    List<Integer> inFlight = in.get("in-flight", Expectations::statuses, List.of());
    List<Integer> mismatch = in.get("mismatch", Expectations::statuses, List.of());
    in.noOtherKeys();
    if (quoted && target.isPresent() && target.get().place() != Place.HEADER) {
      in.get("quoted").ifPresent(v -> v.mistake("only a header can be quoted"));
    }
    return target.map(
        t ->
            new Idempotency(
                t.place(),
                t.name(),
                template,
                length,
                quoted,
                window,
                safeReplay,
                inFlight,
                mismatch));
  }

  private record Target(Place place, String name) {}

  private static Optional<Target> target(YamlMapping in) {
    Optional<Target> target = Optional.empty();
    int places = 0;
    for (Place place : Place.values()) {
      Optional<YamlValue> name = in.get(Words.of(place));
      if (name.isPresent()) {
        places++;
        target = name(place, name.get()).map(text -> new Target(place, text));
      }
    }
    if (places != 1 && in.value().isMapping()) {
      in.value()
          .mistake(
              "needs exactly one of header, body-field, query and path, but has "
                  + (places == 0 ? "none" : "" + places));
      return Optional.empty();
    }
    return target;
  }

  private static Optional<String> name(Place place, YamlValue value) {
    return switch (place) {
      case HEADER -> value.text("a header name").map(name -> header(value, name));
      case BODY_FIELD ->
          value
              .pointer()
              .flatMap(
                  pointer ->
                      pointer.isEmpty()
                          ? value.wrong("must name a field of the body, such as `/id`")
                          : Optional.of(pointer));
      case QUERY -> matching(value, PARAMETER, "the name of a query parameter");
      case PATH ->
          matching(
                  value,
                  VARIABLE,
                  "a name of letters, digits and _, which `send.url` uses in braces")
              .flatMap(
                  name ->
                      TemplateScope.ANYWHERE.contains(name) || INTENT.contains(name)
                          ? value.wrong(
                              "`%s` already has a meaning; choose another name".formatted(name))
                          : Optional.of(name));
    };
  }

  private static String header(YamlValue value, String name) {
    TemplateReader.headerName(value, name);
    return name;
  }

  private static Optional<String> matching(YamlValue value, Pattern form, String what) {
    return value
        .text(what)
        .flatMap(
            text ->
                form.matcher(text).matches()
                    ? Optional.of(text)
                    : value.wrong("`%s` must be %s".formatted(text, what)));
  }

  private static Optional<Template> template(YamlValue value) {
    Optional<Template> template =
        TemplateReader.text(value, "a template such as \"{operationId}\"", TemplateScope.KEY);
    if (template.isPresent() && template.get().variables().isEmpty()) {
      return value.wrong("is the same for every operation; use a variable such as {operationId}");
    }
    if (template.isPresent() && !template.get().secrets().isEmpty()) {
      return value.wrong("must not hold a secret: the key is written to the journal");
    }
    return template;
  }

  // Unknown counts as no time at all: such a key is sent and never relied on.
  private static Optional<Duration> window(YamlValue value) {
    boolean unknown = value.isScalar() && value.scalar("").filter("unknown"::equals).isPresent();
    return unknown
        ? Optional.of(Duration.ZERO)
        : value.duration(Duration.ZERO, Duration.ofDays(36_500));
  }
}
