package io.onefold.schema.signing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.schema.SignatureRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFilesTest {
  /** The key of RFC 8037, appendix A.1, as PKCS#8. */
  private static final String PRIVATE =
      "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
          .formatted(
              "PRIVATE KEY", "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g");

  private static final String JWK =
      "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\"}";

  /** Its thumbprint there, appendix A.3. */
  private static final String ID = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";

  @TempDir private Path folder;

  private Path file(String name, String text, String permissions) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void shouldSignAsTheStandardSaysWhenTheKeyIsItsExample() throws IOException {
    SigningKey key = KeyFiles.signing(file("key.pem", PRIVATE, "rw-r-----"));
    String signed = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc";

    SignatureRecord signature = key.sign(signed.getBytes(StandardCharsets.US_ASCII));

    assertEquals(ID, signature.getKeyId());
    assertEquals(
        "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg",
        Base64Url.write(signature.getValue().array()));
    assertTrue(key.verifying().verifies(signed.getBytes(StandardCharsets.US_ASCII), signature));
    assertFalse(key.verifying().verifies(new byte[0], signature));
    signature.setValue(ByteBuffer.allocate(3));
    assertFalse(key.verifying().verifies(new byte[0], signature));
    assertEquals("signing key " + ID, key.toString());
    assertEquals(PRIVATE, key.pem());
  }

  @Test
  void shouldReadTheSameKeyWhenItIsWrittenInAnyForm() throws IOException {
    VerifyingKey key = KeyFiles.verifying(file("a.pem", PRIVATE, "rw-------")).get(0);

    for (String text :
        List.of(
            JWK,
            key.jwk().toString(),
            key.pem(),
            "# of 2026\n" + key.pem() + key.pem(),
            VerifyingKeys.of(List.of(key, key)).jwks().toString())) {
      List<VerifyingKey> read = KeyFiles.verifying(file("b", text, "rw-r--r--"));
      assertTrue(read.stream().allMatch(one -> one.id().equals(ID)), text);
    }
    assertEquals(1, VerifyingKeys.of(List.of(key, key)).all().size());
  }

  @Test
  void shouldMakeAKeyThatOnlyItsOwnerMayReadWhenCreated() throws IOException {
    Path file = folder.resolve("new").resolve("key.pem");

    SigningKey key = KeyFiles.create(file);

    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals(key.verifying().id(), KeyFiles.signing(file).verifying().id());
    assertThrows(FileAlreadyExistsException.class, () -> KeyFiles.create(file));
  }

  @Test
  void shouldSayWhatIsWrongWhenAPrivateKeyCannotBeUsed() throws Exception {
    assertRefused("is open to everybody on this machine (rw-r--r--)", PRIVATE, "rw-r--r--");
    assertRefused("holds nothing in PEM form", "hello", "rw-------");
    assertRefused("holds a ENCRYPTED PRIVATE KEY", encrypted(), "rw-------");
    assertRefused("is no Ed25519 key", otherKind(), "rw-------");
    assertRefused("is no Ed25519 key", PRIVATE.replace("MC4C", "****"), "rw-------");
    assertRefused("holds a PUBLIC KEY", SigningKey.generate().verifying().pem(), "rw-------");
    var missing =
        assertThrows(InvalidKeyFileException.class, () -> KeyFiles.signing(folder.resolve("none")));
    assertTrue(missing.getMessage().contains("there is no file"), missing::getMessage);
  }

  private void assertRefused(String why, String text, String permissions) throws IOException {
    Path file = file("bad.pem", text, permissions);
    var refused = assertThrows(InvalidKeyFileException.class, () -> KeyFiles.signing(file));
    assertTrue(refused.getMessage().contains(file + " "), refused::getMessage);
    assertTrue(refused.getMessage().contains(why), refused::getMessage);
    assertTrue(refused.getMessage().contains("allowed"), refused::getMessage);
  }

  @Test
  void shouldSayWhatIsWrongWhenPublicKeysCannotBeUsed() throws Exception {
    String whole = SigningKey.generate().verifying().pem();
    for (List<String> bad :
        List.of(
            List.of("{\"keys\":[]}", "holds no key"),
            List.of("nothing", "holds no key"),
            List.of("{oops", "is no JSON"),
            List.of(JWK.replace("OKP", "EC"), "key 1 in"),
            List.of(JWK.replace("11qY", "1"), "key 1 in"),
            List.of(JWK.replace("{", "{\"kid\":\"mine\","), "allowed as kid is only"),
            List.of(whole + whole.substring(0, 60), "begins 2 keys, of which 1 are whole"),
            List.of(whole.substring(0, 60) + "\n" + whole, "begins 2 keys, of which 1 are whole"),
            List.of(encrypted(), "holds a ENCRYPTED PRIVATE KEY"))) {
      Path file = file("keys", bad.get(0), "rw-r--r--");
      var refused = assertThrows(InvalidKeyFileException.class, () -> KeyFiles.verifying(file));
      assertTrue(refused.getMessage().contains(bad.get(1)), refused::getMessage);
      assertTrue(refused.getMessage().contains("allowed"), refused::getMessage);
    }
  }

  private static String encrypted() {
    return Pem.write("ENCRYPTED PRIVATE KEY", new byte[100]);
  }

  private static String otherKind() throws NoSuchAlgorithmException {
    byte[] key = KeyPairGenerator.getInstance("EC").generateKeyPair().getPrivate().getEncoded();
    return Pem.write(Pem.PRIVATE, key);
  }
}
