package io.onefold.schema.sealing;

import io.onefold.schema.FileProblem;
import io.onefold.schema.WrappedKey;
import io.onefold.schema.signing.InvalidKeyFileException;
import io.onefold.schema.signing.KeyFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys under which the keys of operations are wrapped: the first wraps new ones, the others
 * open what was wrapped before. Immutable; shows nothing of them but their IDs.
 */
public final class InstallationKeys {
  private static final int ID_BYTES = 8;
  private static final String ALLOWED =
      "; allowed are exactly 32 random bytes, as after: openssl rand -out FILE 32";

  private final Map<String, byte[]> byId = new LinkedHashMap<>();
  private final String newest;

  private InstallationKeys(List<byte[]> keys) {
    keys.forEach(key -> byId.putIfAbsent(idOf(key), key.clone()));
    this.newest = byId.keySet().iterator().next();
  }

  /**
   * The keys of these files, the newest first.
   *
   * @throws InvalidKeyFileException if there is no file, one is not 32 bytes long, or everybody on
   *     this machine may read or write it
   */
  public static InstallationKeys read(List<Path> files) {
    if (files.isEmpty()) {
      throw new InvalidKeyFileException("no file of a payload key is named" + ALLOWED);
    }
    List<byte[]> keys = new ArrayList<>();
    files.forEach(file -> keys.add(read(file)));
    return new InstallationKeys(keys);
  }

  private static byte[] read(Path file) {
    try {
      byte[] key = Files.readAllBytes(file);
      if (key.length != Aes.KEY_BYTES) {
        throw new InvalidKeyFileException(file + " is " + key.length + " bytes long" + ALLOWED);
      }
      KeyFiles.checkPermissions(file);
      return key;
    } catch (IOException e) {
      throw new InvalidKeyFileException(FileProblem.of(file, e) + ALLOWED, e);
    }
  }

  private static String idOf(byte[] key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update("onefold-payload-key:".getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(key), ID_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must provide SHA-256", e);
    }
  }

  WrappedKey wrap(String operationId, DataKey key, long nowMs) {
    byte[] wrapped =
        Aes.seal(
            installationKey(newest),
            Aes.random(Aes.NONCE_BYTES),
            operationId.getBytes(StandardCharsets.UTF_8),
            key.bytes());
    return new WrappedKey(newest, ByteBuffer.wrap(wrapped), nowMs);
  }

  /**
   * The key of an operation.
   *
   * @throws SealingException if it is wrapped under another installation key, or was changed
   */
  DataKey unwrap(String operationId, WrappedKey wrapped) {
    if (!byId.containsKey(wrapped.getKeyId())) {
      throw new SealingException(
          SealingException.Kind.UNKNOWN_INSTALLATION_KEY,
          "the payload of operation "
              + operationId
              + " is sealed under payload key "
              + wrapped.getKeyId()
              + "; this process has only "
              + String.join(", ", byId.keySet()));
    }
    byte[] bytes = new byte[wrapped.getWrapped().remaining()];
    wrapped.getWrapped().duplicate().get(bytes);
    return Aes.open(
            installationKey(wrapped.getKeyId()),
            operationId.getBytes(StandardCharsets.UTF_8),
            bytes)
        .map(DataKey::new)
        .orElseThrow(
            () ->
                new SealingException(
                    SealingException.Kind.BROKEN,
                    "the payload key of operation " + operationId + " was changed"));
  }

  private byte[] installationKey(String id) {
    return Optional.ofNullable(byId.get(id)).orElseThrow();
  }

  @Override
  public String toString() {
    return "InstallationKeys" + byId.keySet();
  }
}
