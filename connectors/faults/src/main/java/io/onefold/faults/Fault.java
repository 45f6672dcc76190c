package io.onefold.faults;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** What happens to one exchange. */
public sealed interface Fault {

  /** What happens, in a few words for people. */
  String words();

  /** The connection is closed; the upstream sees nothing. */
  record CutBefore() implements Fault {
    @Override
    public String words() {
      return "cut before the request reached the destination";
    }
  }

  /** The upstream has the request and has answered; the connection is closed without an answer. */
  record LoseAnswer() implements Fault {
    @Override
    public String words() {
      return "the answer was lost";
    }
  }

  /**
   * The answer breaks off in the middle of its body.
   *
   * @param bytes of the body that get through, 0 or more; at least one of it never does
   */
  record CutAnswer(int bytes) implements Fault {
    public CutAnswer {
      if (bytes < 0) {
        throw new IllegalArgumentException("bytes is " + bytes + "; allowed are 0 and more");
      }
    }

    @Override
    public String words() {
      return "the answer broke off after " + bytes + " bytes";
    }
  }

  /** The upstream has answered; the answer is passed on so much later. */
  record HoldAnswer(Duration delay) implements Fault {
    @Override
    public String words() {
      return "the answer was held back for " + delay.toMillis() + " ms";
    }
  }

  /** The request is delivered so much later, also if the caller is gone by then: a late write. */
  record HoldRequest(Duration delay) implements Fault {
    @Override
    public String words() {
      return "the request was held back for " + delay.toMillis() + " ms and then delivered";
    }
  }

  /**
   * The request is delivered, and whatever the upstream answered, the caller gets this.
   *
   * @param status 100 to 599, as for all statuses here
   */
  record AnswerAfter(int status) implements Fault {
    public AnswerAfter {
      checkStatus(status);
    }

    @Override
    public String words() {
      return "the destination's answer was replaced by " + status;
    }
  }

  /** The caller gets this, and the upstream sees nothing. */
  record AnswerInstead(int status, Map<String, String> headers) implements Fault {
    public AnswerInstead {
      checkStatus(status);
      headers = Map.copyOf(headers);
    }

    @Override
    public String words() {
      return "answered " + status + " without asking the destination";
    }
  }

  /** Delivered, and so much after its answer delivered again; the caller gets the first answer. */
  record DeliverTwice(Duration apart) implements Fault {
    @Override
    public String words() {
      return "the request was delivered twice";
    }
  }

  /**
   * Delivered with other values of these headers where it has them.
   *
   * @param headers name, in any case, to value
   */
  record ReplaceHeaders(Map<String, String> headers) implements Fault {
    public ReplaceHeaders {
      Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      sorted.putAll(headers);
      headers = java.util.Collections.unmodifiableMap(sorted);
    }

    @Override
    public String words() {
      return "delivered with other values of " + String.join(", ", headers.keySet());
    }
  }

  private static void checkStatus(int status) {
    if (status < 100 || status > 599) {
      throw new IllegalArgumentException("status is " + status + "; allowed are 100 to 599");
    }
  }
}
