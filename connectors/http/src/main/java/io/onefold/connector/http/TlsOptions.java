package io.onefold.connector.http;

import io.onefold.destination.Tls;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Trust and client certificates of contracts, from PEM files. A file that changes is read again, so
 * that certificates may be renewed under a running worker. Thread-safe.
 */
final class TlsOptions {
  private static final int LARGEST = 1024 * 1024;

  private final Map<Tls, Loaded> loaded = new ConcurrentHashMap<>();

  private record Loaded(Map<Path, Long> changed, ClientSSLOptions options) {}

  /**
   * The options of a contract.
   *
   * @throws CallNotPossibleException if a file cannot be used; the message names it
   */
  ClientSSLOptions of(Tls tls) {
    Map<Path, Long> changed = new LinkedHashMap<>();
    tls.ca().map(Path::of).ifPresent(file -> changed.put(file, changedAt(file)));
    tls.certificate().map(Path::of).ifPresent(file -> changed.put(file, changedAt(file)));
    tls.key().map(Path::of).ifPresent(file -> changed.put(file, changedAt(file)));
    return Optional.ofNullable(loaded.get(tls))
        .filter(it -> it.changed().equals(changed))
        .orElseGet(
            () -> {
              Loaded fresh = new Loaded(changed, read(tls));
              loaded.put(tls, fresh);
              return fresh;
            })
        .options();
  }

  private static ClientSSLOptions read(Tls tls) {
    ClientSSLOptions options =
        new ClientSSLOptions().setHostnameVerificationAlgorithm("HTTPS").setUseAlpn(false);
    tls.ca()
        .map(Path::of)
        .ifPresent(
            file -> options.setTrustOptions(new PemTrustOptions().addCertValue(content(file))));
    if (tls.certificate().isPresent() && tls.key().isPresent()) {
      options.setKeyCertOptions(
          new PemKeyCertOptions()
              .addCertValue(content(Path.of(tls.certificate().get())))
              .addKeyValue(content(Path.of(tls.key().get()))));
    }
    return options;
  }

  private static long changedAt(Path file) {
    try {
      return Files.getLastModifiedTime(file).toMillis();
    } catch (IOException e) {
      throw unusable(file);
    }
  }

  private static Buffer content(Path file) {
    try {
      if (Files.size(file) > LARGEST) {
        throw unusable(file);
      }
      return Buffer.buffer(Files.readAllBytes(file));
    } catch (IOException e) {
      throw unusable(file);
    }
  }

  private static CallNotPossibleException unusable(Path file) {
    return new CallNotPossibleException(
        "The file %s of `tls` cannot be read, or is larger than 1 MiB".formatted(file));
  }
}
