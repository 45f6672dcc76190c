package io.onefold.processor.store;

import io.onefold.codec.StoredDestination;
import io.onefold.codec.StoredOperation;
import java.net.URI;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Read access to the operations of this ledger instance. Thread-safe. */
public interface OperationStore {
  /** True while what is written to the input topics will be decided by this ledger. */
  boolean takesInputs();

  /** Which instance holds an operation, whether or not it exists. */
  Place placeOf(String operationId);

  /**
   * The operation, if it is held here; empty if it does not exist.
   *
   * @throws StoreUnavailableException if the state cannot be read now, or is held elsewhere
   */
  Optional<StoredOperation> find(String operationId);

  /**
   * The operations that are held here, in the order of their IDs.
   *
   * @param after only those with a greater ID; empty for all
   * @throws StoreUnavailableException if the state cannot be read now
   */
  Scan scan(String after);

  /**
   * The operations that are held here and have not ended, in no order.
   *
   * @throws StoreUnavailableException if the state cannot be read now
   */
  Scan running();

  /**
   * What is known of a destination where a key belongs.
   *
   * @param key an operation ID, for what holds for that operation; the destination's own name, for
   *     what its control has decided last
   * @throws StoreUnavailableException if the state cannot be read now, or is held elsewhere
   */
  StoredDestination destination(String name, String key);

  /**
   * The newest that is known here of each destination that was ever suspended.
   *
   * @throws StoreUnavailableException if the state cannot be read now
   */
  List<StoredDestination> destinations();

  /** Base addresses of the other instances of this ledger. */
  List<URI> others();

  /** An open look at the store; to be closed by whoever asked. Not thread-safe. */
  interface Scan extends Iterator<StoredOperation>, AutoCloseable {
    @Override
    void close();
  }

  /** Where an operation is held. */
  sealed interface Place {
    /** On this instance. */
    record Here() implements Place {}

    /**
     * On another instance.
     *
     * @param base its address, for example {@code http://ledger-2:8080}
     */
    record There(URI base) implements Place {}

    /** Nowhere for the moment: the instances are sharing the work out anew. */
    record Nowhere() implements Place {}
  }
}
