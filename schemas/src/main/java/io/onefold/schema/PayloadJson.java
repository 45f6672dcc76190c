package io.onefold.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.InvalidIntentException.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The payload of an intent in its three JSON forms, of which an intent has exactly one. */
record PayloadJson(ByteBuffer bytes, String contentType) {
  private static final String JSON = "application/json";
  private static final List<String> FORMS = List.of("payload", "payloadText", "payloadBase64");
  private static final Pattern OTHER_CHARSET =
      Pattern.compile(";\\s*charset=(?!\"?utf-8\"?\\s*(;|$))", Pattern.CASE_INSENSITIVE);

  static PayloadJson read(JsonFields fields) {
    List<String> present = FORMS.stream().filter(fields::has).toList();
    if (present.isEmpty()) {
      throw new InvalidIntentException(
          Kind.MISSING_FIELD,
          "payload",
          "is missing; exactly one of payload, payloadText and payloadBase64 is needed");
    }
    if (present.size() > 1) {
      throw new InvalidIntentException(
          Kind.CONTRADICTION,
          present.get(1),
          "excludes "
              + present.get(0)
              + "; exactly one of payload, payloadText and payloadBase64 is allowed");
    }
    return switch (present.get(0)) {
      case "payload" -> json(fields);
      case "payloadText" -> text(fields);
      default -> base64(fields);
    };
  }

  /** Writes the most readable form that reads back as the same bytes. */
  static void render(Intent intent, ObjectNode json) {
    byte[] bytes = bytesOf(intent.getPayload());
    if (intent.getContentType().equals(JSON)) {
      Optional<JsonNode> payload = canonical(bytes);
      if (payload.isPresent()) {
        json.set("payload", payload.get());
        return;
      }
    }
    try {
      if (!OTHER_CHARSET.matcher(intent.getContentType()).find()) {
        json.put(
            "payloadText",
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
      } else {
        json.put("payloadBase64", Base64.getEncoder().encodeToString(bytes));
      }
    } catch (CharacterCodingException e) {
      json.put("payloadBase64", Base64.getEncoder().encodeToString(bytes));
    }
    json.put("contentType", intent.getContentType());
  }

  private static PayloadJson json(JsonFields fields) {
    String contentType = fields.optionalText("contentType").orElse(JSON);
    if (!contentType.toLowerCase(Locale.ROOT).equals(JSON)) {
      throw new InvalidIntentException(
          Kind.CONTRADICTION,
          "contentType",
          "is "
              + PrintableText.quote(contentType)
              + "; with payload it must be left out or application/json; other types need"
              + " payloadText or payloadBase64");
    }
    try {
      return new PayloadJson(
          ByteBuffer.wrap(CanonicalJson.bytesOf(fields.required("payload"))), JSON);
    } catch (InvalidJsonException e) {
      throw new InvalidIntentException(
          Kind.BAD_VALUE, "payload" + e.pointer(), "cannot be sent: " + e.getMessage());
    }
  }

  private static PayloadJson text(JsonFields fields) {
    String text = fields.text("payloadText");
    IntentRules.checkCharacters("payloadText", text);
    String contentType = contentType(fields, "payloadText");
    if (OTHER_CHARSET.matcher(contentType).find()) {
      throw new InvalidIntentException(
          Kind.CONTRADICTION,
          "contentType",
          "is "
              + PrintableText.quote(contentType)
              + ", but payloadText is sent as UTF-8; other character sets need payloadBase64");
    }
    return new PayloadJson(
        notEmpty("payloadText", text.getBytes(StandardCharsets.UTF_8)), contentType);
  }

  private static PayloadJson base64(JsonFields fields) {
    String text = fields.text("payloadBase64");
    String contentType = contentType(fields, "payloadBase64");
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      // Two texts for one value would make a duplicate look like a conflict to whoever compares.
      if (!Base64.getEncoder().encodeToString(bytes).equals(text)) {
        throw new IllegalArgumentException("padding is missing or unused bits are set");
      }
      return new PayloadJson(notEmpty("payloadBase64", bytes), contentType);
    } catch (IllegalArgumentException e) {
      if (e instanceof InvalidIntentException invalid) {
        throw invalid;
      }
      throw new InvalidIntentException(
          Kind.BAD_VALUE,
          "payloadBase64",
          "is not base64: "
              + e.getMessage()
              + "; allowed is RFC 4648 section 4 with padding: A-Z a-z 0-9 + / =");
    }
  }

  private static String contentType(JsonFields fields, String form) {
    return fields
        .optionalText("contentType")
        .orElseThrow(
            () ->
                new InvalidIntentException(
                    Kind.MISSING_FIELD,
                    "contentType",
                    "is missing; it is needed with "
                        + form
                        + ", for example text/plain; charset=utf-8"));
  }

  private static ByteBuffer notEmpty(String field, byte[] bytes) {
    if (bytes.length == 0) {
      throw new InvalidIntentException(
          Kind.BAD_VALUE, field, "is empty; it must have at least one byte");
    }
    return ByteBuffer.wrap(bytes);
  }

  private static Optional<JsonNode> canonical(byte[] bytes) {
    try {
      JsonNode json = StrictJson.read(bytes);
      return Arrays.equals(CanonicalJson.bytesOf(json), bytes)
          ? Optional.of(json)
          : Optional.empty();
    } catch (InvalidJsonException e) {
      return Optional.empty();
    }
  }

  private static byte[] bytesOf(ByteBuffer payload) {
    byte[] bytes = new byte[payload.remaining()];
    payload.duplicate().get(bytes);
    return bytes;
  }
}
