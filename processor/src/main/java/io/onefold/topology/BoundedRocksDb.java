package io.onefold.topology;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * Bounds the native memory of all stores of a process together: {@value #CACHE_BYTES} bytes of
 * blocks, and within them {@value #WRITE_BUFFER_BYTES} bytes of write buffers. Streams creates it
 * by name, once for each store.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {
  private static final long CACHE_BYTES = 96L << 20;
  private static final long WRITE_BUFFER_BYTES = 48L << 20;
  private static final long ONE_BUFFER_BYTES = 4L << 20;
  private static final double BLOOM_BITS_PER_KEY = 10;

  // Shared by all stores and never closed: they live as long as the process.
  private static final Cache CACHE = new LRUCache(CACHE_BYTES);
  private static final WriteBufferManager BUFFERS =
      new WriteBufferManager(WRITE_BUFFER_BYTES, CACHE);

  @Override
  public void setConfig(String storeName, Options options, Map<String, Object> configs) {
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    table.setBlockCache(CACHE);
    table.setCacheIndexAndFilterBlocks(true);
    table.setPinTopLevelIndexAndFilter(true);
    // Most look-ups in the operation store are for IDs it has never seen: the filter answers those
    // without a read.
    table.setFilterPolicy(new BloomFilter(BLOOM_BITS_PER_KEY));
    options.setTableFormatConfig(table);
    options.setWriteBufferManager(BUFFERS);
    options.setWriteBufferSize(ONE_BUFFER_BYTES);
    options.setMaxWriteBufferNumber(3);
    options.setMaxBackgroundJobs(2);
  }

  @Override
  public void close(String storeName, Options options) {
    // The filter belongs to the table's settings, which RocksDB frees with the options.
  }
}
