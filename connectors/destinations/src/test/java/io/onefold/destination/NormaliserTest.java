package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class NormaliserTest {
  static Stream<Arguments> examples() {
    return Stream.of(
        arguments(Normaliser.NFC, "Cafe\u0301", "Caf\u00e9"),
        arguments(Normaliser.TRIM, " \n Launch \t", "Launch"),
        arguments(Normaliser.TRIM, "two  words", "two  words"),
        arguments(Normaliser.COLLAPSE_SPACE, "a \t b\r\n\u00a0c", "a b c"),
        arguments(Normaliser.UNESCAPE_HTML, "Tom &amp; Jerry &lt;3", "Tom & Jerry <3"),
        arguments(Normaliser.UNESCAPE_HTML, "caf&eacute; &#8217;&#x2019; &apos;", "café ’’ '"),
        arguments(Normaliser.UNESCAPE_HTML, "&amp;lt; a&b &nothing;", "&lt; a&b &nothing;"),
        arguments(Normaliser.STRIP_HTML, "un<b>believ</b>able", "unbelievable"),
        arguments(Normaliser.STRIP_HTML, "<p>one</p><p>two</p>", "one\ntwo\n"),
        arguments(Normaliser.STRIP_HTML, "a < b and c > d, 1 <3", "a < b and c > d, 1 <3"),
        arguments(Normaliser.STRIP_HTML, "a<!-- <b> -->b<br/>c", "ab\nc"),
        arguments(Normaliser.STRIP_HTML, "a<script>if (x<1) {}</SCRIPT>b</script>", "ab"),
        arguments(Normaliser.STRIP_HTML, "a<", "a<"),
        arguments(Normaliser.STRIP_HTML, "a<style>b", "a"),
        arguments(Normaliser.STRAIGHT_QUOTES, "\u201cIt\u2019s\u201d", "\"It's\""),
        arguments(Normaliser.SECONDS, "2026-10-31T08:00:00.987Z", "2026-10-31T08:00:00Z"),
        arguments(Normaliser.SECONDS, "2026-10-31t10:00:00+02:00", "2026-10-31T08:00:00Z"),
        arguments(Normaliser.SECONDS, "at 2026-10-31T08:00:00.9Z", "at 2026-10-31T08:00:00.9Z"),
        arguments(Normaliser.LOWER, "ÉCOLE Straße", "école straße"),
        arguments(Normaliser.LF, "a\r\nb\rc\n", "a\nb\nc\n"),
        arguments(Normaliser.TRAILING_BLANKS, "a \t\n  b  \r\n\n", "a\n  b"),
        arguments(
            Normaliser.SLACK_TEXT,
            "a &amp;lt; <https://x|x.example> <https://y> <mailto:a@b|a@b> <@U1>",
            "a &lt; x.example https://y a@b <@U1>"),
        arguments(
            Normaliser.ICALENDAR,
            """
            BEGIN:VEVENT\r
            UID:7\r
            dtstamp:20261031T080000Z\r
            SUMMARY;Z="a;:b";a=1:x\r
              y\r
            END:VEVENT\r
            """,
            "BEGIN:VEVENT\nSUMMARY;A=1;Z=\"a;:b\":x y\nUID:7\nEND:VEVENT"),
        arguments(Normaliser.ICALENDAR, "no calendar\n:", "no calendar\n:"),
        arguments(Normaliser.ICALENDAR, "BEGIN:VEVENT\nUID:7", "BEGIN:VEVENT\nUID:7"),
        arguments(Normaliser.UNWRAP_LINKS, "see <https://x|label>!", "see https://x!"),
        arguments(Normaliser.UNWRAP_LINKS, "<http://x/a?b=1&c=2>", "http://x/a?b=1&c=2"),
        arguments(Normaliser.UNWRAP_LINKS, "<p95> <@U1> <b>", "<p95> <@U1> <b>"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void shouldGiveThePlainForm(Normaliser normaliser, String text, String plain) {
    assertEquals(plain, normaliser.apply(text));
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeFoundByItsLabel(Normaliser normaliser) {
    assertEquals(Optional.of(normaliser), Normaliser.ofLabel(normaliser.label()));
  }

  @ParameterizedTest
  @EnumSource
  void shouldTakeLinearTimeWhenTextIsHostile(Normaliser normaliser) {
    String piece = "<a &<!--<script <https://x| \u2019  ;\":\nBEGIN:";
    String text = piece.repeat(1024 * 1024 / piece.length());

    assertTimeoutPreemptively(Duration.ofSeconds(5), () -> normaliser.apply(text));
  }

  /** Case K17: escaped and wrapped on the way back. */
  @Test
  void shouldBridgeWhatAChatServiceChangesWhenAppliedInOrder() {
    String sent = "Latency & Throughput <p95> see https://example.test/a?b=1&c=2";
    String found = "Latency &amp; Throughput &lt;p95&gt; see <https://example.test/a?b=1&amp;c=2>";
    List<Normaliser> declared = List.of(Normaliser.UNWRAP_LINKS, Normaliser.UNESCAPE_HTML);

    assertEquals(Normaliser.applyAll(declared, sent), Normaliser.applyAll(declared, found));
  }
}
