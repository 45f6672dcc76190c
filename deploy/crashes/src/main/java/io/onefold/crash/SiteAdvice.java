package io.onefold.crash;

import io.onefold.crash.agent.Probe;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import net.bytebuddy.asm.Advice;

/** What is woven into a prepared method. Its code is copied, so it may only use what is public. */
final class SiteAdvice {
  private SiteAdvice() {}

  /** Stands for the site's name. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.PARAMETER)
  @interface Site {}

  @Advice.OnMethodEnter
  static void enter(@Site String site, @Advice.AllArguments Object[] arguments) {
    Probe.entered(site, arguments);
  }

  @Advice.OnMethodExit
  static void exit(@Site String site, @Advice.AllArguments Object[] arguments) {
    Probe.left(site, arguments);
  }
}
