package io.onefold.schema.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.schema.Approval;
import io.onefold.schema.CanonicalJson;
import io.onefold.schema.Intent;
import io.onefold.schema.IntentRules;
import io.onefold.schema.InvalidIntentException;
import io.onefold.schema.InvalidIntentException.Kind;
import io.onefold.schema.OperationId;
import io.onefold.schema.PayloadHash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts one intent together. Destination, action and payload must be given; all else may stay away.
 * Not for several threads.
 */
public final class IntentBuilder {
  private final Intent intent = new Intent();
  private final Map<String, String> attributes = new TreeMap<>();
  private @Nullable String destination;
  private @Nullable String action;
  private @Nullable ByteBuffer payload;

  private IntentBuilder(OperationId id) {
    intent.setOperationId(id.value());
  }

  /**
   * Begins an intent. The ID must follow from the business action, so that a repeated action has
   * the same one: never a random value or the present time.
   */
  public static IntentBuilder of(OperationId id) {
    return new IntentBuilder(id);
  }

  /** The destination contract, with the account and environment that it names. */
  public IntentBuilder to(String destination, String account, String environment) {
    this.destination = destination;
    intent.setDestination(destination);
    intent.setAccount(account);
    intent.setEnvironment(environment);
    return this;
  }

  /** What is to be done there, for example {@code publish}; 1 to 100 characters. */
  public IntentBuilder action(String action) {
    this.action = action;
    intent.setAction(action);
    return this;
  }

  /**
   * The payload as JSON; kept in its canonical form (RFC 8785).
   *
   * @throws io.onefold.schema.InvalidJsonException if a value would be changed by that form
   */
  public IntentBuilder json(JsonNode json) {
    return bytes(CanonicalJson.bytesOf(json), "application/json");
  }

  /**
   * The payload as JSON text; kept in its canonical form (RFC 8785).
   *
   * @throws io.onefold.schema.InvalidJsonException if it is no JSON, names a field twice or has a
   *     value that would be changed by that form
   */
  public IntentBuilder json(String json) {
    return bytes(
        CanonicalJson.canonicalise(json.getBytes(StandardCharsets.UTF_8)), "application/json");
  }

  /** The exact payload, and its media type. The bytes are copied. */
  public IntentBuilder bytes(byte[] payload, String contentType) {
    this.payload = ByteBuffer.wrap(payload.clone());
    intent.setPayload(this.payload);
    intent.setContentType(contentType);
    return this;
  }

  /**
   * The decision that allows this payload.
   *
   * @param policy name and version of the policy that decided
   * @param by the person or system that decided
   * @param at when
   * @param approved the hash of the bytes that were decided on
   */
  public IntentBuilder approved(String policy, String by, Instant at, PayloadHash approved) {
    Approval approval = new Approval();
    approval.setPolicy(policy);
    approval.setDecision("APPROVED");
    approval.setBy(by);
    approval.setAtMs(at.toEpochMilli());
    approval.setPayloadHash(approved.value());
    intent.setApproval(approval);
    return this;
  }

  /** The team or person who answers for the operation. */
  public IntentBuilder owner(String owner) {
    intent.setOwner(owner);
    return this;
  }

  /** Not to be sent before this time; cut to milliseconds. */
  public IntentBuilder notBefore(Instant time) {
    intent.setNotBeforeMs(time.toEpochMilli());
    return this;
  }

  /** Not to be sent after this time; cut to milliseconds. */
  public IntentBuilder expiresAt(Instant time) {
    intent.setExpiresAtMs(time.toEpochMilli());
    return this;
  }

  /** When the business action happened, the same in every copy; cut to milliseconds. */
  public IntentBuilder issuedAt(Instant time) {
    intent.setIssuedAtMs(time.toEpochMilli());
    return this;
  }

  /** A value that contracts may use in addresses; the last one of a name counts. */
  public IntentBuilder attribute(String name, String value) {
    attributes.put(name, value);
    return this;
  }

  /**
   * The intent, which keeps to every rule.
   *
   * @throws InvalidIntentException naming the field, what is wrong and what is allowed; also where
   *     an approval was given for other bytes than the payload
   */
  public Intent build() {
    require("destination", destination);
    require("action", action);
    require("payload", payload);
    intent.setAttributes(new TreeMap<>(attributes));
    IntentRules.check(intent, IntentRules.DEFAULT_MAX_PAYLOAD_BYTES);
    checkApproval();
    return Intent.newBuilder(intent).build();
  }

  private void checkApproval() {
    if (intent.getApproval() == null) {
      return;
    }
    String approved = intent.getApproval().getPayloadHash();
    String actual = PayloadHash.ofBytes(intent.getPayload()).value();
    if (!approved.equals(actual)) {
      throw new InvalidIntentException(
          Kind.CONTRADICTION,
          "approval.payloadHash",
          "is " + approved + ", but the payload's hash is " + actual + "; both must be equal");
    }
  }

  private static void require(String field, @Nullable Object value) {
    if (value == null) {
      throw new InvalidIntentException(
          Kind.MISSING_FIELD, field, "is missing; every intent must have it");
    }
  }
}
