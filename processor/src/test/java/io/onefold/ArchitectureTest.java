package io.onefold;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.onefold.operation.OperationEvolver;
import io.onefold.operation.OperationState;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The borders inside the processor, and an offender that proves that they are guarded. */
class ArchitectureTest {
  private static final String CORE = "io.onefold.operation..";
  private static final String OFFENDER = "io.onefold.operation.offender";

  private static final ArchRule CORE_IMPORTS =
      classes()
          .that()
          .resideInAPackage(CORE)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify..", CORE);

  private static final ArchRule CORE_IS_PURE =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .callCodeUnitWhere(describe("asks a clock or chance", ArchitectureTest::impure))
          .because("every value that is not derived comes in with an input");

  private static final ArchRule ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("operation")
          .definedBy(CORE)
          .layer("codec")
          .definedBy("io.onefold.codec..")
          .layer("topology")
          .definedBy("io.onefold.topology..")
          .layer("processor")
          .definedBy("io.onefold.processor..")
          .whereLayer("processor")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("topology")
          .mayOnlyBeAccessedByLayers("processor")
          .whereLayer("codec")
          .mayOnlyBeAccessedByLayers("topology", "processor");

  private static final ArchRule ONLY_EVENTS_MAKE_STATES =
      noClasses()
          .that(
              DescribedPredicate.not(
                  resideInAPackage("io.onefold.codec..")
                      .or(simpleName(OperationEvolver.class.getSimpleName()))))
          .should()
          .callConstructorWhere(describe("makes a state", ArchitectureTest::makesState))
          .because("only evolving turns facts into state; the codec reads what was stored");

  private static final Map<String, ArchRule> RULES =
      Map.of(
          "imports of the core", CORE_IMPORTS,
          "purity of the core", CORE_IS_PURE,
          "direction of dependencies", ONE_WAY,
          "makers of states", ONLY_EVENTS_MAKE_STATES);

  @Test
  void shouldKeepTheBorders() {
    // given
    JavaClasses main =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.onefold");

    // then
    RULES.values().forEach(rule -> rule.check(main));
  }

  @Test
  void shouldSeeAnOffender() {
    // given a class in the core's package that breaks every rule
    JavaClasses offender =
        new ClassFileImporter()
            .importPackages(OFFENDER, "io.onefold.codec", "io.onefold.operation")
            .that(describe("the offender and main classes", ArchitectureTest::offenderOrMain));
    assertTrue(offender.contain(OFFENDER + ".ImpureRules"));

    // then
    RULES.forEach((name, rule) -> assertTrue(rule.evaluate(offender).hasViolation(), name));
  }

  private static boolean offenderOrMain(JavaClass type) {
    boolean test =
        type.getSource().filter(s -> s.getUri().getPath().contains("test-classes")).isPresent();
    return !test || type.getPackageName().equals(OFFENDER);
  }

  private static boolean makesState(JavaConstructorCall call) {
    return call.getTargetOwner().isAssignableTo(OperationState.class);
  }

  private static boolean impure(JavaCall<?> call) {
    String owner = call.getTargetOwner().getFullName();
    String name = call.getName();
    boolean clock =
        (name.equals("now") && owner.startsWith("java.time."))
            || owner.equals("java.time.Clock")
            || (owner.equals("java.lang.System")
                && (name.endsWith("Millis") || name.equals("nanoTime")));
    boolean chance =
        owner.startsWith("java.util.random.")
            || owner.equals("java.util.Random")
            || owner.equals("java.util.concurrent.ThreadLocalRandom")
            || (owner.equals("java.lang.Math") && name.equals("random"))
            || (owner.equals("java.util.UUID") && name.equals("randomUUID"));
    return clock || chance;
  }
}
