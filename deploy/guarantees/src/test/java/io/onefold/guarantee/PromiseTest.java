package io.onefold.guarantee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

class PromiseTest {
  private static final List<Guarantee> ALL =
      List.of(
          new OneEffect(),
          new OneLiveAttempt(),
          new UnknownIsAskedFirst(),
          new VerifiedIsReadBack(destination -> true),
          new OneReceiptOrEscalation(),
          new EverythingIsInTheLog(),
          new ReopenedOnProof());

  @Test
  void shouldQuoteReadmeWhenAskedForPromise() throws IOException {
    // given
    String readme = text(Files.readString(Path.of("../../README.md")));

    // when
    List<String> promises = ALL.stream().map(Guarantee::promise).toList();

    // then
    for (String promise : promises) {
      assertTrue(readme.contains(promise), "README.md does not say: " + promise);
    }
  }

  @Test
  void shouldCoverEverySentenceWhenReadmePromises() throws IOException {
    // given
    String readme = Files.readString(Path.of("../../README.md"));
    int from = readme.indexOf("**What it promises**");
    String list = readme.substring(readme.indexOf("\n- ", from), readme.indexOf("\n\nTwo", from));

    // when
    List<String> sentences =
        List.of(list.split("\n- ")).stream()
            .map(PromiseTest::text)
            .filter(s -> !s.isEmpty())
            .toList();

    // then
    assertEquals(sentences, ALL.stream().skip(1).map(Guarantee::promise).toList());
  }

  private static String text(String markdown) {
    return markdown.replace("**", "").replaceAll("\\s+", " ").strip();
  }

  @Test
  void shouldListExactlyTheRulesThatRunsBreakWhenDescribed() throws IOException {
    // given
    String description = Files.readString(Path.of("README.md"));
    String table = description.substring(0, description.indexOf("A test compares"));

    // when
    Set<String> listed =
        Pattern.compile("`([a-z]+(?:-[a-z]+)+)`")
            .matcher(table)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());

    // then
    assertEquals(
        new TreeSet<>(OrderTest.runs().stream().flatMap(PromiseTest::rules).toList()),
        new TreeSet<>(listed));
  }

  private static Stream<String> rules(Arguments run) {
    return ((List<?>) run.get()[2]).stream().map(String.class::cast);
  }

  @Test
  void shouldFindNothingWhenEverythingIsRight() {
    // given
    List<Story> right = List.of(Stories.verified(), Stories.secondVerified());

    // when
    List<String> broken = right.stream().flatMap(story -> story.broken().stream()).toList();

    // then
    assertEquals(List.of(), broken);
  }
}
