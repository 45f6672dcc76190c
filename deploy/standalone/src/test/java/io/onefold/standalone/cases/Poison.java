package io.onefold.standalone.cases;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;

/** Ways in which a record of an input topic means nothing. */
enum Poison {
  EMPTY_VALUE {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      return good.with(good.keyBytes(), new byte[0]);
    }
  },
  NO_VALUE {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      return new ProducerRecord<>(good.topic(), good.keyBytes(), null);
    }
  },
  GARBAGE {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      byte[] bytes = new byte[1 + good.value().length];
      new Random(good.key().hashCode()).nextBytes(bytes);
      return good.with(good.keyBytes(), bytes);
    }
  },
  TEXT {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      return good.with(good.keyBytes(), utf8("{\"operationId\": \"" + good.key()));
    }
  },
  WRONG_MAGIC {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      byte[] bytes = good.value().clone();
      bytes[0] = 1;
      return good.with(good.keyBytes(), bytes);
    }
  },
  UNKNOWN_SCHEMA {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      byte[] bytes = good.value().clone();
      bytes[1] = 77;
      return good.with(good.keyBytes(), bytes);
    }
  },
  CUT_OFF {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      return good.with(good.keyBytes(), Arrays.copyOf(good.value(), good.value().length - 1));
    }
  },
  MORE_THAN_A_RECORD {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      return good.with(good.keyBytes(), Arrays.copyOf(good.value(), good.value().length + 1));
    }
  },
  NO_KEY {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      return new ProducerRecord<>(good.topic(), null, good.value());
    }
  },
  KEY_IS_NO_ID {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      return good.with(utf8("not an ID " + good.key()), good.value());
    }
  },
  KEY_IS_NO_TEXT {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      return good.with(new byte[] {(byte) 0xC3, (byte) 0x28}, good.value());
    }
  },
  KEY_DIFFERS {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      return good.with(utf8(good.key() + "x"), good.value());
    }
  },
  WRONG_PARTITION {
    @Override
    ProducerRecord<byte[], byte[]> record(Sample good) {
      int home = Utils.toPositive(Utils.murmur2(good.keyBytes())) % good.partitions();
      return new ProducerRecord<>(
          good.topic(), (home + 1) % good.partitions(), good.keyBytes(), good.value());
    }
  };

  /** The poison that this good record becomes. */
  abstract ProducerRecord<byte[], byte[]> record(Sample good);

  /**
   * A record that would mean something.
   *
   * @param partitions of the topic
   * @param key an operation ID
   */
  @SuppressWarnings("ArrayRecordComponent") // Made for one record, never compared.
  record Sample(String topic, int partitions, String key, byte[] value) {
    byte[] keyBytes() {
      return utf8(key);
    }

    private ProducerRecord<byte[], byte[]> with(byte[] otherKey, byte[] otherValue) {
      return new ProducerRecord<>(topic, otherKey, otherValue);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
