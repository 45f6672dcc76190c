package io.onefold.lab;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A mail that was taken may show nowhere for a long time, and a second submission is a second. */
@Lab("mail")
class MailIT {
  private static final int MAILS = 40;

  @AfterEach
  void calm(LabStage stage) throws Exception {
    stage.onefold().mailProxy().set(MailProxy.Mode.CALM);
    stage.server().command("release");
  }

  @Test
  void shouldSendEachMailOnceWhenRepliesAreLostAndTheQueueIsHeld(LabStage stage) throws Exception {
    // given
    MailProxy proxy = stage.onefold().mailProxy();
    stage.server().command("hold");
    proxy.set(MailProxy.Mode.LOSSY);
    Campaign mails = mails(stage, "mail", MAILS);

    // when
    mails.submit();
    await().atMost(Duration.ofMinutes(2)).until(() -> queued() == MAILS);
    assertEquals(0, stored(mails).size());
    stage.server().command("release");
    mails.awaitEnds();

    // then
    mails.assertEnds(Map.of("VERIFIED", (long) MAILS));
    List<String> stored = stored(mails);
    assertEquals(MAILS, stored.size());
    assertEquals(MAILS, messageIds(stored).size());
    LabReport.add(
        "Mail (Postfix, Dovecot)",
        "none",
        mails,
        new LabReport.Faults(proxy.mails(), proxy.lost(), proxy.cut()),
        stored.size());
  }

  @Test
  void shouldRejectWhenTheRecipientIsUnknown(LabStage stage) throws Exception {
    // given
    Campaign mails = mails(stage, "mail", 1);
    ((ObjectNode) mails.intent(0).get("payload")).putArray("to").add("nobody@example.test");

    // when
    mails.submit().awaitEnds();

    // then
    mails.assertEnds(Map.of("REJECTED REJECTED_BY_DESTINATION", 1L));
    assertEquals(List.of(), stored(mails));
  }

  @Test
  void shouldLeaveItToAPersonWhenNobodyKnowsWhetherItWasTaken(LabStage stage) throws Exception {
    // given
    stage.onefold().mailProxy().set(MailProxy.Mode.SEVERED);

    // when
    Campaign mails = mails(stage, "mail-impatient", 2).submit().awaitEnds();

    // then
    mails.assertEnds(Map.of("UNRESOLVED READBACK_UNAVAILABLE", 2L));
    assertEquals(2, stage.onefold().mailProxy().mails());
    assertEquals(List.of(), stored(mails));
  }

  private static Campaign mails(LabStage stage, String destination, int many) {
    Campaign mails = stage.campaign(destination);
    for (int number = 0; number < many; number++) {
      ObjectNode payload = mails.add().putObject("payload");
      payload.putArray("to").add("Ada <inbox@example.test>");
      payload
          .put("subject", "Lab " + mails.run() + " no. " + number + ": Grüße")
          .put("text", "Run " + mails.run() + "\n.\nFrom here on, é and a line of its own dot.\n");
    }
    return mails;
  }

  /** How many mails Postfix has taken and not delivered. */
  private static int queued() throws IOException {
    int files = 0;
    for (String queue : List.of("deferred", "active", "incoming")) {
      files += files(LabServer.data("mail").resolve("queue").resolve(queue)).size();
    }
    return files;
  }

  /** The mails of this campaign in the mailbox. */
  private static List<String> stored(Campaign mails) throws IOException {
    return files(LabServer.data("mail").resolve("mail").resolve("inbox@example.test")).stream()
        .map(MailIT::read)
        .filter(text -> text.contains("Run " + mails.run()))
        .toList();
  }

  private static List<Path> files(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static Set<String> messageIds(List<String> mails) {
    Set<String> ids = new HashSet<>();
    for (String mail : mails) {
      mail.lines()
          .filter(line -> line.regionMatches(true, 0, "message-id:", 0, 11))
          .findFirst()
          .ifPresent(ids::add);
    }
    return ids;
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
