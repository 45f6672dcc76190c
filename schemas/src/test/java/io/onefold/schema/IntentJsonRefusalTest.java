package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.InvalidIntentException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way in which a text can fail to be an intent. */
class IntentJsonRefusalTest {
  private static final String HASH = "sha256:" + "0a".repeat(32);

  private static final String VALID =
      """
      {"operationId":"op-1","destination":"blog","account":"acme","environment":"prod",
       "action":"publish","payload":{"a":1},
       "approval":{"policy":"p","decision":"APPROVED","by":"me","at":"2026-10-30T10:00:00Z",
                   "payloadHash":"%s"},
       "owner":"me","notBefore":"2026-10-31T08:00:00Z","expiresAt":"2026-11-01T08:00:00Z",
       "attributes":{"slug":"x"},"issuedAt":"2026-10-30T10:01:00Z"}\
      """
          .formatted(HASH);

  /** One change to a valid intent, and what must be said about it. */
  private record Case(String from, String to, Kind kind, String field, String problem) {
    String json() {
      assertTrue(VALID.contains(from), () -> "the valid intent lacks " + from);
      return VALID.replace(from, to);
    }

    @Override
    public String toString() {
      return field + ": " + problem;
    }
  }

  private static Case of(String from, String to, Kind kind, String field, String problem) {
    return new Case(from, to, kind, field, problem);
  }

  static Stream<Case> shapes() {
    return Stream.of(
        of(VALID, "", Kind.BROKEN_JSON, "intent", "is empty"),
        of(VALID, "[]", Kind.NOT_AN_OBJECT, "intent", "must be a JSON object, but is an array"),
        of(VALID, "\"x\"", Kind.NOT_AN_OBJECT, "intent", "but is a string"),
        of(VALID, "null", Kind.NOT_AN_OBJECT, "intent", "but is null"),
        of("\"action\":", "\"action\"", Kind.BROKEN_JSON, "intent", "line 2, column"),
        of(":01:00Z\"}", ":01:00Z\"", Kind.BROKEN_JSON, "intent", "not valid JSON"),
        of(":01:00Z\"}", ":01:00Z\"} x", Kind.BROKEN_JSON, "intent", "line 6"),
        of(":01:00Z\"}", ":01:00Z\"} {}", Kind.TRAILING_CONTENT, "intent", "line 6, column"),
        of("{\"op", "\uFEFF{\"op", Kind.BROKEN_JSON, "intent", "byte order mark"),
        of("\"acme\"", "\"acme\",\"account\":\"b\"", Kind.DUPLICATE_FIELD, "account", "twice"),
        of("\"by\"", "\"at\":\"x\",\"by\"", Kind.DUPLICATE_FIELD, "approval.at", "twice"),
        of(
            "{\"a\":1}",
            "{\"a\":{\"b.c\":1,\"b.c\":2}}",
            Kind.DUPLICATE_FIELD,
            "payload/a/b.c",
            "twice"),
        of(
            "{\"slug\"",
            "{\"slug\":\"\",\"slug\"",
            Kind.DUPLICATE_FIELD,
            "attributes.slug",
            "twice"),
        of("\"owner\"", "\"colour\"", Kind.UNKNOWN_FIELD, "colour", "allowed are operationId, "),
        of("\"owner\"", "\"Owner\"", Kind.UNKNOWN_FIELD, "Owner", "not a known field"),
        of("\"owner\"", "\"a\\u001bb\"", Kind.UNKNOWN_FIELD, "a\\u001bb", "not a known field"),
        of("\"by\"", "\"who\"", Kind.UNKNOWN_FIELD, "approval.who", "policy, decision, by, at"));
  }

