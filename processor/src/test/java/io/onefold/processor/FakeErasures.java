package io.onefold.processor;

import io.onefold.processor.log.Erasures;
import io.onefold.schema.PayloadErased;
import io.onefold.schema.sealing.SealingException;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The keys of sealed payloads in memory. */
public final class FakeErasures implements Erasures {
  /** Operations whose payload is sealed. */
  public final Set<String> sealed = new HashSet<>();

  private final Map<String, PayloadErased> notes = new ConcurrentHashMap<>();

  @Override
  public PayloadErased erase(String operationId, String by, String reason, long nowMs) {
    if (!sealed.contains(operationId)) {
      throw new SealingException(SealingException.Kind.NO_KEY, "it was not sealed");
    }
    return notes.computeIfAbsent(operationId, any -> new PayloadErased(by, reason, nowMs));
  }

  @Override
  public Optional<PayloadErased> erased(String operationId) {
    return Optional.ofNullable(notes.get(operationId));
  }
}
