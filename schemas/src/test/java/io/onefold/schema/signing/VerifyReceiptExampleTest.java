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
import java.util.ArrayList;
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

  private List<String> run(List<ObjectNode> receipts) throws IOException, InterruptedException {
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
    assertEquals(0, node.waitFor());
    return Files.readAllLines(out, StandardCharsets.UTF_8);
  }

  @Test
  void shouldFindAReceiptValidWhenItIsGenuine() throws Exception {
    Receipt bare = Samples.receipt();
    bare.setReadback(null);
    bare.setPolicyDecision(null);
    bare.setNormalisers(List.of());
    bare.setSignature(ReceiptSignature.sign(bare, key));

    List<String> said =
        run(
            List.of(
                ReceiptJson.render(Samples.signed(key)),
                ReceiptJson.render(bare),
                ReceiptJson.render(Samples.receipt()),
                ReceiptJson.render(Samples.signed(SigningKey.generate()))));

    assertEquals(
        List.of("valid", "valid", "unsigned", "unknown key"),
        said.stream().map(line -> line.split("  ", 2)[0]).toList());
  }

  @Test
  void shouldNoticeWhenAnyFieldIsChanged() throws Exception {
    ObjectNode receipt = ReceiptJson.render(Samples.signed(key));
    List<ObjectNode> changes = new ArrayList<>(Samples.changes(receipt));
    // What else stands beside the signature's members is neither signed nor looked at by it.
    changes.removeIf(changed -> changed.path("signature").has("more"));

    Set<String> said =
        run(changes).stream().map(line -> line.split("  ", 2)[0]).collect(Collectors.toSet());

    assertTrue(changes.size() > 100, "changes: " + changes.size());
    assertEquals(Set.of("altered", "unsigned", "unknown key"), said);
  }
}
