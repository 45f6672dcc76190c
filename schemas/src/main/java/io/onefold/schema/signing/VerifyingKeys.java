package io.onefold.schema.signing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of which any may have signed, each once, in the order given. */
public final class VerifyingKeys {
  private final Map<String, VerifyingKey> byId = new LinkedHashMap<>();

  private VerifyingKeys(Collection<VerifyingKey> keys) {
    keys.forEach(key -> byId.putIfAbsent(key.id(), key));
  }

  /** These keys. */
  public static VerifyingKeys of(Collection<VerifyingKey> keys) {
    return new VerifyingKeys(keys);
  }

  /** No key: whoever checks with it finds no signature valid. */
  public static VerifyingKeys none() {
    return of(List.of());
  }

  /** The key of this ID. */
  public Optional<VerifyingKey> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** All of them. */
  public List<VerifyingKey> all() {
    return List.copyOf(byId.values());
  }

  /** Their IDs, for a sentence; {@code none} if there is no key. */
  public String ids() {
    return byId.isEmpty() ? "none" : String.join(", ", byId.keySet());
  }

  /** The keys as a JWK Set (RFC 7517). */
  public ObjectNode jwks() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode array = json.putArray("keys");
    byId.values().forEach(key -> array.add(key.jwk()));
    return json;
  }
}
