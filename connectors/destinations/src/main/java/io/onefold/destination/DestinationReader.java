package io.onefold.destination;

import io.onefold.destination.Destination.Absence;
import io.onefold.destination.Destination.Verification;
import io.onefold.destination.HttpContract.Items;
import io.onefold.destination.HttpContract.Readback;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads one destination. */
final class DestinationReader {
  static final Pattern LABEL = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");

  private static final String HTTP = "http";
  private static final String DEFAULT_POOL = "default";
  private static final int LONGEST_ACCOUNT = 200;
  private static final int MOST_CONFIRMATIONS = 10;
  private static final String LABEL_RULE =
      "a name of lower-case letters, digits and inner hyphens, at most 63 characters";

  private final YamlMapping in;
  private final String name;
  private final Policy defaults;

  private DestinationReader(YamlMapping in, String name, Policy defaults) {
    this.in = in;
    this.name = name;
    this.defaults = defaults;
  }

  /**
   * The destination as far as it can be read; it is to be used only if the pass recorded no
   * mistake.
   */
  static Destination read(YamlValue value, String name, Policy defaults) {
    DestinationReader reader = new DestinationReader(value.mapping(), name, defaults);
    Destination destination = reader.read();
    ContractChecks.check(reader.in, destination);
    return destination;
  }

  private Destination read() {
    Optional<String> preset = in.get("preset").flatMap(value -> value.text("a preset"));
    in.get("parameters");
    in.refuse("rate", "goes into `limits: {rate: 10/s}`; a 429 answer is obeyed without it");
    in.refuse("oauth", "is called `auth: {oauth2: …}`");
    String connector = label("connector", "which connector of the workers serves it");
    checkIsKnown(connector);
    String account = party("account");
    String environment = party("environment");
    String pool = in.get("pool", DestinationReader::labelText, DEFAULT_POOL);
    Optional<String> operationIds =
        in.get("operation-ids").flatMap(DestinationReader::regularExpression);
    boolean approval =
        in.get("approval", v -> v.choice(Map.of("required", true, "not-required", false)), true);
    Verification verification =
        in.get("verification", v -> v.choice(verifications()), Verification.READBACK);
    Policy policy = PolicyReader.read(in, defaults);
    Optional<MailContract> mail =
        connector.equals(MailReader.CONNECTOR)
            ? Optional.of(MailReader.read(in))
            : Optional.empty();
    HttpContract http =
        mail.map(servers -> MailReader.calls(in, name, servers))
            .orElseGet(() -> http(connector, verification));
    // A mailbox that shows nothing says little: the mail may wait in a queue.
    Absence absence = absence(mail.isPresent() ? List.of() : http.readback());
    Limits limits = in.get("limits").map(AccessReader::limits).orElse(Limits.NONE);
    List<Preset.Sample> samples = in.get("samples").map(SampleReader::samples).orElse(List.of());
    in.noOtherKeys();
    return new Destination(
        name,
        preset,
        connector,
        account,
        environment,
        pool,
        operationIds,
        approval,
        verification,
        policy.lease(),
        policy.settle(),
        policy.attempts(),
        policy.readbacks(),
        policy.offers(),
        limits,
        policy.dedupeWindow(),
        absence,
        http,
        mail,
        attributes(http),
        samples,
        "");
  }

  private static Map<String, Verification> verifications() {
    return Words.of(Verification.values(), Function.identity());
  }

  private void checkIsKnown(String connector) {
    Set<String> known = in.value().reading().connectors();
    if (!connector.isEmpty() && !known.isEmpty() && !known.contains(connector)) {
      in.get("connector")
          .ifPresent(
              value ->
                  value.wrong(
                      "no worker here has a connector `%s`%s; there are %s"
                          .formatted(
                              connector,
                              Suggestion.of(connector, known),
                              String.join(", ", new TreeSet<>(known)))));
    }
  }

  private String label(String key, String what) {
    return in.need(key, what).flatMap(DestinationReader::labelText).orElse("");
  }

  private static Optional<String> labelText(YamlValue value) {
    return value
        .text(LABEL_RULE)
        .flatMap(
            text ->
                LABEL.matcher(text).matches()
                    ? Optional.of(text)
                    : value.wrong("`%s` must be %s".formatted(text, LABEL_RULE)));
  }

  private static Optional<String> regularExpression(YamlValue value) {
    return Expectations.regularExpression(
        value, "a regular expression that a whole operation ID must match");
  }

