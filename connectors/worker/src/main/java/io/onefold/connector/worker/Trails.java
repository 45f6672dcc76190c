package io.onefold.connector.worker;

import io.onefold.schema.ClaimRequested;
import io.onefold.schema.ProviderEvent;
import io.onefold.schema.ReadbackReported;
import io.onefold.schema.SendReported;
import io.onefold.tracing.Step;
import io.onefold.tracing.TraceHeaders;
import io.onefold.tracing.Tracing;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.Headers;

/**
 * Carries the trace of an operation from the command that was read to what is reported about it.
 * Empty while spans are off. Used by the owner thread alone.
 */
final class Trails {
  /**
   * More than can wait here: offers that are dropped leave theirs behind. A lost one only makes the
   * ledger go on from what it remembers.
   */
  static final int MOST = 100_000;

  private record Trail(Context context, String topic) {}

  private final Map<String, Trail> newest = new Newest();

  /** A command of the operation was read. */
  void read(String operationId, String topic, Headers headers) {
    if (Tracing.isOn()) {
      newest.put(operationId, new Trail(TraceHeaders.read(headers), topic));
    }
  }

  /** The newest command of the operation is followed; what is reported is within that. */
  Step follow(Errand errand) {
    Trail trail = newest.get(errand.operationId());
    if (trail == null) {
      return Step.UNTOLD;
    }
    Step step =
        Step.ofRecord("process", trail.topic(), SpanKind.CONSUMER, trail.context())
            .with(Tracing.OPERATION_ID, errand.operationId())
            .with(Tracing.DESTINATION, errand.destination())
            .with(Tracing.TOKEN, (long) errand.token());
    newest.put(errand.operationId(), new Trail(step.context(), trail.topic()));
    return step;
  }

  /** A claim or report goes out. */
  Step send(ProviderEvent event, String topic) {
    if (!Tracing.isOn()) {
      return Step.UNTOLD;
    }
    String id = event.getOperationId();
    boolean claim = event.getFact() instanceof ClaimRequested;
    Trail trail = claim ? newest.get(id) : newest.remove(id);
    Context within = trail == null ? Context.root() : trail.context();
    return Step.ofRecord("send", topic, SpanKind.PRODUCER, within)
        .with(Tracing.OPERATION_ID, id)
        .with(Tracing.FACT, event.getFact().getClass().getSimpleName())
        .with(Tracing.TOKEN, (long) token(event.getFact()));
  }

  private static int token(Object fact) {
    return switch (fact) {
      case ClaimRequested claim -> claim.getToken();
      case SendReported report -> report.getToken();
      case ReadbackReported report -> report.getToken();
      case Object other -> 0;
    };
  }

  private static final class Newest extends LinkedHashMap<String, Trail> {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Trail> eldest) {
      return size() > MOST;
    }
  }
}
