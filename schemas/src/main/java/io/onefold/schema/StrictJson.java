package io.onefold.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.onefold.schema.InvalidJsonException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads one JSON value and nothing else, keeping every digit of its numbers. */
final class StrictJson {
  // The callers bound the size of the whole text; a text within it may be one long string.
  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder()
          .maxNestingDepth(CanonicalJson.MAX_DEPTH)
          .maxStringLength(Integer.MAX_VALUE)
          .build();

  private static final ObjectReader READER = reader();

  private StrictJson() {}

  /**
   * Reads the only JSON value of these bytes.
   *
   * @throws InvalidJsonException if they are not exactly one JSON value in UTF-8
   */
  static JsonNode read(byte[] bytes) {
    String text = decode(bytes);
    if (text.startsWith("\uFEFF")) {
      throw new InvalidJsonException(
          Kind.BROKEN, "", "begins with a byte order mark (EF BB BF); JSON must begin without one");
    }
    try (JsonParser parser = READER.createParser(text)) {
      return read(parser);
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory cannot fail", e);
    }
  }

  /** True if half of a surrogate pair stands alone at this index. */
  static boolean isLoneSurrogate(String text, int index) {
    char c = text.charAt(index);
    if (Character.isHighSurrogate(c)) {
      return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
    }
    return Character.isLowSurrogate(c)
        && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
  }

  private static JsonNode read(JsonParser parser) throws IOException {
    try {
      @Nullable JsonNode json = READER.readTree(parser);
      if (json == null || json.isMissingNode()) {
        throw new InvalidJsonException(Kind.BROKEN, "", "is empty; one JSON value is needed");
      }
      if (parser.nextToken() != null) {
        throw new InvalidJsonException(
            Kind.TRAILING_CONTENT,
            "",
            "has more content after the JSON value" + place(parser.currentTokenLocation()));
      }
      return json;
    } catch (JsonProcessingException e) {
      throw explain(e, parser);
    }
  }

  private static InvalidJsonException explain(JsonProcessingException e, JsonParser parser) {
    // What Jackson says about its own settings helps no caller.
    String said = e.getOriginalMessage().replaceAll(" *[,(] *from `[^`]*`\\)?", "");
    String pointer = parser.getParsingContext().pathAsPointer().toString();
    if (said.startsWith("Duplicate field")) {
      return new InvalidJsonException(
          Kind.DUPLICATE_KEY,
          pointer,
          "the key " + PrintableText.shown(pointer) + " appears twice" + place(e.getLocation()));
    }
    return new InvalidJsonException(
        Kind.BROKEN, pointer, "is not valid JSON" + place(e.getLocation()) + ": " + said);
  }

  private static String place(@Nullable JsonLocation at) {
    return at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  private static String decode(byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      throw new InvalidJsonException(
          Kind.NOT_UTF8,
          "",
          String.format(
              "is not UTF-8: the byte 0x%02x at offset %d does not belong there",
              bytes[in.position()], in.position()));
    }
    return out.flip().toString();
  }

  private static ObjectReader reader() {
    JsonFactory factory =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .streamReadConstraints(LIMITS)
            .build();
    ObjectMapper mapper =
        JsonMapper.builder(factory)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    return mapper.reader();
  }
}
