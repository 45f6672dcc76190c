package io.onefold.destination;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The calls of one destination over HTTP. Texts named {@code url}, header values and keys are
 * templates (RFC 6570 over the variables of an operation); secret references stay in the text and
 * are resolved only where a request is built.
 */
public record HttpContract(
    Map<String, Template> headers,
    Send send,
    Optional<Idempotency> idempotency,
    Optional<Identity> identity,
    List<Readback> readback,
    Item item,
    Optional<Job> job,
    Optional<Auth> auth,
    Optional<Tls> tls,
    Egress egress) {

  public HttpContract {
    headers = Ordered.copy(headers);
    readback = List.copyOf(readback);
  }

  /** The same calls with these ways of asking alone. */
  public HttpContract asking(List<Readback> only) {
    return new HttpContract(
        headers, send, idempotency, identity, only, item, job, auth, tls, egress);
  }

  /**
   * The write. {@code providerId}, {@code publicUrl} and {@code job} are JSON Pointers (RFC 6901)
   * into its answer, or {@value #HEADER_PLACE} and the lower-case name of a header of it.
   */
  public record Send(
      String method,
      Template url,
      Duration timeout,
      Map<String, Template> headers,
      Optional<String> providerId,
      Optional<String> publicUrl,
      Optional<String> job,
      List<Rule> rules,
      Body body) {
    /** What a place in a header starts with. */
    public static final String HEADER_PLACE = "header:";

    public Send {
      headers = Ordered.copy(headers);
      rules = List.copyOf(rules);
    }
  }

  /**
   * One classification rule; the first that matches wins.
   *
   * @param status statuses it applies to; empty: any
   * @param body JSON Pointer to expectation; all must hold
   * @param headers lower-case header name to expectation; all must hold
   * @param retryAfter how long to wait where no header says it; empty: the usual time
   */
  public record Rule(
      List<Integer> status,
      Map<String, Expectation> body,
      Map<String, Expectation> headers,
      RuleResult result,
      Optional<Wait> retryAfter) {
    public Rule {
      status = List.copyOf(status);
      body = Ordered.copy(body);
      headers = Ordered.copy(headers);
    }
  }

  /**
   * How long to wait where no header says it.
   *
   * @param at JSON Pointer to a number, possibly with a fraction, or a text of one; empty: nowhere
   * @param millis true: milliseconds; false: seconds
   * @param otherwise where the body says nothing either; empty: the usual time
   */
  public record Wait(Optional<String> at, boolean millis, Optional<Duration> otherwise) {}

  /** What a rule says. */
  public enum RuleResult {
    ACCEPTED,
    ACCEPTED_LATER,
    REFUSED,
    DEFERRED,
    NOT_COMMITTED,
    UNKNOWN
  }

  /** What a JSON value must be. */
  public sealed interface Expectation {
    /**
     * Equal to this value, compared as JSON: numbers by value, everything else exactly. {@code
     * value} is a String, Boolean, Long or BigDecimal; for headers always a String. A null in the
     * contract file is {@link Absent}.
     */
    record EqualTo(Object value) implements Expectation {}

    /** Equal to one of these. */
    record OneOf(List<EqualTo> values) implements Expectation {
      public OneOf {
        values = List.copyOf(values);
      }
    }

    /** A text that holds this one. */
    record Contains(String text) implements Expectation {}

    /** A text in which this regular expression (Java's) matches somewhere. */
    record Matches(String regex) implements Expectation {}

    /** Present and not null. */
    record Present() implements Expectation {}

    /** Absent or null. */
    record Absent() implements Expectation {}
  }

  /**
   * The idempotency key.
   *
   * @param place where the key goes
   * @param name header name, query parameter, JSON Pointer of the body field, or the path variable
   * @param value template over {@code operationId}
   * @param maxLength longest key the destination takes; longer ones are hashed, 1 to 1024
   * @param quoted true: sent as a quoted structured string
   * @param window how long the destination remembers a key; zero: unknown, never protects
   * @param safeReplay the destination documents same key, same effect, also while the first call
   *     runs
   * @param inFlight statuses that mean: the first call still runs
   * @param mismatch statuses that mean: known key, other content
   */
  public record Idempotency(
      Place place,
      String name,
      Template value,
      int maxLength,
      boolean quoted,
      Duration window,
      boolean safeReplay,
      List<Integer> inFlight,
      List<Integer> mismatch) {
    public Idempotency {
      inFlight = List.copyOf(inFlight);
      mismatch = List.copyOf(mismatch);
    }

    /** Where the key goes. */
    public enum Place {
      HEADER,
      BODY_FIELD,
      QUERY,
      PATH
    }

    /**
     * True only if safe replay, a window, and the behaviour in flight and on mismatch are all
     * declared.
     */
    public boolean protects() {
      return safeReplay && !window.isZero() && !inFlight.isEmpty() && !mismatch.isEmpty();
    }
  }

  /**
   * Asked before the first send and again after {@code every}; all of {@code equalTo} (JSON Pointer
   * to expectation) must hold.
   */
  public record Identity(
      Template url,
      Map<String, Template> headers,
      Map<String, Expectation> equalTo,
      Duration every) {
    public Identity {
      headers = Ordered.copy(headers);
      equalTo = Ordered.copy(equalTo);
    }
  }

  /**
   * One way to ask.
   *
   * @param items where the items stand
   * @param next how further pages are found; empty: the answer is complete
   * @param match comparisons that pick the items of this operation, all of which must agree; empty:
   *     every item of the answer is one
   * @param followsRedirects true: up to five redirects inside the same origin are followed
   * @param since where an item says when it was made; empty: nowhere
   */
  public record Readback(
      By by,
      Template url,
      Map<String, Template> headers,
      Items items,
      Optional<Paging> next,
      List<Match> match,
      boolean followsRedirects,
      Optional<Since> since) {
    public Readback {
      headers = Ordered.copy(headers);
      match = List.copyOf(match);
    }

    /** How is asked. */
    public enum By {
      ID,
      REFERENCE,
      LIST,
      PUBLIC_URL
    }
  }

  /**
   * Where the items of an answer stand.
   *
   * @param at JSON Pointer to an array or to one item; empty: the answer itself. A step {@code *}
   *     stands for each element of an array
   * @param missingIsNone true: an answer that has nothing at {@code at} lists nothing
   * @param document true: the answer, whatever its type, is one item {@code {headers, text, size,
   *     sha256, sha1, md5}}
   */
  public record Items(String at, boolean missingIsNone, boolean document) {
    /** The answer itself is the list or the item. */
    public static final Items WHOLE = new Items("", false, false);
  }

  /**
   * Items that are older than the operation are not this operation's.
   *
   * @param at JSON Pointer to a time: RFC 3339, or seconds or milliseconds since 1970
   * @param newestFirst true: after the first older item there is no need to read on
   */
  public record Since(String at, boolean newestFirst) {}

  /** How the next page is found. */
  public sealed interface Paging {
    /** The {@code Link} header with {@code rel=next}. */
    record LinkHeader() implements Paging {}

    /** A JSON Pointer to an address, or to a cursor for the parameter that its name tells. */
    record Pointer(String pointer) implements Paging {}

    /** A JSON Pointer to a cursor, and the query parameter that it goes into. */
    record Cursor(String pointer, String query) implements Paging {}

    /**
     * A JSON Pointer into the last item of a page, and the query parameter that its value goes
     * into.
     *
     * @param more what an answer holds as long as there is more; empty: until a page is empty
     */
    record LastItem(String pointer, String query, Map<String, Expectation> more) implements Paging {
      public LastItem {
        more = Ordered.copy(more);
      }
    }
  }

  /**
   * One content comparison.
   *
   * @param sent JSON Pointer into the payload, or {@value #BODY}; empty beside a value: unused
   * @param found JSON Pointer into the found item
   * @param normalise what may be bridged
   * @param value what is compared instead of a part of the payload; empty: {@code sent} counts
   * @param contains true: the found text holds the sent one
   * @param each true: every member of the sent object is compared with the found one's of that name
   * @param digest what is made of the sent bytes before they are compared; empty: nothing
   */
  public record Match(
      String sent,
      String found,
      List<Normaliser> normalise,
      Optional<Template> value,
      boolean contains,
      boolean each,
      Optional<Digest> digest) {
    /** As {@code sent}: all bytes of the write. */
    public static final String BODY = "body";

    public Match {
      normalise = List.copyOf(normalise);
    }
  }

  /**
   * How one found item is read.
   *
   * @param failed what the trace of an attempt without effect looks like: such an item counts as
   *     not found; empty: every item is an effect
   */
  public record Item(
      Optional<String> providerId,
      Optional<String> publicUrl,
      Optional<AccountCheck> account,
      List<Match> content,
      Map<String, Expectation> complete,
      Optional<Removed> removed,
      Map<String, Expectation> failed) {
    public Item {
      content = List.copyOf(content);
      complete = Ordered.copy(complete);
      failed = Ordered.copy(failed);
    }
  }

  /** The item belongs to the intended account only if the value at {@code at} is as expected. */
  public record AccountCheck(String at, Expectation expectation) {}

  /** What a removed item looks like. */
  public record Removed(List<Integer> status, Map<String, Expectation> body) {
    public Removed {
      status = List.copyOf(status);
      body = Ordered.copy(body);
    }
  }

  /** How a job is asked. */
  public record Job(
      Template url,
      Map<String, Template> headers,
      Map<String, Expectation> done,
      Map<String, Expectation> failed,
      Optional<String> providerId,
      Duration allowance) {
    public Job {
      headers = Ordered.copy(headers);
      done = Ordered.copy(done);
      failed = Ordered.copy(failed);
    }
  }
}
