package io.onefold.connector.worker;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was opened, closed in the opposite order; one that fails to close keeps no other open. */
final class Closing implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T one) {
    opened.push(one);
    return one;
  }

  /** Adds what is to be closed after everything else. */
  <T extends AutoCloseable> T addLast(T one) {
    opened.addLast(one);
    return one;
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      AutoCloseable last = opened.pop();
      try {
        last.close();
      } catch (Exception failure) {
        LOG.warn("Could not close {}: {}", last.getClass().getSimpleName(), failure.toString());
      }
    }
  }
}
