package io.onefold.schema.signing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.onefold.schema.Receipt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example for Node agrees with us on what was signed. */
class VerifyReceiptExampleTest {
  private final SigningKey key = SigningKey.generate();

  @TempDir private Path folder;

  @BeforeEach
  void needsNode() throws InterruptedException {
    assumeTrue(hasNode(), "skipped: this machine has no node, which runs the example");
  }

  private static boolean hasNode() throws InterruptedException {
    try {
      return new ProcessBuilder("node", "--version")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private List<String> run(int exitCode, List<ObjectNode> receipts)
      throws IOException, InterruptedException {
    Path keys = folder.resolve("keys.json");
    Files.writeString(keys, VerifyingKeys.of(List.of(key.verifying())).jwks().toString());
    Path lines = folder.resolve("receipts.ndjson");
    Files.write(lines, receipts.stream().map(ObjectNode::toString).toList());
    Path out = folder.resolve("out");
    Process node =
        new ProcessBuilder("node", "examples/verify-receipt.mjs", keys.toString())
            .redirectInput(lines.toFile())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertEquals(exitCode, node.waitFor());
    return Files.readAllLines(out, StandardCharsets.UTF_8);
  }

  @Test
  void shouldFindAReceiptValidWhenItIsGenuine() throws Exception {
    Receipt bare = Samples.receipt();
    bare.setReadback(null);
    bare.setPolicyDecision(null);
    bare.setNormalisers(List.of());
    bare.setSignature(ReceiptSignature.sign(bare, key));

    List<ObjectNode> genuine =
        List.of(ReceiptJson.render(Samples.signed(key)), ReceiptJson.render(bare));
    String valid = "valid  \"campaign|website|launch-post\"";

    assertEquals(List.of(valid, valid), run(0, genuine));
  }

  @Test
  void shouldSayWhyAndWhichWhenAReceiptIsNotValid() throws Exception {
    Receipt spoof = Samples.receipt();
    spoof.setOperationId("x\nvalid  \u009b\u2028y");

    List<String> said =
        run(
            1,
            List.of(
                ReceiptJson.render(Samples.signed(key)),
                ReceiptJson.render(spoof),
                ReceiptJson.render(Samples.signed(SigningKey.generate()))));

    assertEquals(
        List.of(
            "valid  \"campaign|website|launch-post\"",
            "unsigned  \"x\\nvalid  \\u009b\\u2028y\"",
            "unknown key  \"campaign|website|launch-post\""),
        said);
  }

  @Test
  void shouldNoticeWhenAnyFieldIsChanged() throws Exception {
    ObjectNode receipt = ReceiptJson.render(Samples.signed(key));
    List<ObjectNode> changes = Samples.changes(receipt);

    Set<String> said =
        run(1, changes).stream().map(line -> line.split("  ", 2)[0]).collect(Collectors.toSet());

    assertTrue(changes.size() > 100, "changes: " + changes.size());
    assertEquals(Set.of("altered", "unsigned", "unknown key"), said);
  }
}
