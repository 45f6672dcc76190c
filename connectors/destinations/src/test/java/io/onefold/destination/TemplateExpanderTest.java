package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateExpanderTest {
  private static final Map<String, String> SECRETS =
      Map.of("HOST", "blog.example", "KEY", "s3cret", "BAD", "a\r\nB: c", "/run/key", "f1le\n");

  private final TemplateExpander expander =
      new TemplateExpander(new Secrets(FixedResolver.of(SECRETS)));

  /** Values of RFC 6570, section 1.2, and nested ones. */
  private final Variables variables =
      new Variables(
          Map.of(
              "var", "value",
              "hello", "Hello World!",
              "path", "/foo/bar",
              "x", "1024",
              "y", "768",
              "empty", "",
              "operationId", "a|b/c d",
              "attributes", Map.of("slug", "läunch", "dotted.name", "dot", "up", ".."),
              "payload",
                  Map.of(
                      "title",
                      "A & B",
                      "n",
                      new BigDecimal("1E+2"),
                      "list",
                      List.of("p", "q"),
                      "inner",
                      Map.of("flag", true))));

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        // RFC 6570, levels 1 to 3
        "{var} value",
        "{hello} Hello%20World%21",
        "{+var} value",
        "{+hello} Hello%20World!",
        "{+path}/here /foo/bar/here",
        "here?ref={+path} here?ref=/foo/bar",
        "{#var} #value",
        "{#hello} #Hello%20World!",
        "map?{x,y} map?1024,768",
        "{x,hello,y} 1024,Hello%20World%21,768",
        "{+x,hello,y} 1024,Hello%20World!,768",
        "{+path,x}/here /foo/bar,1024/here",
        "{#path,x}/here #/foo/bar,1024/here",
        "{/var} /value",
        "{/var,x}/here /value/1024/here",
        "{?x,y} ?x=1024&y=768",
        "?fixed=yes{&x} ?fixed=yes&x=1024",
        "{&x,y} &x=1024&y=768",
        // Names of the contract language
        "{operationId} a%7Cb%2Fc%20d",
        "{attributes.slug} l%C3%A4unch",
        "{attributes.dotted.name} dot",
        "{payload.title} A%20%26%20B",
        "{payload.n} 100",
        "{payload.list.1} q",
        "{payload.inner.flag} true",
        "{?payload.n} ?payload.n=100",
      })
  void shouldExpandAsTheRfcSays(String template, String expanded) {
    assertEquals(
        "https://h/" + expanded, expander.url(Template.of("https://h/" + template), variables));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://h/{providerId}|`providerId` has no value",
        "https://h/{attributes.gone}|`attributes.gone` has no value",
        "https://h/{payload.title.deeper}|`payload.title.deeper` has no value",
        "https://h/{empty}|`empty` has no value",
        "https://h/{payload.list}|is a list",
        "https://h/{payload.inner}|is an object",
        "https://h/{attributes.up}/x|path segment",
        "https://h/${env:GONE}|${env:GONE} has no usable value",
        "https://h/${file:/none}|the file cannot be read",
        "https://h/${env:BAD}|control character",
        "${env:HOST}/x|absolute http or https",
        "ftp://h/x|absolute http or https",
      })
  void shouldRefuseWhenTheAddressWouldBeWrong(String template, String fragment) {
    Template placed = Template.of(template, "destinations.blog.send.url");

    ExpansionException refused =
        assertThrows(ExpansionException.class, () -> expander.url(placed, variables));

    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains(fragment), message);
    assertFalse(message.contains("B: c"), message);
  }

  @Test
  void shouldFillInSecretsOnlyInTheResult() {
    Template template = Template.of("https://${env:HOST}/x?key=${env:KEY}&f=${file:/run/key}");

    assertEquals("https://blog.example/x?key=s3cret&f=f1le", expander.url(template, variables));
    assertFalse(template.toString().contains("s3cret"));
    assertEquals(3, template.secrets().size());
  }

  @Test
  void shouldKeepAnAddressAsItIsWhenItIsTheWholeTemplate() {
    Variables accepted = variables.with("publicUrl", "https://blog.example/p/a%20b?x=1&y=ä");

    assertEquals(
        "https://blog.example/p/a%20b?x=1&y=%C3%A4",
        expander.url(Template.of("{publicUrl}"), accepted));
  }

  @Test
  void shouldNotEncodeHeaderValues() {
    Template template = Template.of("Key ${env:KEY} for {operationId}, {payload.title}");

    assertEquals("Key s3cret for a|b/c d, A & B", expander.text(template, variables));
  }

  @Test
  void shouldRefuseHeaderValuesThatCouldSplitTheRequest() {
    Variables hostile = variables.with("payload", Map.of("title", "x\r\nEvil: yes"));

    ExpansionException refused =
        assertThrows(
            ExpansionException.class, () -> expander.text(Template.of("{payload.title}"), hostile));

    assertFalse(String.valueOf(refused.getMessage()).contains("Evil"));
  }

  @Test
  void shouldNotExpandWhatASecretOrValueHolds() {
    Variables tricky = variables.with("var", "{operationId}${env:KEY}");

    assertEquals("{operationId}${env:KEY}", expander.text(Template.of("{var}"), tricky));
  }
}
