package io.onefold.access;

import io.onefold.schema.FileProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who may do what, now. An access file is looked at again and again: a changed one counts within
 * seconds, and a changed one that is broken does not count, is told in the log, and leaves what was
 * there before. Thread-safe.
 */
public final class Access implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Access.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(2);

  private final Optional<Path> file;
  private final InstantSource clock;
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("access-watch").factory());
  private volatile Version version;
  private volatile boolean valid = true;
  // Only the watching thread, and the starting one before it, use this.
  private String seen = "";

  private record Version(RestLimits limits, Optional<Authenticator> authenticator) {}

  private Access(RestAccess settings, InstantSource clock) {
    this.file = settings.file();
    this.clock = clock;
    this.version = new Version(RestLimits.STANDARD, Optional.empty());
  }

  /**
   * Reads the access file, if there is one, and keeps an eye on it until this is closed.
   *
   * @throws InvalidAccessException naming every mistake with its line and what is allowed, or that
   *     the file cannot be read
   */
  public static Access start(RestAccess settings, InstantSource clock) {
    Access access = new Access(settings, clock);
    if (access.file.isPresent()) {
      try {
        access.load(access.file.get());
      } catch (IOException e) {
        throw unreadable(access.file.get(), e);
      }
      // Its own future would only tell that a look failed, and no look throws.
      var unused =
          access.watch.scheduleWithFixedDelay(
              access::look, LOOK_EVERY.toMillis(), LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }
    return access;
  }

  /**
   * Reads a file once.
   *
   * @return who may do what by it, a line for each
   * @throws InvalidAccessException as {@link #start} does
   */
  public static List<String> check(Path file) {
    try {
      return AccessFile.read(file).describe();
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static InvalidAccessException unreadable(Path file, IOException e) {
    return new InvalidAccessException(
        List.of(FileProblem.of(file, e) + "; an access file is needed"));
  }

  /** The hash of a token, as an access file holds it. */
  public static String hash(String token) {
    return HexFormat.of().formatHex(Authenticator.sha256(token));
  }

  /** True if callers must prove who they are. */
  public boolean isGuarded() {
    return version.authenticator().isPresent();
  }

  /** False while the newest version of the access file is not used, because it is broken. */
  public boolean isValid() {
    return valid;
  }

  /** What holds for callers now. */
  public RestLimits limits() {
    return version.limits();
  }

  /**
   * Who makes a request; {@link Caller#ANYBODY} where nobody has to prove it. May block.
   *
   * @param authorization the header of that name; null if there is none
   * @throws UnprovenCallerException if a proof is missing or not valid
   * @throws KeysUnavailableException if that cannot be told now
   */
  public Caller caller(@Nullable String authorization)
      throws UnprovenCallerException, KeysUnavailableException {
    Optional<Authenticator> authenticator = version.authenticator();
    return authenticator.isEmpty() ? Caller.ANYBODY : authenticator.get().check(authorization);
  }

  /** Looks whether the file has changed, and takes it if it is good. */
  void look() {
    Path path = file.orElseThrow();
    try {
      if (load(path)) {
        LOG.info("The access file {} has changed and counts from now on", path);
      }
      valid = true;
    } catch (InvalidAccessException | IOException e) {
      if (valid) {
        LOG.error(
            "The access file {} has changed and is not used; what it said before goes on: {}",
            path,
            e instanceof IOException problem ? FileProblem.of(path, problem) : e.getMessage());
      }
      valid = false;
    } catch (RuntimeException e) {
      LOG.error("Looking at the access file {} failed; what it said before goes on", path, e);
      valid = false;
    }
  }

  // Contents are compared, not times: a mounted secret is replaced under the same name and time.
  private boolean load(Path path) throws IOException {
    byte[] bytes = AccessFile.bytes(path);
    MessageDigest digest = digest();
    digest.update(bytes);
    AccessFile read = AccessFile.parse(path, bytes);
    for (Path other : read.files()) {
      digest.update(AccessFile.bytes(other));
    }
    String print = HexFormat.of().formatHex(digest.digest());
    if (print.equals(seen)) {
      return false;
    }
    seen = print;
    version = new Version(read.limits(), Optional.of(new Authenticator(read, clock)));
    return true;
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java runtime has SHA-256", e);
    }
  }

  @Override
  public void close() {
    watch.shutdownNow();
  }
}
