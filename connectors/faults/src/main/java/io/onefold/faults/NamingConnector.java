package io.onefold.faults;

import io.onefold.connector.Connector;
import io.onefold.connector.Observation;
import io.onefold.connector.ReadbackRequest;
import io.onefold.connector.SendGate;
import io.onefold.connector.SendRequest;
import io.onefold.connector.SendResult;
import java.util.Optional;

/**
 * Tells the wires below for which operation they make a call: a request on the wire does not show
 * it in a way that all destinations have in common. A connector makes its calls on the thread on
 * which it is called, so the thread carries it.
 */
public final class NamingConnector implements Connector {
  private static final ThreadLocal<Optional<String>> OPERATION =
      ThreadLocal.withInitial(Optional::empty);

  private final Connector connector;
  private final String suffix;

  /**
   * A connector whose calls are named.
   *
   * @param connector closed with this one
   */
  public NamingConnector(Connector connector) {
    this(connector, "");
  }

  /**
   * The same, for calls that rules for this operation are not meant for.
   *
   * @param suffix what is put behind the operation
   */
  public NamingConnector(Connector connector, String suffix) {
    this.connector = connector;
    this.suffix = suffix;
  }

  /** The tag of a call that this thread makes now. */
  public static String tag(String what) {
    return OPERATION.get().map(operation -> what + " " + operation).orElse(what);
  }

  /** The operation for which this thread makes calls; empty: for none. */
  public static Optional<String> operation() {
    return OPERATION.get();
  }

  @Override
  public String name() {
    return connector.name();
  }

  @Override
  public SendResult send(SendRequest request, SendGate gate) {
    OPERATION.set(Optional.of(request.operationId() + suffix));
    try {
      return connector.send(request, gate);
    } finally {
      OPERATION.remove();
    }
  }

  @Override
  public Observation readback(ReadbackRequest request) {
    OPERATION.set(Optional.of(request.operationId() + suffix));
    try {
      return connector.readback(request);
    } finally {
      OPERATION.remove();
    }
  }

  @Override
  public void close() {
    connector.close();
  }
}