  static Stream<Case> missing() {
    return Stream.of(
        of("\"operationId\":\"op-1\",", "", Kind.MISSING_FIELD, "operationId", "is missing"),
        of("\"destination\":\"blog\",", "", Kind.MISSING_FIELD, "destination", "is missing"),
        of("\"account\":\"acme\",", "", Kind.MISSING_FIELD, "account", "is missing"),
        of("\"environment\":\"prod\",", "", Kind.MISSING_FIELD, "environment", "is missing"),
        of("\"action\":\"publish\",", "", Kind.MISSING_FIELD, "action", "is missing"),
        of("\"payload\":{\"a\":1},", "", Kind.MISSING_FIELD, "payload", "exactly one of payload, "),
        of("\"policy\":\"p\",", "", Kind.MISSING_FIELD, "approval.policy", "is missing"),
        of("\"decision\":\"APPROVED\",", "", Kind.MISSING_FIELD, "approval.decision", "is missing"),
        of("\"by\":\"me\",", "", Kind.MISSING_FIELD, "approval.by", "is missing"),
        of("\"at\":\"2026-10-30T10:00:00Z\",", "", Kind.MISSING_FIELD, "approval.at", "is missing"),
        of(
            ",\n             \"payloadHash\":\"" + HASH + "\"",
            "",
            Kind.MISSING_FIELD,
            "approval.payloadHash",
            "is missing"),
        of(
            "\"payload\":{\"a\":1}",
            "\"payloadText\":\"x\"",
            Kind.MISSING_FIELD,
            "contentType",
            "needed with payloadText"),
        of(
            "\"payload\":{\"a\":1}",
            "\"payloadBase64\":\"eA==\"",
            Kind.MISSING_FIELD,
            "contentType",
            "needed with payloadBase64"));
  }

  static Stream<Case> types() {
    return Stream.of(
        of("\"op-1\"", "17", Kind.WRONG_TYPE, "operationId", "must be a string, but is a number"),
        of("\"blog\"", "null", Kind.WRONG_TYPE, "destination", "but is null; leave the field out"),
        of("\"acme\"", "[]", Kind.WRONG_TYPE, "account", "but is an array"),
        of("\"prod\"", "{}", Kind.WRONG_TYPE, "environment", "but is an object"),
        of("\"publish\"", "true", Kind.WRONG_TYPE, "action", "but is a boolean"),
        of("\"owner\":\"me\"", "\"owner\":1", Kind.WRONG_TYPE, "owner", "must be a string"),
        of(
            "\"2026-10-31T08:00:00Z\"",
            "1793433600000",
            Kind.WRONG_TYPE,
            "notBefore",
            "must be a string"),
        of("{\"slug\":\"x\"}", "[]", Kind.WRONG_TYPE, "attributes", "must be an object"),
        of("\"slug\":\"x\"", "\"slug\":1", Kind.WRONG_TYPE, "attributes.slug", "must be a string"),
        of("\"approval\":{", "\"approval\":[],\"x\":{", Kind.UNKNOWN_FIELD, "x", "not a known"),
        of(
            "\"payload\":{\"a\":1}",
            "\"payloadText\":{},\"contentType\":\"a/b\"",
            Kind.WRONG_TYPE,
            "payloadText",
            "must be a string"),
        of("\"p\"", "{}", Kind.WRONG_TYPE, "approval.policy", "must be a string"));
  }

