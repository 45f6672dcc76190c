package io.onefold.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListingTest {
  @TempDir Path folder;

  private Listing listing(String name, String text) throws IOException {
    return new Listing("shop", Files.writeString(folder.resolve(name), text));
  }

  private static List<Listing.Item> items(Listing listing) {
    List<Listing.Item> items = new ArrayList<>();
    listing.read(items::add);
    return items;
  }

  private static Listing.Item item(String id, String url, long line) {
    return new Listing.Item(
        Optional.of(id).filter(s -> !s.isEmpty()),
        Optional.of(url).filter(s -> !s.isEmpty()),
        Optional.empty(),
        line);
  }

  @Test
  void shouldReadEachItemWhenLinesAreObjects() throws Exception {
    // given
    Listing listing =
        listing(
            "items.ndjson",
            """
            \uFEFF{"providerId": "a\\nb", "publicUrl": "http://x/1", "createdAt": "2026-10-31T09:00:00+01:00"}

            {"providerId": 17, "publicUrl": null}
            {"publicUrl": "http://x/2"}
            """);

    // when
    List<Listing.Item> items = items(listing);

    // then
    assertEquals(
        List.of(
            new Listing.Item(
                Optional.of("a\nb"),
                Optional.of("http://x/1"),
                Optional.of(Instant.parse("2026-10-31T08:00:00Z")),
                1),
            item("17", "", 3),
            item("", "http://x/2", 4)),
        items);
  }

  @Test
  void shouldReadEachItemWhenValuesAreSeparatedByCommas() throws Exception {
    // given
    Listing listing =
        listing(
            "ITEMS.CSV",
            "\uFEFFpublicUrl,providerId\r\n"
                + "http://x/1,\"a \"\"b\"\", c\"\r\n"
                + ",17\n\n"
                + "\"\",\"\"\"\"\n"
                + "http://x/2,");

    // when
    List<Listing.Item> items = items(listing);

    // then
    assertEquals(
        List.of(
            item("a \"b\", c", "http://x/1", 2),
            item("17", "", 3),
            item("\"", "", 5),
            item("", "http://x/2", 6)),
        items);
  }

  @Test
  void shouldReadNothingWhenThereIsNoItem() throws Exception {
    assertEquals(List.of(), items(listing("a.json", "")));
    assertEquals(List.of(), items(listing("a.csv", "providerId\n")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          {"providerId":"1"}\\n{"providerId":}      ~ line 2: it is not JSON
          {"providerId":"1"} {"providerId":"2"}     ~ line 1: it is not JSON
          {"providerId":"1","providerId":"2"}       ~ line 1: it is not JSON
          [{"providerId":"1"}]                      ~ line 1: it is JSON, but no object (ARRAY); allowed is one JSON object in each line
          {"id":"1"}                                ~ line 1: there is no field 'id'; allowed are providerId, publicUrl, createdAt
          {"providerId":1.5}                        ~ line 1: providerId is 1.5; allowed is a string or a whole number
          {"publicUrl":1}                           ~ line 1: publicUrl is 1; allowed is a string
          {"createdAt":"2026-10-31T08:00:00Z"}      ~ line 1: it has neither providerId nor publicUrl
          {"providerId":""}                         ~ line 1: it has neither providerId nor publicUrl
          {"providerId":"1","createdAt":"today"}    ~ line 1: createdAt is 'today'; allowed is an RFC 3339 time
          """)
  void shouldNameFileLineAndWhatIsAllowedWhenAnObjectIsUnfit(String text, String told)
      throws Exception {
    shouldRefuse("items.ndjson", text, told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          ``                        ~ line 1: it is empty; the first line must name the columns
          17                        ~ line 1: it names a column '17'; the first line must name the columns
          createdAt                 ~ line 1: its columns are createdAt; the first line must name
          providerId,providerId     ~ line 1: its columns are providerId,providerId; the first line must name
          providerId\\n1\\n2,3      ~ line 3: it has 2 values; the first line names 1 columns (providerId)
          providerId\\n"1           ~ line 2: the quote at character 1 is not closed
          providerId\\n"1"2         ~ line 2: behind the quote at character 3 stands '2'; allowed is a comma or the end
          providerId,publicUrl\\n,  ~ line 2: it has neither providerId nor publicUrl
          """)
  void shouldNameFileLineAndWhatIsAllowedWhenValuesAreUnfit(String text, String told)
      throws Exception {
    shouldRefuse("items.csv", text, told);
  }

  private void shouldRefuse(String name, String text, String told) throws IOException {
    // given
    Listing listing = listing(name, text.replace("\\n", "\n"));

    // when
    InvalidListingException refused =
        assertThrows(InvalidListingException.class, () -> items(listing));

    // then
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith("listing " + listing.file() + ", " + told), message);
  }

  @Test
  void shouldSaySoWhenTheFileIsNoTextOrNotThere() throws Exception {
    // given
    Path bytes =
        Files.write(
            folder.resolve("latin"),
            "{\"providerId\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1));

    // when
    InvalidListingException notText =
        assertThrows(InvalidListingException.class, () -> items(new Listing("shop", bytes)));
    InvalidListingException notThere =
        assertThrows(
            InvalidListingException.class,
            () -> items(new Listing("shop", folder.resolve("nothing"))));

    // then
    assertTrue(notText.getMessage().contains("it is not UTF-8"), notText.getMessage());
    assertTrue(notThere.getMessage().contains("cannot be read"), notThere.getMessage());
  }
}
