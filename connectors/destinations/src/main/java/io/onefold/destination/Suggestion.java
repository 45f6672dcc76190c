package io.onefold.destination;

import java.util.Collection;
import java.util.Comparator;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** The word that was probably meant. */
public final class Suggestion {
  private Suggestion() {}

  /** A remark that names the nearest word; empty if none is near. */
  public static String of(String written, Collection<String> words) {
    // A long wrong word costs its length times that of each known word, and means none of them.
    if (written.length() > 40) {
      return "";
    }
    int most = Math.max(1, written.length() / 3);
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    return words.stream()
        .filter(word -> distance.apply(written, word) <= Math.min(most, word.length() - 1))
        .min(Comparator.comparingInt(word -> distance.apply(written, word)))
        .map(word -> " (did you mean `" + word + "`?)")
        .orElse("");
  }
}
