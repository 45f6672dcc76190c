package io.onefold.standalone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.topology.StartRefusedException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandaloneTest {
  private static final Path DATA = Path.of("some", "data");

  @Test
  void shouldNameTheFolderWhenARebuildHelps() {
    // given
    StartException refused =
        new StartException("it is lost", new StartRefusedException("as the ledger says", true));

    // when
    StartException named = Standalone.namingFolder(refused, DATA);

    // then
    assertEquals(
        List.of(
            "it is lost",
            "this installation is stopped now, and is rebuilt with: onefold rebuild --data "
                + DATA
                + " --yes"),
        String.valueOf(named.getMessage()).lines().toList());
    assertTrue(named.rebuildHelps());
  }

  @Test
  void shouldSayNoMoreWhenARebuildHelpsNothing() {
    // given
    StartException refused =
        new StartException("onefold rebuild", new StartRefusedException("no answer"));
    StartException other = new StartException("the port is taken");

    // when
    List<StartException> named =
        List.of(Standalone.namingFolder(refused, DATA), Standalone.namingFolder(other, DATA));

    // then
    assertSame(refused, named.get(0));
    assertSame(other, named.get(1));
  }
}
