package io.onefold.connector.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * One effect.
 *
 * @param operation the reference it was written under
 * @param content what was sent, as JSON
 * @param committedAt from when it is stored; may lie ahead
 */
public record StoredItem(
    String id, String operation, String slug, JsonNode content, Instant committedAt) {}
