package io.onefold.crash;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What all commands that run real processes can be told, and the folder that they work in. */
final class RunOptions {
  @Option(
      names = "--group-protocol",
      paramLabel = "NAME",
      defaultValue = "classic",
      description = "How the ledgers share the work: streams or classic. Default: ${DEFAULT-VALUE}")
  String groupProtocol = "";

  @Option(names = "--keep", description = "Keeps the work folder with the logs of all processes")
  boolean keep;

  /** Something that works in a folder and answers with an exit code. */
  interface Work {
    int in(Path folder) throws Exception;
  }

  /** Does it in a new folder, which is told first and deleted afterwards unless it is kept. */
  // A folder that cannot be deleted must not hide why the work failed.
  @SuppressWarnings("try")
  int inFolder(String prefix, PrintWriter out, Work work) throws Exception {
    Path folder = Files.createTempDirectory(prefix);
    out.println("work folder: " + folder);
    out.flush();
    try (Closeable deleted = () -> deleteUnlessKept(folder)) {
      return work.in(folder);
    }
  }

  private void deleteUnlessKept(Path folder) throws IOException {
    if (!keep) {
      Folders.delete(folder);
    }
  }
}
