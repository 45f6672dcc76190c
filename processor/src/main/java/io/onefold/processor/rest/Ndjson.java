package io.onefold.processor.rest;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;

/** Answers of many lines, made one at a time as the caller takes them. */
final class Ndjson {
  private static final Logger LOG = LoggerFactory.getLogger(Ndjson.class);
  private static final MediaType TYPE = MediaType.of("application/x-ndjson");

  private Ndjson() {}

  /** Something to be done at the end that may fail. */
  interface End {
    void run() throws Exception;
  }

  /**
   * Where lines come from.
   *
   * @param next the next line with its line end; empty after the last; may block
   * @param end run once, when all is sent or the caller has gone, and never while {@code next} runs
   */
  record Lines(Callable<Optional<byte[]>> next, End end) {}

  /**
   * An answer of lines.
   *
   * @param place taken until the end; given back as well if the lines cannot be opened
   */
  static HttpResponse<Flux<byte[]>> stream(
      Admission.Place place, Supplier<Lines> open, Executor executor) {
    Lines source;
    try {
      source = open.get();
    } catch (RuntimeException e) {
      place.close();
      throw e;
    }
    End end =
        () -> {
          place.close();
          source.end().run();
        };
    Flux<byte[]> lines =
        Flux.<byte[], Callable<Optional<byte[]>>>generate(
                source::next, Ndjson::emit, state -> executor.execute(() -> finish(end)))
            .subscribeOn(Schedulers.fromExecutor(executor));
    return HttpResponse.ok(lines).contentType(TYPE);
  }

  private static Callable<Optional<byte[]>> emit(
      Callable<Optional<byte[]>> next, SynchronousSink<byte[]> sink) {
    try {
      next.call().ifPresentOrElse(sink::next, sink::complete);
    } catch (Exception e) {
      if (Thread.currentThread().isInterrupted()) {
        LOG.debug("The caller has gone: {}", e.toString());
      } else {
        // The status has gone out: cutting the answer short is all that can still tell the caller.
        LOG.warn("An answer of many lines ends early: {}", e.toString());
      }
      sink.error(e);
    }
    return next;
  }

  private static void finish(End end) {
    try {
      end.run();
    } catch (Exception e) {
      LOG.debug("Closing after an answer failed: {}", e.toString());
    }
  }
}
