package io.onefold.schema;

import io.onefold.schema.InvalidIntentException.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What every intent must keep to, whichever way it came: as JSON, or as Avro straight to the topic.
 */
public final class IntentRules {
  /** The largest payload unless configured otherwise: 900 KiB. */
  public static final int DEFAULT_MAX_PAYLOAD_BYTES = 900 * 1024;

  static final int MAX_ATTRIBUTES = 50;
  static final int MAX_ATTRIBUTE_NAME = 100;
  static final int MAX_ATTRIBUTE_VALUE = 1000;

  /** With a payload of 900 KiB the whole record then stays below Kafka's usual limit of 1 MiB. */
  static final int MAX_ATTRIBUTES_BYTES = 64 * 1024;

  private static final int MAX_NAME = 200;
  private static final int MAX_ACTION = 100;
  private static final int MAX_MEDIA_TYPE = 200;
  private static final Pattern ATTRIBUTE_NAME = Pattern.compile("[A-Za-z0-9_.-]+");

  // RFC 9110 section 8.3.1: type/subtype, then parameters with a token or a quoted string.
  private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
  private static final Pattern MEDIA_TYPE =
      Pattern.compile(
          TOKEN + "/" + TOKEN + "( *; *" + TOKEN + "=(" + TOKEN + "|\"[ !#-\\[\\]-~]*\"))*");

  private IntentRules() {}

  /**
   * Checks an intent.
   *
   * @param maxPayloadBytes the largest payload, in bytes
   * @throws InvalidIntentException naming the field, what is wrong and what is allowed
   */
  public static void check(Intent intent, int maxPayloadBytes) {
    checkOperationId(intent.getOperationId());
    checkText("destination", intent.getDestination(), MAX_NAME);
    checkText("account", intent.getAccount(), MAX_NAME);
    checkText("environment", intent.getEnvironment(), MAX_NAME);
    checkText("action", intent.getAction(), MAX_ACTION);
    checkPayload(intent.getPayload(), maxPayloadBytes);
    checkMediaType(intent.getContentType());
    if (intent.getApproval() != null) {
      checkApproval(intent.getApproval());
    }
    if (intent.getOwner() != null) {
      checkText("owner", intent.getOwner(), MAX_NAME);
    }
    checkTimes(intent);
    checkAttributes(intent.getAttributes());
  }

  private static void checkOperationId(String id) {
    OperationId.problemOf(id)
        .ifPresent(
            problem -> {
              throw bad("operationId", problem);
            });
  }

  /** The limit is for the plain payload: a sealed one is longer than what was allowed. */
  private static void checkPayload(ByteBuffer payload, int maxPlainBytes) {
    int maxPayloadBytes =
        maxPlainBytes + (SealedPayload.is(payload) ? SealedPayload.OVERHEAD_BYTES : 0);
    int bytes = payload.remaining();
    SealedPayload.problemOf(payload)
        .ifPresent(
            problem -> {
              throw bad("payload", problem);
            });
    if (bytes == 0) {
      throw bad("payload", "is empty; it must have at least one byte");
    }
    if (bytes > maxPayloadBytes) {
      throw new InvalidIntentException(
          Kind.TOO_LARGE,
          "payload",
          "is " + bytes + " bytes large; allowed are at most " + maxPayloadBytes + " bytes");
    }
  }

  private static void checkMediaType(String mediaType) {
    checkText("contentType", mediaType, MAX_MEDIA_TYPE);
    if (!MEDIA_TYPE.matcher(mediaType).matches()) {
      throw bad(
          "contentType",
          "is "
              + PrintableText.quote(mediaType)
              + "; allowed is a media type, for example text/plain; charset=utf-8");
    }
  }

  private static void checkApproval(Approval approval) {
    checkText("approval.policy", approval.getPolicy(), MAX_NAME);
    String decision = approval.getDecision();
    if (!decision.equals("APPROVED") && !decision.equals("DENIED")) {
      throw bad(
          "approval.decision",
          "is " + PrintableText.quote(decision) + "; allowed are APPROVED and DENIED");
    }
    checkText("approval.by", approval.getBy(), MAX_NAME);
    PayloadHash.problemOf(approval.getPayloadHash())
        .ifPresent(
            problem -> {
              throw bad("approval.payloadHash", problem);
            });
  }

  private static void checkTimes(Intent intent) {
    Long notBefore = intent.getNotBeforeMs();
    Long expiresAt = intent.getExpiresAtMs();
    if (notBefore != null && expiresAt != null && expiresAt <= notBefore) {
      throw bad(
          "expiresAt",
          "is "
              + Rfc3339.format(expiresAt)
              + "; it must be later than notBefore, "
              + Rfc3339.format(notBefore));
    }
  }

  private static void checkAttributes(Map<String, String> attributes) {
    if (attributes.size() > MAX_ATTRIBUTES) {
      throw bad(
          "attributes",
          "has " + attributes.size() + " entries; allowed are at most " + MAX_ATTRIBUTES);
    }
    int bytes = 0;
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      checkAttribute(attribute.getKey(), attribute.getValue());
      bytes += attribute.getKey().length();
      bytes += attribute.getValue().getBytes(StandardCharsets.UTF_8).length;
    }
    if (bytes > MAX_ATTRIBUTES_BYTES) {
      throw bad(
          "attributes",
          "is " + bytes + " bytes large; allowed are at most " + MAX_ATTRIBUTES_BYTES + " bytes");
    }
  }

  private static void checkAttribute(String name, String value) {
    String field = "attributes." + name;
    if (name.length() > MAX_ATTRIBUTE_NAME || !ATTRIBUTE_NAME.matcher(name).matches()) {
      throw bad(
          field,
          "has a name that is not allowed; allowed are 1 to "
              + MAX_ATTRIBUTE_NAME
              + " characters of A-Z a-z 0-9 _ . -");
    }
    checkCharacters(field, value);
    checkLength(field, value, MAX_ATTRIBUTE_VALUE);
  }

  private static void checkText(String field, String text, int maxLength) {
    if (text.isBlank()) {
      throw bad(field, "is blank; allowed are 1 to " + maxLength + " characters");
    }
    checkCharacters(field, text);
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        throw bad(
            field,
            "contains the control character "
                + PrintableText.codePoint(text.charAt(i))
                + " at position "
                + (i + 1)
                + "; allowed is one line of text");
      }
    }
    checkLength(field, text, maxLength);
  }

  private static void checkLength(String field, String text, int maxLength) {
    int length = text.codePointCount(0, text.length());
    if (length > maxLength) {
      throw bad(field, "is " + length + " characters long; allowed are at most " + maxLength);
    }
  }

  // Encoding half a surrogate pair would silently make a question mark of it.
  static void checkCharacters(String field, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (StrictJson.isLoneSurrogate(text, i)) {
        throw bad(
            field,
            "contains half a surrogate pair "
                + PrintableText.codePoint(text.charAt(i))
                + " at position "
                + (i + 1)
                + ", which UTF-8 cannot carry");
      }
    }
  }

  private static InvalidIntentException bad(String field, String problem) {
    return new InvalidIntentException(Kind.BAD_VALUE, field, problem);
  }
}