  // Compared with every intent, letter by letter.
  private String party(String key) {
    String what = "the %s that every intent must name".formatted(key);
    return in.need(key, what)
        .flatMap(
            value ->
                value
                    .resolvedText(what)
                    .flatMap(
                        text ->
                            text.length() <= LONGEST_ACCOUNT && text.equals(text.strip())
                                ? Optional.of(text)
                                : value.wrong(
                                    "must be at most %d characters without blanks at its ends"
                                        .formatted(LONGEST_ACCOUNT))))
        .orElse("");
  }

  private HttpContract http(String connector, Verification verification) {
    Optional<YamlValue> key = in.get("idempotency");
    TemplateScope common = in.has("identity") ? TemplateScope.DESTINATION : TemplateScope.OPERATION;
    return new HttpContract(
        TemplateReader.headers(in, common),
        send(connector, key),
        key.flatMap(KeyReader::read),
        in.get("identity").map(ItemReader::identity),
        readback(connector, verification),
        in.get("item").map(ItemReader::item).orElse(ItemReader.NONE),
        in.get("job").map(ItemReader::job),
        in.get("auth").flatMap(AccessReader::auth),
        in.get("tls").map(AccessReader::tls),
        in.get("egress").map(AccessReader::egress).orElse(Egress.NONE));
  }

  private HttpContract.Send send(String connector, Optional<YamlValue> key) {
    boolean needed = connector.equals(HTTP);
    Optional<YamlValue> send =
        needed ? in.need("send", "the request that does the write") : in.get("send");
    TemplateScope scope =
        KeyReader.pathVariable(key)
            .map(TemplateScope.OPERATION::with)
            .orElse(TemplateScope.OPERATION);
    return send.map(value -> SendReader.read(value.mapping(), scope))
        .orElseGet(
            () ->
                new HttpContract.Send(
                    "POST",
                    ownWay(connector, name),
                    SendReader.DEFAULT_TIMEOUT,
                    Map.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Body.PAYLOAD));
  }

  // A connector with its own ways is taken to read back too, unless the contract says otherwise.
  private List<Readback> readback(String connector, Verification verification) {
    boolean http = connector.isEmpty() || connector.equals(HTTP);
    Optional<YamlValue> declared = in.get("readback");
    if (http || declared.filter(value -> !value.isEmptyList()).isPresent()) {
      return declared.map(ReadbackReader::read).orElse(List.of());
    }
    boolean none = declared.isPresent() || verification == Verification.PROVIDER_ACK;
    return none ? List.of() : List.of(ownReadback(connector, name));
  }

  static Readback ownReadback(String connector, String name) {
    return new Readback(
        Readback.By.REFERENCE,
        ownWay(connector, name),
        Map.of(),
        Items.WHOLE,
        Optional.empty(),
        List.of(),
        false,
        Optional.empty());
  }

  /** Stands for an address where a connector needs none; no HTTP client will call it. */
  static Template ownWay(String connector, String name) {
    return new Template(connector + ":" + name, Set.of());
  }

  private Absence absence(List<Readback> readbacks) {
    boolean searches =
        readbacks.stream()
            .anyMatch(r -> r.by() == Readback.By.REFERENCE || r.by() == Readback.By.LIST);
    Absence otherwise = new Absence(searches, Absence.After.REPORT, 1);
    return in.get("absence")
        .map(
            value -> {
              YamlMapping absence = value.mapping();
              Absence read =
                  new Absence(
                      absence.get("proof", YamlValue::bool, otherwise.proof()),
                      absence.get("after", v -> v.choice(afters()), otherwise.after()),
                      absence.get(
                          "confirmations",
                          v -> v.integer(1, MOST_CONFIRMATIONS),
                          otherwise.confirmations()));
              absence.noOtherKeys();
              return read;
            })
        .orElse(otherwise);
  }

  private static Map<String, Absence.After> afters() {
    return Words.of(Absence.After.values(), Function.identity());
  }

  private static Set<String> attributes(HttpContract http) {
    Set<String> attributes = new TreeSet<>();
    List<Template> templates = new ArrayList<>(ContractTemplates.of(http));
    templates.addAll(BodyReader.templates(http.send().body()));
    for (Template template : templates) {
      template.variables().stream()
          .map(TemplateScope::attribute)
          .filter(attribute -> !attribute.isEmpty())
          .forEach(attributes::add);
    }
    return attributes;
  }
}
