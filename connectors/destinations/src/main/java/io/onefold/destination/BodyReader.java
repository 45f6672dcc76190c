package io.onefold.destination;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads what a write carries. */
final class BodyReader {
  private static final String FORMS =
      "`payload` (the approved bytes), {json: …}, {form: …} or {text: …, content-type: …}";
  private static final Pattern CONTENT_TYPE =
      Pattern.compile("[A-Za-z0-9.+-]+/[A-Za-z0-9.+-]+(?:; ?[A-Za-z0-9-]+=[^;\\p{Cntrl}]+)*");
  private static final Template NOTHING = new Template("", Set.of());

  private BodyReader() {}

  static Optional<Body> read(YamlValue value) {
    if (!value.isMapping()) {
      return value
          .scalar(FORMS)
          .flatMap(
              text ->
                  text.equals("payload")
                      ? Optional.of(Body.PAYLOAD)
                      : value.wrong("`%s` must be %s".formatted(text, FORMS)));
    }
    YamlMapping in = value.mapping();
    Optional<YamlValue> json = in.get("json");
    Optional<YamlValue> form = in.get("form");
    Optional<YamlValue> text = in.get("text");
    long forms = List.of(json, form, text).stream().filter(Optional::isPresent).count();
    if (forms != 1) {
      value.mistake(
          "needs exactly one of json, form and text, but has %s; a part that a preset brings is"
              .concat(" removed with `json: null`")
              .formatted(forms == 0 ? "none" : forms));
    }
    Body body =
        json.<Body>map(root -> new Body.Json(node(root)))
            .or(() -> form.map(BodyReader::form))
            .orElseGet(() -> text(in, text));
    in.noOtherKeys();
    return Optional.of(body);
  }

  private static Body form(YamlValue value) {
    Map<String, Template> fields = new LinkedHashMap<>();
    Map<String, YamlValue> entries = value.mapping().entries();
    if (value.isMapping() && entries.isEmpty()) {
      value.wrong("is empty; it needs at least one field");
    }
    entries.forEach((name, field) -> fields.put(name, template(field)));
    return new Body.Form(fields);
  }

  private static Body text(YamlMapping in, Optional<YamlValue> text) {
    String type = in.get("content-type", BodyReader::contentType, "text/plain; charset=utf-8");
    boolean crlf =
        in.get("line-ends", v -> v.choice(Map.of("as-written", false, "crlf", true)), false);
    Template template = text.map(BodyReader::template).orElse(NOTHING);
    boolean built =
        !template.variables().isEmpty() && BodyTemplate.wholeVariable(template).isEmpty();
    Optional<String> better = built ? betterForm(type) : Optional.empty();
    if (text.isPresent() && better.isPresent()) {
      text.get().mistake(wrongForm(type, better.get()));
    }
    return new Body.Text(
        type,
        crlf
            ? new Template(
                template.text().replace("\r\n", "\n").replace("\n", "\r\n"),
                template.variables(),
                template.where())
            : template);
  }

  /** The form that keeps a value inside its place where a text of that type would not. */
  private static Optional<String> betterForm(String contentType) {
    String type = contentType.toLowerCase(Locale.ROOT).split(";", 2)[0].strip();
    if (type.equals("application/json") || type.endsWith("+json")) {
      return Optional.of("json");
    }
    return type.equals("application/x-www-form-urlencoded")
        ? Optional.of("form")
        : Optional.empty();
  }

  private static String wrongForm(String contentType, String form) {
    return "must not build %s out of pieces of text: a value could add members of its own; write it as `%s`"
        .formatted(contentType.split(";", 2)[0].strip(), form);
  }

  private static Optional<String> contentType(YamlValue value) {
    String what = "a media type, such as text/calendar; charset=utf-8";
    return value
        .text(what)
        .flatMap(
            text ->
                CONTENT_TYPE.matcher(text).matches()
                    ? Optional.of(text)
                    : value.wrong("`%s` must be %s".formatted(text, what)));
  }

  private static BodyNode node(YamlValue value) {
    if (value.isMapping()) {
      Map<String, BodyNode> members = new LinkedHashMap<>();
      value.mapping().entries().forEach((name, member) -> members.put(name, node(member)));
      return new BodyNode.Members(members);
    }
    if (value.isSequence()) {
      List<BodyNode> elements = new ArrayList<>();
      value.list("values").forEach(element -> elements.add(node(element)));
      return new BodyNode.Elements(elements);
    }
    if (value.isNull()) {
      return new BodyNode.Null();
    }
    if (value.tag().equals(Tag.BOOL)) {
      return new BodyNode.Flag(value.bool().orElse(false));
    }
    if (value.tag().equals(Tag.INT) || value.tag().equals(Tag.FLOAT)) {
      return new BodyNode.Numeric(Expectations.decimal(value).orElse(BigDecimal.ZERO));
    }
    return new BodyNode.Text(template(value));
  }

  private static Template template(YamlValue value) {
    return TemplateReader.body(value).orElse(NOTHING);
  }

  /** The templates of a body, in the order of the file. */
  static List<Template> templates(Body body) {
    List<Template> templates = new ArrayList<>();
    switch (body) {
      case Body.Payload approved -> {}
      case Body.Json json -> collect(json.root(), templates);
      case Body.Form form -> templates.addAll(form.fields().values());
      case Body.Text text -> templates.add(text.template());
    }
    return templates;
  }

  /** True for a member that is left out where one of its variables has no value. */
  static boolean isOptional(String name) {
    return name.endsWith("?") && !name.endsWith("??");
  }

  /** The name as it is sent. */
  static String name(String written) {
    return written.endsWith("?") ? written.substring(0, written.length() - 1) : written;
  }

  static List<Template> templates(BodyNode node) {
    List<Template> templates = new ArrayList<>();
    collect(node, templates);
    return templates;
  }

  private static void collect(BodyNode node, List<Template> templates) {
    switch (node) {
      case BodyNode.Text text -> templates.add(text.template());
      case BodyNode.Members object ->
          object.members().values().forEach(member -> collect(member, templates));
      case BodyNode.Elements array ->
          array.elements().forEach(element -> collect(element, templates));
      case BodyNode.Numeric number -> {}
      case BodyNode.Flag flag -> {}
      case BodyNode.Null nothing -> {}
    }
  }

  /** The template that stands at a JSON Pointer of the body; empty if there is none. */
  static Optional<Template> at(Body body, String pointer) {
    List<String> steps =
        List.of(pointer.substring(1).split("/", -1)).stream()
            .map(step -> step.replace("~1", "/").replace("~0", "~"))
            .toList();
    return switch (body) {
      case Body.Payload approved -> Optional.empty();
      case Body.Text text -> Optional.empty();
      case Body.Form form ->
          steps.size() == 1
              ? Optional.ofNullable(form.fields().get(steps.get(0)))
              : Optional.empty();
      case Body.Json json -> at(json.root(), steps);
    };
  }

  private static Optional<Template> at(BodyNode node, List<String> steps) {
    if (steps.isEmpty()) {
      return node instanceof BodyNode.Text text ? Optional.of(text.template()) : Optional.empty();
    }
    return node instanceof BodyNode.Members object && object.members().containsKey(steps.get(0))
        ? at(object.members().get(steps.get(0)), steps.subList(1, steps.size()))
        : Optional.empty();
  }
}
