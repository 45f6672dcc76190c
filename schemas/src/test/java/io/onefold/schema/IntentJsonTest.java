package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.InvalidIntentException.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntentJsonTest {
  private static final String FULL =
      """
      {
        "operationId": "campaign-2026-10-31|website|launch-post",
        "destination": "blog", "account": "acme-editorial", "environment": "production",
        "action": "publish",
        "payload": {"title": "Launch", "content": "…", "slug": "launch-post"},
        "approval": {"policy": "editorial-v3", "decision": "APPROVED", "by": "j.doe",
                     "at": "2026-10-30T10:00:00Z",
                     "payloadHash": "sha256:%s"},
        "owner": "marketing-ops",
        "notBefore": "2026-10-31T08:00:00Z", "expiresAt": "2026-11-01T08:00:00Z",
        "attributes": {"slug": "launch-post", "a.b-c_1": ""},
        "issuedAt": "2026-10-30T10:01:00.250Z"
      }
      """
          .formatted("0a".repeat(32));

  private final IntentJson intents = new IntentJson();

  private Intent parse(String json) {
    return intents.parse(json.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(ByteBuffer bytes) {
    return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
  }

  private static String withPayload(String payload) {
    return "{\"operationId\":\"a\",\"destination\":\"b\",\"account\":\"c\",\"environment\":\"d\","
        + "\"action\":\"e\","
        + payload
        + "}";
  }

  @Test
  void shouldCarryEveryFieldWhenTheIntentIsComplete() {
    Intent intent = parse(FULL);

    assertEquals("campaign-2026-10-31|website|launch-post", intent.getOperationId());
    assertEquals("blog", intent.getDestination());
    assertEquals("acme-editorial", intent.getAccount());
    assertEquals("production", intent.getEnvironment());
    assertEquals("publish", intent.getAction());
    assertEquals(
        "{\"content\":\"…\",\"slug\":\"launch-post\",\"title\":\"Launch\"}",
        text(intent.getPayload()));
    assertEquals("application/json", intent.getContentType());
    assertEquals("editorial-v3", intent.getApproval().getPolicy());
    assertEquals("APPROVED", intent.getApproval().getDecision());
    assertEquals("j.doe", intent.getApproval().getBy());
    assertEquals(
        Instant.parse("2026-10-30T10:00:00Z").toEpochMilli(), intent.getApproval().getAtMs());
    assertEquals("sha256:" + "0a".repeat(32), intent.getApproval().getPayloadHash());
    assertEquals("marketing-ops", intent.getOwner());
    assertEquals(Instant.parse("2026-10-31T08:00:00Z").toEpochMilli(), intent.getNotBeforeMs());
    assertEquals(Instant.parse("2026-11-01T08:00:00Z").toEpochMilli(), intent.getExpiresAtMs());
    assertEquals(Map.of("slug", "launch-post", "a.b-c_1", ""), intent.getAttributes());
    assertEquals(Instant.parse("2026-10-30T10:01:00.250Z").toEpochMilli(), intent.getIssuedAtMs());
  }

  @Test
  void shouldLeaveOutWhatMayBeMissingWhenTheIntentIsMinimal() {
    Intent intent = parse(withPayload("\"payload\":null"));

    assertEquals("null", text(intent.getPayload()));
    assertNull(intent.getApproval());
    assertNull(intent.getOwner());
    assertNull(intent.getNotBeforeMs());
    assertNull(intent.getExpiresAtMs());
    assertNull(intent.getIssuedAtMs());
    assertTrue(intent.getAttributes().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"payload\":{\"z\":1,\"a\":[1.5,\"é\"]}",
        "\"payload\":\"text\"",
        "\"payload\":0,\"contentType\":\"application/json\"",
        "\"payload\":{},\"contentType\":\"Application/JSON\"",
        "\"payloadText\":\"Hello\\n…\",\"contentType\":\"text/plain; charset=utf-8\"",
        "\"payloadText\":\" \",\"contentType\":\"text/plain;charset=\\\"UTF-8\\\"\"",
        "\"payloadText\":\"{ }\",\"contentType\":\"application/json\"",
        "\"payloadText\":\"<a/>\",\"contentType\":\"application/atom+xml;type=entry\"",
        "\"payloadBase64\":\"AP/+\",\"contentType\":\"application/octet-stream\"",
        "\"payloadBase64\":\"/w==\",\"contentType\":\"text/plain; charset=iso-8859-1\"",
      })
  void shouldReadBackAnEqualIntentWhenRendered(String payload) {
    Intent intent = parse(withPayload(payload));

    ObjectNode json = intents.render(intent);

    assertEquals(intent, parse(json.toString()));
  }

  @Test
  void shouldReadBackAnEqualIntentWhenACompleteOneIsRendered() {
    Intent intent = parse(FULL);

    ObjectNode json = intents.render(intent);

    assertEquals(intent, parse(json.toString()));
    assertEquals("Launch", json.at("/payload/title").textValue());
    assertEquals("2026-10-30T10:01:00.250Z", json.path("issuedAt").textValue());
    assertFalse(json.has("contentType"));
  }

  @Test
  void shouldKeepTheBytesOfATextWhenItIsNoJson() {
    Intent intent =
        parse(withPayload("\"payloadText\":\"a\\r\\n…\",\"contentType\":\"text/plain\""));

    assertEquals("a\r\n…", text(intent.getPayload()));
    assertEquals("text/plain", intent.getContentType());
  }

  @Test
  void shouldCutFinerFractionsWhenATimeHasMicroseconds() {
    Intent intent =
        parse(withPayload("\"payload\":1,\"issuedAt\":\"2026-10-30T10:01:00.123999+00:00\""));

    assertEquals(Instant.parse("2026-10-30T10:01:00.123Z").toEpochMilli(), intent.getIssuedAtMs());
  }

  @Test
  void shouldTakeTheLongestValuesWhenTheyAreJustWithinTheLimits() {
    StringBuilder attributes = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      String name = "n".repeat(98) + (10 + i);
      attributes.append(i == 0 ? "" : ",").append('"').append(name).append("\":\"");
      attributes.append("v".repeat(1000)).append('"');
    }

    Intent intent =
        parse(
            "{\"operationId\":\"%s\",\"destination\":\"%s\",\"account\":\"%s\",\"environment\":\"%s\",\"action\":\"%s\",\"payload\":1,\"attributes\":{%s}}"
                .formatted(
                    "i".repeat(200),
                    "é".repeat(200),
                    "\uD83D\uDE00".repeat(200),
                    "e".repeat(200),
                    "a".repeat(100),
                    attributes));

    assertEquals(50, intent.getAttributes().size());
  }

  /** K29: the limit counts the canonical payload, exactly. */
  @Test
  void shouldTakeAPayloadOf900KiBButNoByteMoreWhenTheLimitIsTheDefault() {
    int limit = 900 * 1024;

    Intent intent = parse(withPayload("\"payload\":\"" + "x".repeat(limit - 2) + "\""));
    var above =
        assertThrows(
            InvalidIntentException.class,
            () -> parse(withPayload("\"payload\":\"" + "x".repeat(limit - 1) + "\"")));
    var handed =
        assertThrows(
            InvalidIntentException.class,
            () ->
                parse(
                    withPayload(
                        "\"payloadText\":\""
                            + "x".repeat(1_051_237)
                            + "\",\"contentType\":\"text/plain\"")));

    assertEquals(limit, intent.getPayload().remaining());
    assertEquals(Kind.TOO_LARGE, above.kind());
    assertEquals("payload", above.field());
    assertEquals(
        "payload is 921601 bytes large; allowed are at most 921600 bytes", above.getMessage());
    assertEquals(
        "payload is 1051237 bytes large; allowed are at most 921600 bytes", handed.getMessage());
  }

  @Test
  void shouldRefuseUnreadWhenTheWholeTextIsFarTooLarge() {
    byte[] bytes = new byte[20 * 1024 * 1024];

    var refused = assertThrows(InvalidIntentException.class, () -> intents.parse(bytes));

    assertEquals(Kind.TOO_LARGE, refused.kind());
    assertEquals("intent", refused.field());
    assertTrue(refused.getMessage().contains("921600"), refused::getMessage);
  }

  @Test
  void shouldCountTheCanonicalFormWhenTheJsonIsWrittenWithEscapes() {
    IntentJson small = new IntentJson(10);
    String escaped = withPayload("\"payload\":   \"" + "\\u0061".repeat(8) + "\"");

    Intent intent = small.parse(escaped.getBytes(StandardCharsets.UTF_8));

    assertEquals(10, intent.getPayload().remaining());
    assertThrows(IllegalArgumentException.class, () -> new IntentJson(0));
  }
}
