package io.onefold.topology;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
  private static final Map<String, Uuid> TOPICS =
      Map.of("ledger-operations-changelog", new Uuid(1, 1));

  @TempDir Path stateDir;
  private Path store;
  private StateFolder folder;

  @BeforeEach
  void aStore() throws IOException {
    folder = new StateFolder(stateDir, "ledger");
    store = Files.createDirectories(stateDir.resolve("ledger/0_0/rocksdb")).resolve("data.sst");
    Files.writeString(store, "state");
  }

  @Test
  void shouldThrowTheStoresAwayWhenNobodyNotedWhereTheyCameFrom() {
    folder.tie(TOPICS);

    assertFalse(Files.exists(store));
  }

  @Test
  void shouldKeepTheStoresWhenTheirTopicsWereMadeAfterTheFirstStart() {
    // given
    folder.note(TOPICS);

    // when
    folder.tie(TOPICS);

    // then
    assertTrue(Files.exists(store));
  }

  @Test
  void shouldKeepTheStoresWhenThisVersionHasOneMore() {
    // given
    folder.note(TOPICS);

    // when
    folder.tie(
        Map.of(
            "ledger-operations-changelog",
            new Uuid(1, 1),
            "ledger-marks-changelog",
            new Uuid(3, 3)));

    // then
    assertTrue(Files.exists(store));
  }

  @Test
  void shouldKeepTheStoresWhenTheTopicsAreTheSame() throws IOException {
    // given
    folder.tie(TOPICS);
    aStore();

    // when
    new StateFolder(stateDir, "ledger").tie(TOPICS);

    // then
    assertTrue(Files.exists(store));
  }

  @Test
  void shouldThrowTheStoresAwayWhenATopicWasMadeAnew() throws IOException {
    // given
    Path other = Files.createDirectories(stateDir.resolve("another-ledger"));
    folder.tie(TOPICS);

    // when
    folder.tie(Map.of("ledger-operations-changelog", new Uuid(2, 2)));

    // then
    assertFalse(Files.exists(store));
    assertTrue(Files.exists(other));
  }

  @Test
  void shouldThrowTheStoresAwayOnceOnly() throws IOException {
    // given
    Map<String, Uuid> madeAnew = Map.of("ledger-operations-changelog", new Uuid(2, 2));
    folder.tie(TOPICS);
    folder.tie(madeAnew);
    aStore();

    // when
    folder.tie(madeAnew);

    // then
    assertTrue(Files.exists(store));
  }
}
