package io.onefold.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.onefold.schema.TopicSpec;
import io.onefold.schema.Topics;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The chart makes KafkaTopic resources of a file, which must say what {@link Topics} says. */
class ChartTopicsTest {
  private static final Path FILE = Path.of("..", "kubernetes", "onefold", "files", "topics.json");

  /** The chart lowers the in-sync replicas where there are fewer; the file is for three. */
  private static final int REPLICAS = 3;

  private record ChartTopic(String name, Map<String, String> config) {}

  @Test
  void shouldHaveTheSettingsOfTheProgramWhenTheChartMakesTopics() throws Exception {
    // given
    Topics topics = new Topics("");

    // when
    List<ChartTopic> chart = new ObjectMapper().readValue(FILE.toFile(), new TypeReference<>() {});

    // then
    Map<String, Map<String, String>> expected =
        topics.specs(List.of()).stream()
            .collect(
                Collectors.toMap(
                    TopicSpec::name,
                    spec -> spec.config(REPLICAS),
                    (a, b) -> a,
                    LinkedHashMap::new));
    assertEquals(
        expected, chart.stream().collect(Collectors.toMap(ChartTopic::name, ChartTopic::config)));
    assertEquals(List.copyOf(expected.keySet()), chart.stream().map(ChartTopic::name).toList());
  }
}
