package io.onefold.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;

/** Prepares copies of the classes in which points lie. */
final class Preparation {
  private final ClassFileLocator classes = ClassFileLocator.ForClassLoader.ofSystemLoader();
  private final TypePool types = TypePool.Default.of(classes);

  /**
   * Writes the prepared classes.
   *
   * @param sites {@code class#method/number of parameters}
   * @return how many classes were prepared
   * @throws MissingPointException if a method does not exist (any more)
   */
  int write(Collection<String> sites, Path folder) throws IOException {
    Map<String, List<String>> byClass = new TreeMap<>();
    for (String site : sites) {
      byClass
          .computeIfAbsent(site.substring(0, site.indexOf('#')), any -> new ArrayList<>())
          .add(site);
    }
    for (Map.Entry<String, List<String>> each : byClass.entrySet()) {
      Files.write(
          folder.resolve(each.getKey() + ".class"), prepared(each.getKey(), each.getValue()));
    }
    return byClass.size();
  }

  private byte[] prepared(String className, List<String> sites) {
    TypePool.Resolution found = types.describe(className);
    if (!found.isResolved()) {
      throw new MissingPointException(
          "the class " + className + " does not exist; the points " + sites + " need it");
    }
    TypeDescription type = found.resolve();
    DynamicType.Builder<?> builder =
        new ByteBuddy().with(TypeValidation.DISABLED).redefine(type, classes);
    for (String site : sites) {
      builder = builder.visit(advice(site).on(checked(type, site)));
    }
    try (DynamicType.Unloaded<?> made = builder.make()) {
      return made.getBytes();
    }
  }

  private static Advice advice(String site) {
    return Advice.withCustomMapping().bind(SiteAdvice.Site.class, site).to(SiteAdvice.class);
  }

  private static ElementMatcher.Junction<MethodDescription> named(String site) {
    return ElementMatchers.<MethodDescription>named(name(site))
        .and(ElementMatchers.takesArguments(parameters(site)));
  }

  private static ElementMatcher.Junction<MethodDescription> checked(
      TypeDescription type, String site) {
    if (type.getDeclaredMethods().filter(named(site)).isEmpty()) {
      throw new MissingPointException(
          type.getName()
              + " has no method "
              + name(site)
              + " with "
              + parameters(site)
              + " parameters; points that lie there must follow the code (see Sites)");
    }
    return named(site);
  }

  private static String name(String site) {
    return site.substring(site.indexOf('#') + 1, site.lastIndexOf('/'));
  }

  private static int parameters(String site) {
    return Integer.parseInt(site.substring(site.lastIndexOf('/') + 1));
  }

  /** A point lies in code that is not there. */
  static final class MissingPointException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MissingPointException(String message) {
      super(message);
    }
  }
}
