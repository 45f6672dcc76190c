import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Real 'helm lint --strict' and 'helm template' for a machine without helm; started from its source.
 *
 * <pre>Helm.java CHART OUT VALUES...</pre>
 *
 * For each file of values OUT/NAME.yaml holds what was rendered, or OUT/NAME.error why it was not.
 */
final class HelmRun {
  private HelmRun() {}

  public static void main(String[] args) throws Exception {
    Path chart = Path.of(args[0]);
    Path out = Path.of(args[1]);
    for (int i = 2; i < args.length; i++) {
      Path values = Path.of(args[i]);
      String name = values.getFileName().toString().replaceFirst("\\.yaml$", "");
      try {
        Files.writeString(out.resolve(name + ".yaml"), rendered(chart, values));
      } catch (RuntimeException e) {
        Files.writeString(out.resolve(name + ".error"), e.getMessage() + "\n");
      }
    }
    LintResult lint = new Helm(chart).lint().strict().call();
    Files.writeString(
        out.resolve(lint.isFailed() ? "lint.error" : "lint.txt"),
        String.join("\n", lint.getMessages()) + "\n");
  }

  private static String rendered(Path chart, Path values) {
    return new Helm(chart)
        .template()
        .withName("acme")
        .withNamespace("ledgers")
        .withKubeVersion("1.33.0")
        .withValuesFile(values)
        .call();
  }
}
