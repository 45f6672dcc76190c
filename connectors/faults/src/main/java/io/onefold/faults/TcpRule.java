package io.onefold.faults;

import java.util.regex.Pattern;

/**
 * What happens to one connection of a {@link TcpFaultProxy}.
 *
 * @param kind what it is
 * @param request found in what the client has sent since the last reply; bytes count as ISO 8859-1
 * @param reply found in a piece of what the server sends; not looked at by {@link Kind#CUT_REQUEST}
 * @param times how many connections it hits before it is spent; 0: without end
 */
public record TcpRule(Kind kind, Pattern request, Pattern reply, int times) {
  private static final Pattern ANY = Pattern.compile("");

  /** What happens. */
  public enum Kind {
    /** The piece of the request that completes the pattern is not passed on; both sides are cut. */
    CUT_REQUEST,
    /** The server has the request and replies; the reply is dropped and the client cut. */
    LOSE_REPLY,
    /** From that reply on nothing comes back, and the connection stays open. */
    HOLD_REPLY
  }

  public TcpRule {
    if (times < 0) {
      throw new IllegalArgumentException("times is " + times + "; allowed are 0 and more");
    }
  }

  /** Hits every connection. */
  public static TcpRule always(Kind kind) {
    return new TcpRule(kind, ANY, ANY, 0);
  }

  /** The same, only where this regular expression is found in the request. */
  public TcpRule request(String expression) {
    return new TcpRule(kind, Pattern.compile(expression), reply, times);
  }

  /** The same, only where this regular expression is found in the reply, such as {@code queued}. */
  public TcpRule reply(String expression) {
    return new TcpRule(kind, request, Pattern.compile(expression), times);
  }

  /** The same, for so many connections. */
  public TcpRule times(int many) {
    return new TcpRule(kind, request, reply, many);
  }
}
