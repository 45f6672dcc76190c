package io.onefold.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BucketsTest {
  @Test
  void shouldKeepEachOperationTogetherAndInOrderWhenBucketsAreDivided() throws Exception {
    try (Buckets<Laid> buckets = Buckets.forRecords(Laid.FORM, 50_000)) {
      // given
      for (int offset = 0; offset < 10_000; offset++) {
        buckets.add(laid("op-" + offset % 97, offset));
      }

      // when
      Map<String, List<Long>> read = new HashMap<>();
      for (Buckets.Bucket<Laid> bucket : buckets.all()) {
        try (Buckets<Laid> smaller = buckets.divided(bucket)) {
          smaller
              .all()
              .forEach(
                  part -> {
                    Map<String, List<Long>> here = new HashMap<>();
                    part.read(
                        laid ->
                            here.computeIfAbsent(key(laid), any -> new ArrayList<>())
                                .add(laid.record().offset()));
                    here.forEach((key, offsets) -> assertTrue(read.put(key, offsets) == null, key));
                  });
        }
      }

      // then
      assertEquals(97, read.size());
      read.forEach(
          (key, offsets) -> assertEquals(offsets.stream().sorted().toList(), offsets, key));
      assertEquals(10_000, read.values().stream().mapToInt(List::size).sum());
    }
  }

  private static String key(Laid laid) {
    return new String(
        java.util.Objects.requireNonNull(laid.record().key()), StandardCharsets.UTF_8);
  }

  private static Laid laid(String key, long offset) {
    return new Laid(
        Kind.JOURNAL,
        new TopicRecord(
            "t", 0, offset, 7, key.getBytes(StandardCharsets.UTF_8), new byte[300], Map.of()),
        "");
  }
}
