package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerIdentityTest {
  @TempDir private Path folder;
  private final ManualClock clock = new ManualClock();

  @Test
  void shouldBeginWithTheTime() throws IOException {
    try (WorkerIdentity identity = WorkerIdentity.open(folder.resolve("new"), "w1", clock)) {
      assertEquals(clock.now().toEpochMilli(), identity.incarnation());
    }
  }

  @Test
  void shouldRiseWithEveryLifeEvenWhenTheClockWasSetBack() throws IOException {
    long first = live();
    clock.jumpWall(Duration.ofHours(-1));
    long second = live();
    clock.jumpWall(Duration.ofHours(2));
    long third = live();

    assertEquals(first + 1, second);
    assertEquals(clock.now().toEpochMilli(), third);
  }

  @Test
  void shouldRefuseASecondProcessInTheSameFolder() throws IOException {
    try (WorkerIdentity held = WorkerIdentity.open(folder, "w1", clock)) {
      IllegalStateException refused =
          assertThrows(IllegalStateException.class, () -> WorkerIdentity.open(folder, "w1", clock));
      assertTrue(refused.getMessage().contains("another worker uses the data folder " + folder));
      assertEquals("w1", held.workerId());
    }
    live();
  }

  @Test
  void shouldRefuseTheFolderOfAnotherWorker() throws IOException {
    live();

    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> WorkerIdentity.open(folder, "w2", clock));
    assertTrue(refused.getMessage().contains("belongs to worker w1, not to w2"));
  }

  @Test
  void shouldRefuseADamagedNumberInsteadOfStartingOver() throws IOException {
    Files.writeString(folder.resolve("worker.incarnation"), "w1\n");

    assertThrows(IllegalStateException.class, () -> WorkerIdentity.open(folder, "w1", clock));
  }

  @Test
  void shouldRefuseAnIdThatIsNoName() {
    assertThrows(IllegalArgumentException.class, () -> WorkerIdentity.open(folder, "a b", clock));
  }

  private long live() throws IOException {
    try (WorkerIdentity identity = WorkerIdentity.open(folder, "w1", clock)) {
      return identity.incarnation();
    }
  }
}
