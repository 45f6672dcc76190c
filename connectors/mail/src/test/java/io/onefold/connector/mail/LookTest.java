package io.onefold.connector.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.connector.Observation;
import io.onefold.connector.Observation.Found;
import io.onefold.connector.Observation.Inconclusive;
import io.onefold.destination.Destination;
import io.onefold.destination.MailDraft;
import io.onefold.destination.Normaliser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How mails that were found are judged. */
class LookTest {
  private static final Destination DESTINATION = MailHouse.destination(1, 2);
  private static final String PAYLOAD =
      """
      {"to": "Ann <a@x.example>", "cc": "b@x.example", "subject": "Über alles und %s",
       "text": "Hello\\nWorld", "html": "<p>Hello</p>",
       "attachments": [{"filename": "a.bin", "content-type": "application/pdf", "base64": "AAE="}]}
      """
          .formatted("sehr viele Worte ".repeat(10).strip());

  private static final String MAIL =
      new String(
          Composer.compose(
                  MailDraft.read(PAYLOAD.getBytes(StandardCharsets.UTF_8)),
                  DESTINATION.mail().orElseThrow(),
                  "op",
                  MailHouse.FIRST_SENT)
              .bytes(),
          StandardCharsets.UTF_8);

  private final List<ImapSearch.Hit> hits = new ArrayList<>();
  private Optional<String> known = Optional.empty();

  private void hit(String mail, boolean deleted, String... received) {
    hits.add(
        new ImapSearch.Hit(
            "INBOX", deleted, List.of(received), mail.getBytes(StandardCharsets.UTF_8)));
  }

  private static String by(String id) {
    return "from client ([127.0.0.1])\r\n\tby mail.example (Postfix) with ESMTPSA id "
        + id
        + "\r\n\tfor <a@x.example>; Sat, 31 Oct 2026 10:00:00 +0000 (UTC)";
  }

  private Observation look() throws Exception {
    MailContent approved = MailContent.of(MAIL.getBytes(StandardCharsets.UTF_8));
    return new Look(
            MailHouse.readback(DESTINATION, "op", PAYLOAD, "application/json", known),
            Optional.of(approved))
        .at(hits);
  }

  private Found found() throws Exception {
    return assertInstanceOf(Found.class, look());
  }

  private Found found(UnaryOperator<String> change) throws Exception {
    String changed = change.apply(MAIL);
    assertTrue(!changed.equals(MAIL), "the change changes nothing");
    hit(changed, false, by("A1111"));
    return found();
  }

  @Test
  void shouldTakeTheQueueIdFromTheOldestTraceWhenNoReplyTold() throws Exception {
    // given
    hit(MAIL, false, "by lmtp.example with LMTP id ZZZZ; today", by("88A4623614C"));

    // when
    Found found = found();

    // then
    assertEquals(Found.Kind.MATCH, found.kind());
    assertEquals(Optional.of("88A4623614C"), found.providerId());
    assertEquals("id", found.method());
  }

  @Test
  void shouldKeepTheKnownIdWhereverTheTraceHasIt() throws Exception {
    // given
    known = Optional.of("BBBB2");
    hit(MAIL, false, by("CCCC3"), by("BBBB2"), "from filter by localhost id AAAA1; today");

    // then
    assertEquals(Optional.of("BBBB2"), found().providerId());
  }

  @Test
  void shouldShowAnotherIdThanTheKnownOneBecauseItIsAnotherSubmission() throws Exception {
    // given
    known = Optional.of("BBBB2");
    hit(MAIL, false, by("AAAA1"));

    // then
    assertEquals(Optional.of("AAAA1"), found().providerId());
  }

  @Test
  void shouldKeepTheKnownIdWhenTheMailHasNoTrace() throws Exception {
    // given
    known = Optional.of("BBBB2");
    hit(MAIL, false);

    // then
    assertEquals(Optional.of("BBBB2"), found().providerId());
  }

  @Test
  void shouldCountCopiesOfOneSubmissionOnce() throws Exception {
    // given
    hit(MAIL, false, by("AAAA1"));
    hit(MAIL, false, by("AAAA1"));

    // then
    assertEquals(Found.Kind.MATCH, found().kind());
    assertEquals(1, found().matches());
  }

