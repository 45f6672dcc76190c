package io.onefold.connector.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CatalogueTest {
  @Test
  void shouldRefuseAContractWithoutItsConnector() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> new Catalogue(List.of(Contracts.blog()), List.of()));

    assertEquals(
        "destination blog needs connector fake but this worker has only []", refused.getMessage());
  }

  @Test
  void shouldRefuseTwoConnectorsOfOneName() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Catalogue(List.of(), List.of(new FakeConnector(), new FakeConnector())));
  }

  @Test
  void shouldFollowOnlyTheContractThatItHasItself() {
    Catalogue catalogue = new Catalogue(List.of(Contracts.blog()), List.of(new FakeConnector()));

    assertEquals(Optional.empty(), catalogue.mismatch("blog", Contracts.blog().hash()));
    assertTrue(catalogue.mismatch("blog", "sha256:x").orElseThrow().contains("sha256:x"));
    assertTrue(catalogue.mismatch("shop", "sha256:x").orElseThrow().contains("shop"));
    assertEquals(
        new AccountKey("fake://blog.example", "blog-account", "test"), catalogue.account("blog"));
    assertEquals(AccountKey.unknown("shop"), catalogue.account("shop"));
  }
}