  static Stream<Case> values() {
    return Stream.of(
        of("op-1", "op 1", Kind.BAD_VALUE, "operationId", "\" \" (U+0020) at position 3"),
        of("op-1", "", Kind.BAD_VALUE, "operationId", "must not be empty"),
        of("op-1", "   ", Kind.BAD_VALUE, "operationId", "position 1"),
        of("op-1", "x".repeat(201), Kind.BAD_VALUE, "operationId", "is 201 characters long"),
        of("blog", "", Kind.BAD_VALUE, "destination", "is blank; allowed are 1 to 200"),
        of("blog", "b".repeat(201), Kind.BAD_VALUE, "destination", "201 characters long"),
        of("acme", " \\u2003 ", Kind.BAD_VALUE, "account", "is blank"),
        of("acme", "a".repeat(201), Kind.BAD_VALUE, "account", "at most 200"),
        of("prod", " ", Kind.BAD_VALUE, "environment", "is blank"),
        of("prod", "p".repeat(201), Kind.BAD_VALUE, "environment", "at most 200"),
        of("publish", "\\t", Kind.BAD_VALUE, "action", "is blank; allowed are 1 to 100"),
        of("publish", "p".repeat(101), Kind.BAD_VALUE, "action", "at most 100"),
        of("publish", "a\\nb", Kind.BAD_VALUE, "action", "control character U+000A at position 2"),
        of("publish", "a\\ud800", Kind.BAD_VALUE, "action", "half a surrogate pair U+D800"),
        of("\"owner\":\"me\"", "\"owner\":\"\"", Kind.BAD_VALUE, "owner", "is blank"),
        of(
            "\"owner\":\"me\"",
            "\"owner\":\"" + "o".repeat(201) + "\"",
            Kind.BAD_VALUE,
            "owner",
            "at most 200"),
        of("\"p\"", "\"\"", Kind.BAD_VALUE, "approval.policy", "is blank"),
        of(
            "\"p\"",
            "\"" + "p".repeat(201) + "\"",
            Kind.BAD_VALUE,
            "approval.policy",
            "at most 200"),
        of("\"by\":\"me\"", "\"by\":\" \"", Kind.BAD_VALUE, "approval.by", "is blank"),
        of(
            "\"by\":\"me\"",
            "\"by\":\"" + "b".repeat(201) + "\"",
            Kind.BAD_VALUE,
            "approval.by",
            "at most 200"),
        of(
            "APPROVED",
            "approved",
            Kind.BAD_VALUE,
            "approval.decision",
            "allowed are APPROVED and DENIED"),
        of(
            "sha256:0a",
            "sha256:0A",
            Kind.BAD_VALUE,
            "approval.payloadHash",
            "\"A\" (U+0041) at position 9"),
        of("sha256:0a", "sha256:", Kind.BAD_VALUE, "approval.payloadHash", "has 62 digits"),
        of(
            "{\"slug\"",
            "{\"a b\"",
            Kind.BAD_VALUE,
            "attributes.a b",
            "characters of A-Z a-z 0-9 _ . -"),
        of("{\"slug\"", "{\"\"", Kind.BAD_VALUE, "attributes.", "1 to 100 characters"),
        of(
            "{\"slug\"",
            "{\"" + "n".repeat(101) + "\"",
            Kind.BAD_VALUE,
            "attributes.nnn",
            "1 to 100 characters"),
        of(
            "\"x\"}",
            "\"" + "v".repeat(1001) + "\"}",
            Kind.BAD_VALUE,
            "attributes.slug",
            "at most 1000"),
        of("\"x\"}", "\"\\udfff\"}", Kind.BAD_VALUE, "attributes.slug", "half a surrogate pair"),
        of("{\"slug\":\"x\"}", attributes(51, "v"), Kind.BAD_VALUE, "attributes", "has 51 entries"),
        of(
            "{\"slug\":\"x\"}",
            attributes(50, "é".repeat(1000)),
            Kind.BAD_VALUE,
            "attributes",
            "at most 65536 bytes"));
  }

  static Stream<Case> payloads() {
    String payload = "\"payload\":{\"a\":1}";
    return Stream.of(
        of(
            payload,
            payload + ",\"payloadText\":\"x\"",
            Kind.CONTRADICTION,
            "payloadText",
            "excludes payload"),
        of(
            payload,
            payload + ",\"payloadBase64\":\"\"",
            Kind.CONTRADICTION,
            "payloadBase64",
            "excludes payload"),
        of(
            payload,
            payload + ",\"contentType\":\"text/plain\"",
            Kind.CONTRADICTION,
            "contentType",
            "need payloadText or payloadBase64"),
        of(payload, text("text"), Kind.BAD_VALUE, "contentType", "allowed is a media type"),
        of(
            payload,
            text("text/plain; charset"),
            Kind.BAD_VALUE,
            "contentType",
            "allowed is a media type"),
        of(payload, text(""), Kind.BAD_VALUE, "contentType", "is blank"),
        of(
            payload,
            text("text/plain; charset=utf-16"),
            Kind.CONTRADICTION,
            "contentType",
            "sent as UTF-8"),
        of(
            payload,
            "\"payloadText\":\"\",\"contentType\":\"a/b\"",
            Kind.BAD_VALUE,
            "payloadText",
            "is empty"),
        of(
            payload,
            "\"payloadText\":\"\\ud83d\",\"contentType\":\"a/b\"",
            Kind.BAD_VALUE,
            "payloadText",
            "half a surrogate pair"),
        of(payload, base64(""), Kind.BAD_VALUE, "payloadBase64", "is empty"),
        of(payload, base64("a*b="), Kind.BAD_VALUE, "payloadBase64", "is not base64"),
        of(payload, base64("eA"), Kind.BAD_VALUE, "payloadBase64", "padding is missing"),
        of(payload, base64("eB=="), Kind.BAD_VALUE, "payloadBase64", "unused bits"),
        of(payload, base64("_-8="), Kind.BAD_VALUE, "payloadBase64", "A-Z a-z 0-9 + / ="),
        of(
            "{\"a\":1}",
            "{\"amount\":12345678901234567890}",
            Kind.BAD_VALUE,
            "payload/amount",
            "would become 12345678901234567000; send it as a string"),
        of("{\"a\":1}", "[1e999]", Kind.BAD_VALUE, "payload/0", "too large for a double"),
        of("{\"a\":1}", "[\"\\ud800\"]", Kind.BAD_VALUE, "payload/0", "half a surrogate pair"),
        of(
            "{\"a\":1}",
            "[".repeat(300) + "]".repeat(300),
            Kind.BROKEN_JSON,
            "intent",
            "nesting depth"));
  }

