package io.onefold.processor.rebuild;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * Bytes on disk for the time of one run, in spaces that are apart from each other. Needs a bounded
 * part of memory, whatever it holds. Thread-safe; its folder is deleted when it is closed.
 */
final class FoldStore implements AutoCloseable {
  /** What the keys of a space are. */
  enum Space {
    /** Operation ID to its stored operation. */
    OPERATIONS(1),
    /** Operation ID of each whose payload is to be found. */
    WITHOUT_PAYLOAD(2),
    /** Operation ID to its receipt. */
    RECEIPTS(3),
    /** Key to its newest escalation. */
    ESCALATIONS(4),
    /** The same key to how the published ones compare with it. */
    SEEN_ESCALATIONS(5);

    /** Begins every key. */
    private final int prefix;

    Space(int prefix) {
      this.prefix = prefix;
    }
  }

  private static final long CACHE_BYTES = 64L << 20;
  private static final long WRITE_BUFFER_BYTES = 32L << 20;
  private static final int PREFIX_BYTES = 3;

  static {
    // Before any of its objects is made.
    RocksDB.loadLibrary();
  }

  private final Path folder;
  private final LRUCache cache = new LRUCache(CACHE_BYTES);
  private final BloomFilter filter = new BloomFilter(10);
  private final Options options;
  private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
  private final RocksDB db;

  /**
   * @param within an existing folder; a new one is made in it
   */
  FoldStore(Path within) {
    try {
      folder = Files.createTempDirectory(Files.createDirectories(within), "onefold-fold");
      options =
          new Options()
              .setCreateIfMissing(true)
              .setWriteBufferSize(WRITE_BUFFER_BYTES)
              .setTableFormatConfig(
                  new BlockBasedTableConfig().setBlockCache(cache).setFilterPolicy(filter));
      db = RocksDB.open(options, folder.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RocksDBException e) {
      throw broken(e);
    }
  }

  Optional<byte[]> get(Space space, int partition, byte[] key) {
    try {
      return Optional.ofNullable(db.get(whole(space, partition, key)));
    } catch (RocksDBException e) {
      throw broken(e);
    }
  }

  void put(Space space, int partition, byte[] key, byte[] value) {
    try {
      db.put(unlogged, whole(space, partition, key), value);
    } catch (RocksDBException e) {
      throw broken(e);
    }
  }

  void delete(Space space, int partition, byte[] key) {
    try {
      db.delete(unlogged, whole(space, partition, key));
    } catch (RocksDBException e) {
      throw broken(e);
    }
  }

  /** Shows the entries of a partition in the order of their keys, until false is returned. */
  void all(Space space, int partition, BiPredicate<byte[], byte[]> goOn) {
    byte[] prefix = whole(space, partition, new byte[0]);
    try (RocksIterator entries = db.newIterator()) {
      for (entries.seek(prefix); entries.isValid(); entries.next()) {
        byte[] key = entries.key();
        if (!Arrays.equals(prefix, 0, PREFIX_BYTES, key, 0, Math.min(PREFIX_BYTES, key.length))
            || !goOn.test(Arrays.copyOfRange(key, PREFIX_BYTES, key.length), entries.value())) {
          return;
        }
      }
    }
  }

  private static byte[] whole(Space space, int partition, byte[] key) {
    byte[] whole = new byte[PREFIX_BYTES + key.length];
    whole[0] = (byte) space.prefix;
    whole[1] = (byte) (partition >> 8);
    whole[2] = (byte) partition;
    System.arraycopy(key, 0, whole, PREFIX_BYTES, key.length);
    return whole;
  }

  private IllegalStateException broken(RocksDBException e) {
    return new IllegalStateException("the temporary store cannot be used: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    db.close();
    unlogged.close();
    options.close();
    filter.close();
    cache.close();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(FoldStore::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
