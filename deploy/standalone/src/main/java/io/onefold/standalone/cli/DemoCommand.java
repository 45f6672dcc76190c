package io.onefold.standalone.cli;

import io.onefold.standalone.demo.Demo;
import io.onefold.standalone.text.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code onefold demo}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Shows everything on this machine, with a deliberately unreliable blog.",
      "Needs nothing else, takes less than a minute and leaves nothing behind.",
      "Exit code 1 if an intent did not end as it must, or the blog counted an effect twice."
    })
final class DemoCommand implements Callable<Integer> {
  @Option(names = "--stay", description = "Go on running afterwards, to look around")
  boolean stay;

  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls the command
  @Spec
  CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Demo demo = Demo.start(spec.commandLine().getOut(), Terminal.ofProcess());
    // An interrupted tour leaves nothing behind either.
    Foreground foreground = Foreground.of(demo);
    try (demo) {
      boolean right = demo.run();
      if (stay) {
        demo.showAddresses();
        foreground.await(demo.standalone().stopped());
      }
      return right ? ExitCode.OK : ExitCode.NEGATIVE;
    }
  }
}
