package io.onefold.audit;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Something that breaks no rule, and that somebody should look at.
 *
 * @param destination which it is about
 * @param details what else there is to tell, by the names that JSON reports use
 * @param operations the ones concerned, at most {@link #MOST_OPERATIONS}, the oldest first
 * @param count how many operations are concerned
 * @param text one sentence for people
 */
public record Warning(
    Kind kind,
    String destination,
    Map<String, Object> details,
    List<Involved> operations,
    long count,
    String text) {
  /** The operations that one warning names. */
  public static final int MOST_OPERATIONS = 20;

  /** What is warned of, by the name that reports use. The names stay. */
  public enum Kind {
    EQUAL_PAYLOADS("Different operations ask one destination for the same, with equal payloads."),
    ITEM_WITHOUT_OPERATION("An item of a listing that no receipt and no evidence speaks of."),
    RECEIPT_WITHOUT_ITEM("A VERIFIED receipt whose item the listing does not hold.");

    private final String sentence;

    Kind(String sentence) {
      this.sentence = sentence;
    }

    /** What it means. */
    public String sentence() {
      return sentence;
    }
  }

  /**
   * An operation that is concerned.
   *
   * @param owner who answers for it; empty where nobody was named
   * @param state that its journal leads to
   * @param atMs when it began, or for a receipt when it ended: milliseconds since
   *     1970-01-01T00:00:00Z
   */
  public record Involved(String operationId, String owner, String state, long atMs) {}

  public Warning {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    operations = List.copyOf(operations);
  }
}