  static Stream<Case> times() {
    return Stream.of(
            "2026-10-31",
            "2026-10-31T08:00:00",
            "2026-10-31T08:00:00+01:00",
            "2026-10-31T08:00:00-00:00",
            "2026-10-31 08:00:00Z",
            "2026-10-31t08:00:00z",
            "2026-10-31T08:00Z",
            "2026-02-30T08:00:00Z",
            "2026-10-31T24:00:00Z",
            "2026-10-31T08:00:60Z",
            "1969-12-31T23:59:59Z",
            "+12026-10-31T08:00:00Z",
            "tomorrow",
            "")
        .flatMap(
            time ->
                Stream.of(
                    of(
                        "2026-10-31T08:00:00Z",
                        time,
                        Kind.BAD_VALUE,
                        "notBefore",
                        "RFC 3339 in UTC"),
                    of(
                        "2026-10-30T10:00:00Z",
                        time,
                        Kind.BAD_VALUE,
                        "approval.at",
                        "for example 2026-")));
  }

  static Stream<Case> orders() {
    return Stream.of(
        of(
            "2026-11-01T08:00:00Z",
            "2026-10-31T08:00:00Z",
            Kind.BAD_VALUE,
            "expiresAt",
            "must be later than notBefore, 2026-10-31T08:00:00Z"),
        of(
            "2026-11-01T08:00:00Z",
            "2026-10-31T07:59:59Z",
            Kind.BAD_VALUE,
            "expiresAt",
            "must be later"));
  }

  @ParameterizedTest
  @MethodSource({"shapes", "missing", "types", "values", "payloads", "times", "orders"})
  void shouldNameTheFieldAndTheProblemWhenItIsNoIntent(Case wrong) {
    var refused =
        assertThrows(
            InvalidIntentException.class,
            () -> new IntentJson().parse(wrong.json().getBytes(StandardCharsets.UTF_8)));

    assertEquals(wrong.kind(), refused.kind(), refused::getMessage);
    assertTrue(refused.getMessage().contains(wrong.problem()), refused::getMessage);
    assertTrue(refused.getMessage().startsWith(refused.field()), refused::getMessage);
    if (!wrong.field().startsWith("attributes.n")) {
      assertEquals(wrong.field(), refused.field(), refused::getMessage);
    }
  }

  @Test
  void shouldAcceptWhenNothingIsChanged() {
    new IntentJson().parse(VALID.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldNameTheOffsetWhenTheBytesAreNotUtf8() {
    byte[] bytes = VALID.getBytes(StandardCharsets.UTF_8);
    bytes[20] = (byte) 0xFF;

    var refused = assertThrows(InvalidIntentException.class, () -> new IntentJson().parse(bytes));

    assertEquals(Kind.NOT_UTF8, refused.kind());
    assertEquals("intent", refused.field());
    assertTrue(refused.getMessage().contains("0xff at offset 20"), refused::getMessage);
  }

  private static String attributes(int count, String value) {
    StringBuilder json = new StringBuilder("{");
    for (int i = 0; i < count; i++) {
      json.append(i == 0 ? "" : ",").append("\"n").append(i).append("\":\"").append(value);
      json.append('"');
    }
    return json.append('}').toString();
  }

  private static String text(String contentType) {
    return "\"payloadText\":\"x\",\"contentType\":\"" + contentType + "\"";
  }

  private static String base64(String text) {
    return "\"payloadBase64\":\"" + text + "\",\"contentType\":\"application/pdf\"";
  }
}
