package io.onefold.connector.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.onefold.connector.wire.Answer;
import io.onefold.destination.HttpContract.Paging;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextPageTest {
  private static final URI CURRENT = URI.create("https://api.example/v1/items?ref=a%7Cb&cursor=1");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<https://api.example/v1?page=2>; rel=\"next\" | https://api.example/v1?page=2",
        "</x?page=1>; rel=prev, </x?page=3>; rel=next | https://api.example/x?page=3",
        "<?page=2>; title=\"a\"; rel=\"next last\" | https://api.example/v1/items?page=2",
        "</x?page=1>; rel=\"prev\" | ``",
        "nonsense | ``"
      })
  void shouldFollowTheLinkHeader(String link, String expected) {
    // when
    Optional<URI> next =
        NextPage.of(
            new Paging.LinkHeader(),
            answer(Map.of("link", List.of(link))),
            Json.parse("{}".getBytes(StandardCharsets.UTF_8)).orElseThrow(),
            List.of(),
            CURRENT);

    // then
    assertEquals(expected, next.map(URI::toString).orElse(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/next | {\"next\":\"https://api.example/v1/items?p=2\"} |"
            + " https://api.example/v1/items?p=2",
        "/next | {\"next\":\"/v2\"} | https://api.example/v2",
        "/next | {\"next\":\"?p=2\"} | https://api.example/v1/items?p=2",
        "/next | {\"next\":\"x y\"} | https://api.example/v1/items?ref=a%7Cb&cursor=x%20y",
        "/meta/next_cursor | {\"meta\":{\"next_cursor\":\"2=\"}} |"
            + " https://api.example/v1/items?ref=a%7Cb&cursor=2%3D",
        "/nextPageToken | {\"nextPageToken\":\"t\"} |"
            + " https://api.example/v1/items?ref=a%7Cb&cursor=1&pageToken=t",
        "/next | {\"next\":null} | ''",
        "/next | {\"next\":\"\"} | ''",
        "/next | {\"next\":false} | ''",
        "/next | {} | ''"
      })
  void shouldFollowThePointer(String pointer, String body, String expected) {
    // when
    Optional<URI> next =
        NextPage.of(
            new Paging.Pointer(pointer),
            answer(Map.of()),
            Json.parse(body.getBytes(StandardCharsets.UTF_8)).orElseThrow(),
            List.of(),
            CURRENT);

    // then
    assertEquals(expected, next.map(URI::toString).orElse(""));
  }

  private static Answer answer(Map<String, List<String>> headers) {
    return new Answer(200, headers, new byte[0], true);
  }
}
