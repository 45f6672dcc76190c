package io.onefold.processor.rest;

import io.micronaut.http.HttpMethod;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.Filter;
import io.micronaut.http.filter.HttpServerFilter;
import io.micronaut.http.filter.ServerFilterChain;
import io.micronaut.http.filter.ServerFilterPhase;
import io.onefold.tracing.Step;
import io.onefold.tracing.TraceHeaders;
import io.onefold.tracing.Tracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import java.util.Map;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * While spans are on, makes one of every call that was let in and writes something, within the
 * trace that its headers carry. It tells method, route and status, and nothing of what was sent.
 */
@Filter(patterns = "/v1/**", methods = HttpMethod.POST)
final class RequestStep implements HttpServerFilter {
  private static final String ATTRIBUTE = "onefold.step";
  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");
  private static final int SERVER_ERROR = 500;

  /** After those who may still refuse the call. */
  @Override
  public int getOrder() {
    return ServerFilterPhase.SECURITY.after();
  }

  @Override
  public Publisher<MutableHttpResponse<?>> doFilter(
      HttpRequest<?> request, ServerFilterChain chain) {
    if (!Tracing.isOn()) {
      return chain.proceed(request);
    }
    String route = Guard.route(request).orElse("/v1");
    Step step =
        Step.begin(
                request.getMethodName() + " " + route,
                SpanKind.SERVER,
                TraceHeaders.read(name -> request.getHeaders().get(name)))
            .with(METHOD, request.getMethodName())
            .with(ROUTE, route);
    request.setAttribute(ATTRIBUTE, step);
    return Flux.<MutableHttpResponse<?>>from(chain.proceed(request))
        .doOnNext(response -> answered(step, response.code()))
        .doFinally(end -> step.end());
  }

  private static void answered(Step step, int status) {
    step.with(STATUS, (long) status);
    if (status >= SERVER_ERROR) {
      step.failed();
    }
  }

  /** Does something within the call, on this thread. */
  static <T> T within(HttpRequest<?> request, Supplier<T> work) {
    return of(request).within(work);
  }

  private static Step of(HttpRequest<?> request) {
    return request.getAttribute(ATTRIBUTE, Step.class).orElse(Step.UNTOLD);
  }

  /** What carries the trace to another instance that the call is handed on to. */
  static Map<String, String> headers(HttpRequest<?> request) {
    return TraceHeaders.of(of(request).context());
  }
}