  @Test
  void shouldCountSubmissionsAlsoWhenSomeAreDeleted() throws Exception {
    // given
    hit(MAIL, false, by("AAAA1"));
    hit(MAIL, true, by("BBBB2"));
    hit(MAIL, false);
    hit(MAIL, false);

    // then
    assertEquals(Found.Kind.MANY, found().kind());
    assertEquals(4, found().matches());
    assertTrue(found().message().contains("AAAA1 in INBOX"), found().message());
  }

  @Test
  void shouldCountOnlyWhatIsNotDeletedOfOneSubmission() throws Exception {
    // given
    hit(MAIL, true, by("AAAA1"));
    assertEquals(Found.Kind.REMOVED, found().kind());
    hit(MAIL, false, by("AAAA1"));

    // then
    assertEquals(Found.Kind.MATCH, found().kind());
  }

  @Test
  void shouldTellTheWorstOfSeveralCopies() throws Exception {
    // given
    hit(MAIL, false, by("AAAA1"));
    hit(MAIL.replace("World", "Earth"), false, by("AAAA1"));
    hit(MAIL, false, by("AAAA1"));

    // then
    assertEquals(Found.Kind.MISMATCH, found().kind());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "To: \"Ann\" <a@x.example>| To: \"Ann\" <z@x.example>| MISMATCH| at To",
        "Cc: b@x.example| X-Cc: b@x.example| MISMATCH| at Cc",
        "MIME-Version| Reply-To: z@x.example#MIME-Version| MISMATCH| at Reply-To",
        "Hello| Hallo| MISMATCH| at the part text/plain",
        "<p>Hello</p>| <p>Hello</p><p>Footer</p>| MISMATCH| at the part text/html",
        "a.bin| b.bin| MISMATCH| at the part b.bin",
        "AAE=| AAI=| MISMATCH| at the part a.bin",
        "news@acme.example| other@acme.example| WRONG_ACCOUNT| from another address",
        "Hello#World| Hello#World  | NORMALISED| after trim",
      })
  void shouldSeeADifference(String find, String replacement, Found.Kind kind, String fragment)
      throws Exception {
    Found found =
        found(
            mail ->
                mail.replace(
                    find.replace("#", "\r\n"),
                    replacement.replace("#", "\r\n")
                        + (kind == Found.Kind.NORMALISED ? "  " : "")));

    assertEquals(kind, found.kind(), found::message);
    assertTrue(found.message().contains(fragment), found::message);
  }

  @Test
  void shouldNotMindFoldsEncodingsAndNewHeaders() throws Exception {
    Found found =
        found(
            mail ->
                mail.replace(
                        "To: \"Ann\" <a@x.example>", "TO:\r\n =?utf-8?B?QW5u?=\r\n <a@X.Example>")
                    .replace("7bit\r\n\r\nHello\r\nWorld", "base64\r\n\r\nSGVsbG8KV29ybGQK")
                    .replace("MIME-Version", "X-Spam: no\r\nMIME-Version"));

    assertEquals(Found.Kind.MATCH, found.kind(), found::message);
  }

  @Test
  void shouldSayWhichNormaliserASubjectNeeded() throws Exception {
    Found found =
        found(
            mail ->
                mail.replaceFirst(
                    "(?s)Subject: .*?\r\n(?! )",
                    "Subject: =?UTF-8?Q?=C3=9Cber?= alles und "
                        + "sehr viele  Worte ".repeat(10)
                        + "\r\n"));

    assertEquals(Found.Kind.NORMALISED, found.kind(), found::message);
    assertEquals(List.of(Normaliser.TRIM, Normaliser.COLLAPSE_SPACE), found.normalisers());
  }

  @Test
  void shouldSeeThatAPartIsMissing() throws Exception {
    Found found =
        found(
            mail -> {
              int part = mail.lastIndexOf("--=_onefold", mail.indexOf("a.bin"));
              return mail.substring(0, part) + mail.substring(mail.lastIndexOf("--=_onefold"));
            });

    assertEquals(Found.Kind.PARTIAL, found.kind(), found::message);
    assertTrue(found.message().contains("parts are missing: [a.bin]; there are 2 of 3"));
  }

  @Test
  void shouldBeInconclusiveWhenAMailCannotBeRead() throws Exception {
    // given
    hit(MAIL.replace("charset=UTF-8", "charset=klingon"), false, by("AAAA1"));

    // then
    assertEquals(Inconclusive.Why.UNREADABLE, assertInstanceOf(Inconclusive.class, look()).why());
  }
}
