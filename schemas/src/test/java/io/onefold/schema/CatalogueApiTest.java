package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class CatalogueApiTest {
  private static final String SUBJECT = "onefold.commands.mail-value";

  private final CatalogueApi api = new CatalogueApi(Topics.standard(), List.of("mail"));
  private final ReleasedSchema command = BuiltInCatalogue.instance().newest(Message.COMMAND);

  private static void assertProblem(int errorCode, int status, Executable call) {
    var problem = assertThrows(CatalogueApi.Problem.class, call);
    assertEquals(errorCode, problem.errorCode(), problem::getMessage);
    assertEquals(status, problem.status());
  }

  @Test
  void shouldListOneSubjectForEachTopicWhenAsked() {
    assertEquals(
        List.of(
            "onefold.checkpoints-value",
            "onefold.commands-value",
            "onefold.commands.mail-value",
            "onefold.destinations-value",
            "onefold.escalations-value",
            "onefold.intents-value",
            "onefold.journal-value",
            "onefold.payload-keys-value",
            "onefold.provider-events-value",
            "onefold.receipts-value",
            "onefold.reviews-value"),
        api.subjects());
  }

  @Test
  void shouldShowAVersionWhenAskedByNumberOrForTheLatest() {
    var latest = api.version(SUBJECT, "latest");

    assertEquals(List.of(1, 2), api.versions(SUBJECT));
    assertEquals(new CatalogueApi.SubjectVersion(SUBJECT, command.id(), 2, command.text()), latest);
    assertEquals(latest, api.version(SUBJECT, "2"));
    assertEquals(latest, api.version(SUBJECT, "-1"));
    assertEquals(1, api.version(SUBJECT, "1").version());
  }

  @Test
  void shouldShowASchemaAndItsSubjectsWhenAskedById() {
    assertTrue(api.schema(command.id()).startsWith("{\"type\":\"record\",\"name\":\"Command\""));
    assertEquals(
        List.of("onefold.commands-value", SUBJECT),
        api.usesOf(command.id()).stream().map(CatalogueApi.SubjectVersion::subject).toList());
  }

  @Test
  void shouldFindASchemaWhenItIsPostedWithJavasHintsOrWithout() {
    String fromJava = Command.getClassSchema().toString();
    String undocumented = fromJava.replaceAll(",\"doc\":\"[^\"]*\"", "");

    assertEquals(command.id(), api.lookUp(SUBJECT, fromJava).id());
    assertEquals(command.id(), api.lookUp(SUBJECT, undocumented).id());
    assertEquals(command.id(), api.register(SUBJECT, command.text()));
  }

  @Test
  void shouldTellWhatIsInTheWayWhenASchemaIsNotCompatible() {
    String required =
        command
            .text()
            .replace(
                "\"fields\":[{\"name\":\"operationId\"",
                "\"fields\":[{\"name\":\"x\",\"type\":\"int\"},{\"name\":\"operationId\"");

    List<String> none = api.incompatibilities(SUBJECT, Optional.empty(), command.text());
    List<String> all = api.incompatibilities(SUBJECT, Optional.empty(), required);
    List<String> latest = api.incompatibilities(SUBJECT, Optional.of("latest"), required);

    assertEquals(List.of(), none);
    assertEquals(2, all.size());
    assertEquals(1, latest.size());
    assertTrue(
        latest.get(0).startsWith("version 2: READER_FIELD_MISSING_DEFAULT"), latest::toString);
    assertProblem(
        40402, 404, () -> api.incompatibilities(SUBJECT, Optional.of("9"), command.text()));
  }

  @Test
  void shouldAnswerAsARegistryDoesWhenNothingIsFound() {
    String intent = Intent.getClassSchema().toString();

    assertProblem(40401, 404, () -> api.versions("other-value"));
    assertProblem(40401, 404, () -> api.version("onefold.dead-letters-value", "1"));
    assertProblem(40401, 404, () -> api.lookUp("onefold.commands", intent));
    assertProblem(40402, 404, () -> api.version(SUBJECT, "99"));
    assertProblem(42202, 422, () -> api.version(SUBJECT, "0"));
    assertProblem(42202, 422, () -> api.version(SUBJECT, "newest"));
    assertProblem(40403, 404, () -> api.schema(1));
    assertProblem(40403, 404, () -> api.usesOf(1));
    assertProblem(40403, 404, () -> api.lookUp(SUBJECT, intent));
    assertProblem(42201, 422, () -> api.lookUp(SUBJECT, "{"));
    assertProblem(409, 409, () -> api.register(SUBJECT, intent));
  }
}
