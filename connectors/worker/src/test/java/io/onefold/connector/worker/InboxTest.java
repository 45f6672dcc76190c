package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InboxTest {
  private final AtomicInteger wakes = new AtomicInteger();
  private final Inbox inbox = new Inbox(wakes::incrementAndGet);
  private final List<String> done = new ArrayList<>();

  @Test
  void shouldWakeAnAnnouncedWaitOnce() {
    assertTrue(inbox.mayWait());
    inbox.post(() -> {});
    inbox.post(() -> {});

    assertEquals(1, wakes.get());
  }

  @Test
  void shouldNotWakeAnOwnerThatDoesNotWait() {
    inbox.post(() -> {});
    inbox.mayWait();
    inbox.waited();
    inbox.post(() -> {});

    assertEquals(0, wakes.get());
  }

  @Test
  void shouldAdviseAgainstWaitingWhenThereIsWork() {
    inbox.post(() -> {});

    assertFalse(inbox.mayWait());
  }

  @Test
  void shouldRunInOrderAndLeaveWhatIsPostedMeanwhile() {
    inbox.post(() -> inbox.post(() -> done.add("later")));
    inbox.post(() -> done.add("second"));

    inbox.drain();
    assertEquals(List.of("second"), done);
    inbox.drain();
    assertEquals(List.of("second", "later"), done);
  }

  @Test
  void shouldWaitForTheFirstTask() throws InterruptedException {
    Thread.ofVirtual().start(() -> inbox.post(() -> done.add("posted")));

    inbox.drain(Duration.ofSeconds(20));

    assertEquals(List.of("posted"), done);
  }
}
