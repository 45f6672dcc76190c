package io.onefold.destination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailDraftTest {
  private static MailDraft read(String payload) {
    return MailDraft.read(payload.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldReadEveryField() {
    // when
    MailDraft draft =
        read(
            """
            {"to": "Ann <a@x.example>", "cc": ["b@x.example"], "bcc": ["c@x.example"],
             "reply-to": "r@x.example", "subject": "S", "text": "T", "html": "<p>T</p>",
             "headers": {"List-Id": "news"},
             "attachments": [{"filename": "a b.pdf", "content-type": "application/pdf",
                              "base64": "AAE="}]}
            """);

    // then
    assertEquals("a@x.example", draft.to().getFirst().address());
    assertEquals("b@x.example", draft.cc().getFirst().address());
    assertEquals("c@x.example", draft.bcc().getFirst().address());
    assertEquals("r@x.example", draft.replyTo().getFirst().address());
    assertEquals("S", draft.subject());
    assertEquals(Optional.of("T"), draft.text());
    assertEquals(Optional.of("<p>T</p>"), draft.html());
    assertEquals("news", draft.headers().get("List-Id"));
    assertEquals(2, draft.attachments().getFirst().bytes().length);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]| must be a JSON object with to, cc, bcc",
        "{| is no JSON",
        "{} {}| is no JSON",
        "{'to': 'a@x', 'to': 'b@x'}| is no JSON: Duplicate field 'to'",
        "{'to': 'a@x', 'subject': 's', 'text': 't', 'form': 'x'}| `form` is not known; allowed are",
        "{'to': 'a@x', 'subject': 's', 'text': 't', 'from': 'x'}| the address of the contract",
        "{'to': 'a', 'subject': 's', 'text': 't'}| `to`: `a` must be an address",
        "{'to': ['a@x', 7], 'subject': 's', 'text': 't'}| `to/1` must be a text",
        "{'to': 'a@x\\r\\nBcc: y@x', 'subject': 's', 'text': 't'}| `to`: holds a line end",
        "{'to': [], 'subject': 's', 'text': 't'}| 1 to 100 recipients together, but name 0",
        "{'to': 'a@x', 'text': 't'}| `subject` is missing",
        "{'to': 'a@x', 'subject': 7, 'text': 't'}| `subject` must be a text",
        "{'to': 'a@x', 'subject': 's\\nBcc: y@x', 'text': 't'}| `subject` must be one line",
        "{'to': 'a@x', 'subject': '=?x?=', 'text': 't'}| `subject` holds `=?`",
        "{'to': 'a@x', 'subject': '\\ud800', 'text': 't'}| half of a surrogate pair",
        "{'to': 'a@x', 'subject': 's'}| `text` or `html` is needed",
        "{'to': 'a@x', 'subject': 's', 'text': 'a\\u0000b'}| `text` holds a control character",
        "{'to': 'a@x', 'subject': 's', 'text': 't', 'headers': {'Bcc': 'y@x'}}| cannot be set",
        "{'to': 'a@x', 'subject': 's', 'text': 't', 'headers': {'message-ID': 'y'}}| cannot be set",
        "{'to': 'a@x', 'subject': 's', 'text': 't', 'headers': {'Content-Type': 'y'}}| cannot be",
        "{'to': 'a@x', 'subject': 's', 'text': 't', 'headers': {'A: b': 'y'}}| is no header name",
        "{'to': 'a@x', 'subject': 's', 'text': 't', 'headers': {'A': 'y\\r\\nB: c'}}| one line",
        "{'to': 'a@x', 'subject': 's', 'text': 't', 'headers': {'A': 'y', 'a': 'z'}}| stands twice",
        "{'to': 'a@x', 'subject': 's', 'text': 't', 'attachments': {}}| must be a list",
        "{'to': 'a@x', 'subject': 's', 'text': 't', 'attachments': [{}]}| 0/filename` is missing",
      })
  void shouldSayWhatIsWrong(String payload, String fragment) {
    String message =
        assertThrows(ExpansionException.class, () -> read(payload.replace('\'', '"'))).getMessage();

    assertTrue(
        message.contains(fragment.replace("Duplicate field 'to'", "Duplicate field")), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'../a'| 'a/b'| 'AA=='| filename` must be a name without / and",
        "'a\\r\\nX: y'| 'a/b'| 'AA=='| filename` must be one line",
        "'a'| 'ab'| 'AA=='| content-type` is `ab`; it must be a media type",
        "'a'| 'message/rfc822'| 'AA=='| content-type` is `message/rfc822`",
        "'a'| 'a/b\\r\\nX: y'| 'AA=='| content-type` must be one line",
        "'a'| 'a/b'| 'A\\nA=='| base64` must be the bytes",
        "'a'| 'a/b'| '?'| base64` must be the bytes",
        "'a'| 'a/b'| 7| base64` must be a text",
      })
  void shouldSayWhatIsWrongWithAnAttachment(
      String filename, String type, String base64, String fragment) {
    String payload =
        "{'to': 'a@x', 'subject': 's', 'text': 't', 'attachments':"
            + " [{'filename': %s, 'content-type': %s, 'base64': %s}]}"
                .formatted(filename, type, base64);

    String message =
        assertThrows(ExpansionException.class, () -> read(payload.replace('\'', '"'))).getMessage();

    assertTrue(message.contains("`attachments/0/" + fragment), message);
  }

  @Test
  void shouldRefuseMoreRecipientsThanEveryServerTakes() {
    // given
    List<String> many =
        java.util.stream.IntStream.range(0, 101).mapToObj(i -> "\"a" + i + "@x\"").toList();

    // then
    String message =
        assertThrows(
                ExpansionException.class,
                () -> read("{\"to\": " + many + ", \"subject\": \"s\", \"text\": \"t\"}"))
            .getMessage();
    assertTrue(message.contains("but name 101"), message);
  }
}
