package io.onefold.connector.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.destination.SecretResolver;
import io.onefold.destination.Secrets;
import io.onefold.destination.Template;
import io.onefold.destination.TemplateExpander;
import io.onefold.destination.Variables;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Fills the templates of a contract for one operation, and remembers the secrets that this took.
 * Used by one thread.
 */
final class OperationTexts {
  private final Masker masker;
  private final TemplateExpander expander;
  private final byte[] payload;
  private Variables variables;
  private boolean payloadRead;

  private OperationTexts(SecretResolver secrets, Variables variables, byte[] payload) {
    this.masker = new Masker(secrets);
    this.expander = new TemplateExpander(new Secrets(masker));
    this.variables = variables;
    this.payload = payload;
  }

  /**
   * Texts of an operation with the given values; {@code payload} is read only if a template needs
   * it.
   */
  static OperationTexts of(
      SecretResolver secrets,
      String operationId,
      Map<String, String> attributes,
      byte[] payload,
      Map<String, Optional<String>> more) {
    Map<String, Object> values = new TreeMap<>();
    values.put("operationId", operationId);
    values.put("attributes", attributes);
    more.forEach((name, value) -> value.ifPresent(text -> values.put(name, text)));
    return new OperationTexts(secrets, new Variables(values), payload);
  }

  Masker masker() {
    return masker;
  }

  /** From now on with one more variable. */
  void set(String name, String value) {
    variables = variables.with(name, value);
  }

  URI url(Template template) {
    masker.inHeader(false);
    return URI.create(expander.url(template, variablesFor(template)));
  }

  /**
   * An address with stand-ins for its variables, which stand after the host: good for its origin.
   */
  URI sample(Template address) {
    masker.inHeader(false);
    Map<String, Object> stand = new TreeMap<>();
    address.variables().forEach(name -> stand.put(name, "1"));
    return URI.create(expander.url(address, new Variables(stand)));
  }

  /** A header value or key, as it is. */
  String text(Template template) {
    masker.inHeader(true);
    return expander.text(template, variablesFor(template));
  }

  /**
   * Headers of a request: those of the contract, those of the call, and what is usual where neither
   * says it.
   */
  Map<String, String> headers(Map<String, Template> contract, Map<String, Template> call) {
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.put("Accept", "application/json");
    headers.put("User-Agent", "onefold");
    contract.forEach((name, value) -> headers.put(name, text(value)));
    call.forEach((name, value) -> headers.put(name, text(value)));
    headers.put("Accept-Encoding", "identity");
    return headers;
  }

  private Variables variablesFor(Template template) {
    boolean needsPayload =
        template.variables().stream().anyMatch(name -> name.startsWith("payload"));
    if (needsPayload && !payloadRead) {
      payloadRead = true;
      Optional<JsonNode> json = Json.parse(payload);
      json.flatMap(Json::plain).ifPresent(value -> variables = variables.with("payload", value));
    }
    return variables;
  }
}
