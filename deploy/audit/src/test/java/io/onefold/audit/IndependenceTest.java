package io.onefold.audit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Test;

/** The audit repeats no mistake of the ledger, and cannot write. */
class IndependenceTest {
  private final JavaClasses audit =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.onefold.audit");

  @Test
  void shouldKnowNothingOfTheLedgerWhenItJudges() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.onefold.operation..",
            "io.onefold.suspension..",
            "io.onefold.codec..",
            "io.onefold.topology..",
            "io.onefold.processor..",
            "io.onefold.guarantee..")
        .check(audit);
  }

  @Test
  void shouldHaveNoWayToWriteWhenItReadsKafka() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            KafkaProducer.class.getPackageName() + "..", "org.apache.kafka.clients.admin..")
        .orShould()
        .callMethodWhere(
            com.tngtech.archunit.core.domain.JavaCall.Predicates.target(
                com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching(
                    "commitSync|commitAsync|subscribe|sendOffsetsToTransaction")))
        .check(audit);
  }
}
