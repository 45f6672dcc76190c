package io.onefold.schema.signing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.onefold.schema.FileProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Keys in files: a private one as PKCS#8 in PEM, which {@code openssl genpkey -algorithm ed25519}
 * writes too; public ones as a JWK Set, as one JWK, or in PEM.
 */
public final class KeyFiles {
  private static final String ALLOWED_PRIVATE =
      "allowed is one Ed25519 key as unencrypted PKCS#8 in PEM form (BEGIN PRIVATE KEY), as"
          + " 'onefold keys create' and 'openssl genpkey -algorithm ed25519' write it";
  private static final String ALLOWED_PUBLIC =
      "allowed are Ed25519 keys as a JWK Set, as one JWK, or in PEM form (BEGIN PUBLIC KEY)";

  private KeyFiles() {}

  /**
   * The private key of a file.
   *
   * @throws InvalidKeyFileException if there is none that could sign, or everybody on this machine
   *     may read or write the file
   */
  public static SigningKey signing(Path file) {
    List<Pem> blocks = Pem.read(text(file));
    if (blocks.size() != 1 || !blocks.get(0).label().equals(Pem.PRIVATE)) {
      throw new InvalidKeyFileException(
          "%s holds %s; %s".formatted(file, labels(blocks), ALLOWED_PRIVATE));
    }
    checkPermissions(file);
    return signing(file, blocks.get(0));
  }

  /**
   * The public keys of a file; that of a private one is its public half.
   *
   * @throws InvalidKeyFileException if it holds none, or anything else beside them
   */
  public static List<VerifyingKey> verifying(Path file) {
    String text = text(file);
    List<VerifyingKey> keys =
        text.stripLeading().startsWith("{") ? jwks(file, text) : pem(file, text);
    if (keys.isEmpty()) {
      throw new InvalidKeyFileException(file + " holds no key; " + ALLOWED_PUBLIC);
    }
    return keys;
  }

  /**
   * Writes a new key into a new file that only its owner may read.
   *
   * @throws FileAlreadyExistsException if there is a file of that name: it is left as it is
   * @throws IOException if it cannot be written
   */
  public static SigningKey create(Path file) throws IOException {
    SigningKey key = SigningKey.generate();
    Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "an absolute path");
    Files.createDirectories(folder);
    // Whole or not at all, whenever the process ends. A temporary file is its owner's alone.
    Path written = Files.createTempFile(folder, "signing-key-", ".new");
    try {
      Files.writeString(written, key.pem(), StandardOpenOption.WRITE, StandardOpenOption.SYNC);
      Files.move(written, file);
    } finally {
      Files.deleteIfExists(written);
    }
    return key;
  }

  private static boolean isPosix(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * Refuses a secret that is no secret on this machine.
   *
   * @throws InvalidKeyFileException if everybody may read or write the file
   */
  public static void checkPermissions(Path file) {
    if (!isPosix(file)) {
      return;
    }
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      if (permissions.contains(PosixFilePermission.OTHERS_READ)
          || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new InvalidKeyFileException(
            "%s is open to everybody on this machine (%s); allowed are its owner and its group, as after chmod 600"
                .formatted(file, PosixFilePermissions.toString(permissions)));
      }
    } catch (IOException e) {
      throw new InvalidKeyFileException(file + " does not tell who may read it: " + e, e);
    }
  }

  private static SigningKey signing(Path file, Pem block) {
    try {
      return SigningKey.of(
          KeyFactory.getInstance(Ed25519.NAME)
              .generatePrivate(new PKCS8EncodedKeySpec(block.bytes())));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new InvalidKeyFileException(
          "the private key in %s is no Ed25519 key; %s".formatted(file, ALLOWED_PRIVATE), e);
    }
  }

  private static List<VerifyingKey> pem(Path file, String text) {
    List<Pem> blocks = Pem.read(text);
    if (Pem.begun(text) != blocks.size()) {
      throw new InvalidKeyFileException(
          "%s begins %d keys, of which %d are whole; %s"
              .formatted(file, Pem.begun(text), blocks.size(), ALLOWED_PUBLIC));
    }
    List<VerifyingKey> keys = new ArrayList<>();
    for (Pem block : blocks) {
      keys.add(
          switch (block.label()) {
            case Pem.PUBLIC -> verifying(file, block);
            case Pem.PRIVATE -> signing(file).verifying();
            default ->
                throw new InvalidKeyFileException(
                    "%s holds a %s; %s".formatted(file, block.label(), ALLOWED_PUBLIC));
          });
    }
    return keys;
  }

  private static VerifyingKey verifying(Path file, Pem block) {
    try {
      return new VerifyingKey(
          KeyFactory.getInstance(Ed25519.NAME)
              .generatePublic(new X509EncodedKeySpec(block.bytes())));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new InvalidKeyFileException(
          "a public key in %s is no Ed25519 key; %s".formatted(file, ALLOWED_PUBLIC), e);
    }
  }

  private static List<VerifyingKey> jwks(Path file, String text) {
    try {
      JsonNode json = new ObjectMapper().readTree(text);
      List<VerifyingKey> keys = new ArrayList<>();
      for (JsonNode jwk : json.has("keys") ? json.path("keys") : List.of(json)) {
        keys.add(jwk(file, jwk, keys.size() + 1));
      }
      return keys;
    } catch (JsonProcessingException e) {
      // Its full message repeats where it stands, twice and in Jackson's words.
      throw new InvalidKeyFileException(
          "%s is no JSON: %s; %s".formatted(file, e.getOriginalMessage(), ALLOWED_PUBLIC), e);
    }
  }

  private static VerifyingKey jwk(Path file, JsonNode jwk, int number) {
    Optional<byte[]> raw =
        Base64Url.read(jwk.path("x").asText("")).filter(x -> x.length == Ed25519.PUBLIC_BYTES);
    boolean fits =
        jwk.path("kty").asText("").equals("OKP") && jwk.path("crv").asText("").equals(Ed25519.NAME);
    try {
      if (fits && raw.isPresent()) {
        return named(file, jwk, new VerifyingKey(Ed25519.publicKey(raw.get())));
      }
    } catch (GeneralSecurityException e) {
      throw notEd25519(file, number);
    }
    throw notEd25519(file, number);
  }

  /** Signatures name keys by their thumbprints: another name would never be found. */
  private static VerifyingKey named(Path file, JsonNode jwk, VerifyingKey key) {
    String kid = jwk.path("kid").asText(key.id());
    if (!kid.equals(key.id())) {
      throw new InvalidKeyFileException(
          "%s calls a key '%s'; allowed as kid is only its thumbprint (RFC 7638), %s"
              .formatted(file, kid, key.id()));
    }
    return key;
  }

  private static InvalidKeyFileException notEd25519(Path file, int number) {
    return new InvalidKeyFileException(
        "key %d in %s is no Ed25519 key (kty OKP, crv Ed25519, x of 32 bytes in base64url); %s"
            .formatted(number, file, ALLOWED_PUBLIC));
  }

  private static String labels(List<Pem> blocks) {
    return blocks.isEmpty()
        ? "nothing in PEM form"
        : String.join(", ", blocks.stream().map(block -> "a " + block.label()).toList());
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new InvalidKeyFileException(FileProblem.of(file, e) + "; a key file is needed", e);
    }
  }
}
