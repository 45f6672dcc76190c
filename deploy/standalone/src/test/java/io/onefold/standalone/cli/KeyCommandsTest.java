package io.onefold.standalone.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.DestinationRef;
import io.onefold.schema.Receipt;
import io.onefold.schema.signing.KeyFiles;
import io.onefold.schema.signing.ReceiptJson;
import io.onefold.schema.signing.ReceiptSignature;
import io.onefold.schema.signing.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys, and receipts that are checked with nothing else. */
class KeyCommandsTest {
  private static final String HASH = "sha256:" + "0f".repeat(32);

  @TempDir Path folder;
  private Path keyFile;
  private SigningKey key;

  @BeforeEach
  void create() {
    keyFile = folder.resolve("key.pem");
    CommandRun run = CommandRun.of("keys", "create", "--out", keyFile.toString());
    key = KeyFiles.signing(keyFile);
    assertEquals(new CommandRun(0, key.verifying().id() + System.lineSeparator(), ""), run);
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static ObjectNode receipt(String id, SigningKey by) {
    Receipt receipt = new Receipt();
    receipt.setOperationId(id);
    receipt.setOutcome("VERIFIED");
    receipt.setMessage("");
    receipt.setPayloadHash(HASH);
    receipt.setNormalisers(List.of());
    receipt.setDestination(new DestinationRef("blog", "http", "acme", "live"));
    receipt.setEvidence("READBACK");
    receipt.setAttempts(List.of());
    receipt.setIssuedAtMs(1_793_433_600_250L);
    receipt.setJournalSequence(9);
    receipt.setChain("ab".repeat(32));
    receipt.setSignature(ReceiptSignature.sign(receipt, by));
    return ReceiptJson.render(receipt);
  }

  @Test
  void shouldLeaveAKeyAsItIsWhenTheFileExists() throws IOException {
    String before = Files.readString(keyFile);

    CommandRun run = CommandRun.of("keys", "create", "--out", keyFile.toString());

    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("exists already"), run.err());
    assertEquals(before, Files.readString(keyFile));
  }

  @Test
  void shouldSayEachVerdictWithItsLineWhenReceiptsAreMixed() throws IOException {
    ObjectNode altered = receipt("two", key).put("publicUrl", "https://elsewhere.example");
    ObjectNode unsigned = receipt("three", key).putNull("signature");
    String keys = file("keys.json", CommandRun.of("keys", "public", keyFile.toString()).out());
    String receipts =
        file(
            "receipts.ndjson",
            receipt("one", key)
                + "\n"
                + altered
                + "\n"
                + unsigned
                + "\n"
                + receipt("four\u001b[2J", SigningKey.generate())
                + "\n");

    CommandRun run = CommandRun.of("verify-receipt", receipts, "--keys", keys);
    CommandRun json = CommandRun.of("verify-receipt", receipts, "--keys", keys, "-o", "json");

    assertEquals(1, run.exitCode());
    assertEquals(
        "valid        line 1  one  signed by key " + key.verifying().id(),
        run.out().lines().findFirst().orElseThrow());
    assertTrue(run.out().contains("altered      line 2  two  key "), run.out());
    assertTrue(run.out().contains("unsigned     line 3  three  it carries no"), run.out());
    assertTrue(run.out().contains("unknown key  line 4  four\\u001b[2J  it names key"), run.out());
    assertTrue(
        json.out()
            .startsWith("{\"line\":1,\"operationId\":\"one\",\"verdict\":\"valid\",\"text\":"),
        json.out());
  }

  @Test
  void shouldFindAllValidWhenTheyComeInAnotherForm() throws IOException {
    String pem =
        file("keys.pem", CommandRun.of("keys", "public", keyFile.toString(), "--pem").out());
    ObjectNode one = receipt("one", key);
    for (String text :
        new String[] {
          one.toPrettyString(),
          "[" + one + ",\n" + receipt("two", key).toPrettyString() + "]",
          "{\"items\":[" + one + "],\"next\":\"x\"}"
        }) {
      CommandRun run = CommandRun.of("verify-receipt", file("r", text), "--keys", pem);
      assertEquals(0, run.exitCode(), run.out() + run.err());
    }
  }

  @Test
  void shouldSayWhatIsWrongWhenNothingCanBeChecked() throws IOException {
    String keys = keyFile.toString();
    String twice = receipt("one", key).toString().replaceFirst("\\{", "{\"outcome\":\"x\",");

    assertRefused("holds no receipt", file("empty", ""), keys);
    assertRefused("line 2: this is no receipt", file("other", "\n{\"a\":1}"), keys);
    assertRefused("line 1: ", file("broken", "{"), keys);
    assertRefused("line 1: Duplicate", file("twice", twice), keys);
    assertRefused("there is no file", folder.resolve("none").toString(), keys);
    assertRefused("--keys: there is no file", file("r", twice), folder.resolve("k").toString());
  }

  /** What looks like a page must not hide from the check the receipt that it is. */
  @Test
  void shouldCheckTheReceiptItselfWhenItHasItemsBesides() throws IOException {
    ObjectNode hidden = receipt("one", SigningKey.generate());
    hidden.putArray("items");
    ObjectNode hiding = receipt("two", SigningKey.generate());
    hiding.putArray("items").add(receipt("three", key));
    for (ObjectNode forged : List.of(hidden, hiding)) {
      String receipts = file("r", receipt("zero", key) + "\n" + forged + "\n");

      CommandRun run = CommandRun.of("verify-receipt", receipts, "--keys", keyFile.toString());

      assertEquals(1, run.exitCode(), run.out());
      assertEquals(2, run.out().lines().count(), run.out());
      assertTrue(
          run.out().contains("unknown key  line 2  " + forged.path("operationId").asText() + "  "),
          run.out());
    }
  }

  @Test
  void shouldNameTheFileWhenItIsNestedTooDeeply() throws IOException {
    String deep = "{\"a\":" + "[".repeat(2000) + "]".repeat(2000) + "}";

    assertRefused(": Document nesting depth", file("deep", deep), keyFile.toString());
  }

  @Test
  void shouldNameTheOptionWhenTheIntervalIsOutOfItsRange() throws IOException {
    String contracts = file("destinations.yaml", "");
    for (List<String> bad :
        List.of(List.of("500ms", "0.5s"), List.of("0s", "0s"), List.of("25h", "25h"))) {
      for (String command : List.of("ledger", "standalone")) {
        CommandRun run =
            CommandRun.of(
                command, "--destinations", contracts, "--checkpoint-interval", bad.get(0));

        assertEquals(2, run.exitCode(), run.out());
        String said = "--checkpoint-interval is %s; allowed are 1s to 24h".formatted(bad.get(1));
        assertTrue(run.err().contains(said), run.err());
      }
    }
  }

  private static void assertRefused(String why, String receipts, String keys) {
    CommandRun run = CommandRun.of("verify-receipt", receipts, "--keys", keys);
    assertEquals(2, run.exitCode(), run.out());
    assertTrue(run.err().contains(why), run.err());
  }
}
