package io.onefold.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthenticatorTest {
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  @TempDir private Path folder;

  private Access access(String text) {
    return Access.start(
        Credentials.access(Credentials.write(folder, "access.yaml", text)),
        InstantSource.fixed(NOW));
  }

  private static String basic(String name, String password) {
    return "Basic "
        + Base64.getEncoder()
            .encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldKnowWhoHoldsAToken() throws Exception {
    // given
    try (Access access =
        access(
            "tokens:\n"
                + Credentials.entry("shop", "submit")
                + Credentials.entry("ann", "review"))) {
      // when
      Caller ann = access.caller("bearer " + Credentials.token("ann"));
      Caller shop = access.caller(basic("shop", Credentials.token("shop")));

      // then
      assertEquals(Optional.of("ann"), ann.name());
      assertEquals(Optional.of("shop"), shop.name());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bearer",
        "Bearer ",
        "Bearer ann",
        "Digest ann-ann-ann",
        "Basic !!!",
        "Basic YWJj",
        "Bearer a.b.c",
        "Bearer eyJhbGciOiJub25lIn0.eyJpc3MiOiJhbm4ifQ.",
      })
  void shouldRefuseWhatProvesNobody(String header) {
    // given
    try (Access access = access("tokens:\n" + Credentials.entry("ann", "review"))) {
      // when
      UnprovenCallerException refused =
          assertThrows(UnprovenCallerException.class, () -> access.caller(header));

      // then
      assertTrue(refused.offered());
      assertFalse(String.valueOf(refused.getMessage()).contains("ann"));
    }
  }

  @Test
  void shouldRefuseATokenThatIsOverTooShortOrAnothersName() {
    // given
    String text =
        "tokens:\n"
            + Credentials.entry("old", "read", "expires: 2026-06-01T00:00:00Z")
            + Credentials.entry("ann", "read", "expires: 2026-06-01T00:00:01Z")
            + "  - {name: short, sha256: %s, roles: read}\n".formatted(Credentials.hash("short"));
    try (Access access = access(text)) {
      // then
      assertThrows(UnprovenCallerException.class, () -> access.caller(Credentials.bearer("old")));
      assertThrows(UnprovenCallerException.class, () -> access.caller("Bearer short"));
      assertThrows(
          UnprovenCallerException.class,
          () -> access.caller(basic("old", Credentials.token("ann"))));
      assertThrows(UnprovenCallerException.class, () -> access.caller(null));
    }
  }

  @Test
  void shouldTakeAChangedFileAndKeepTheOldOneWhenTheNewOneIsBroken() throws Exception {
    // given
    try (Access access = access("tokens:\n" + Credentials.entry("ann", "review"))) {
      // when
      var unused = Credentials.write(folder, "access.yaml", "tokens: [");
      access.look();

      // then
      assertFalse(access.isValid());
      assertEquals(Optional.of("ann"), access.caller(Credentials.bearer("ann")).name());

      // when
      unused =
          Credentials.write(folder, "access.yaml", "tokens:\n" + Credentials.entry("bob", "read"));
      access.look();

      // then
      assertTrue(access.isValid());
      assertEquals(Optional.of("bob"), access.caller(Credentials.bearer("bob")).name());
      assertThrows(UnprovenCallerException.class, () -> access.caller(Credentials.bearer("ann")));
    }
  }

  @Test
  void shouldNotStartWhenTheFileIsMissing() {
    // when
    InvalidAccessException refused =
        assertThrows(
            InvalidAccessException.class,
            () ->
                Access.start(
                    Credentials.access(folder.resolve("none.yaml")), InstantSource.system()));

    // then
    assertEquals(
        "there is no file " + folder.resolve("none.yaml") + "; an access file is needed",
        refused.getMessage());
  }
}
