package io.onefold.faults;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** One request on its way through a proxy. All of it runs on the proxy's event loop. */
final class Passage {
  private static final int MOST_BYTES = 16 * 1024 * 1024;

  private final Vertx vertx;
  private final Upstream upstream;
  private final RuleBook rules;
  private final ExchangeLog log;
  private final HttpServerRequest caller;

  Passage(
      Vertx vertx, Upstream upstream, RuleBook rules, ExchangeLog log, HttpServerRequest caller) {
    this.vertx = vertx;
    this.upstream = upstream;
    this.rules = rules;
    this.log = log;
    this.caller = caller;
  }

  void begin() {
    caller.body().onSuccess(this::arrived);
  }

  private void arrived(Buffer body) {
    String tag = Optional.ofNullable(caller.getHeader(FaultProxy.TAG)).orElse("");
    String method = caller.method().name();
    Optional<Rule> rule = rules.hit(method, caller.uri(), tag);
    ExchangeLog.Entry entry = log.begin(method, caller.uri(), tag, rule);
    if (body.length() > MOST_BYTES) {
      answer(entry, 413, Map.of());
      return;
    }
    Upstream.Request request =
        new Upstream.Request(caller.method(), caller.uri(), caller.headers(), body);
    request.headers().remove(FaultProxy.TAG);
    if (rule.isPresent()) {
      suffer(rule.get().fault(), entry, request);
    } else {
      passOn(entry, request);
    }
  }

  private void passOn(ExchangeLog.Entry entry, Upstream.Request request) {
    deliver(entry, request).onSuccess(answer -> answer(entry, answer)).onFailure(lost -> hangUp());
  }

  private void suffer(Fault fault, ExchangeLog.Entry entry, Upstream.Request request) {
    switch (fault) {
      case Fault.CutBefore cut -> hangUp();
      case Fault.LoseAnswer lose -> deliver(entry, request).onComplete(done -> hangUp());
      case Fault.CutAnswer(int bytes) ->
          deliver(entry, request)
              .onSuccess(answer -> cut(entry, answer, bytes))
              .onFailure(lost -> hangUp());
      case Fault.HoldAnswer(Duration delay) ->
          deliver(entry, request)
              .onSuccess(answer -> after(delay, () -> answer(entry, answer)))
              .onFailure(lost -> hangUp());
      case Fault.HoldRequest(Duration delay) -> after(delay, () -> passOn(entry, request));
      case Fault.AnswerAfter(int status) ->
          deliver(entry, request).onComplete(done -> answer(entry, status, Map.of()));
      case Fault.AnswerInstead(int status, Map<String, String> headers) ->
          answer(entry, status, headers);
      case Fault.DeliverTwice(Duration apart) ->
          deliver(entry, request)
              .onSuccess(answer -> answer(entry, answer))
              .onFailure(lost -> hangUp())
              .onComplete(done -> after(apart, () -> deliver(entry, request)));
      case Fault.ReplaceHeaders(Map<String, String> headers) -> {
        headers.forEach(
            (name, value) -> {
              if (request.headers().contains(name)) {
                request.headers().set(name, value);
              }
            });
        passOn(entry, request);
      }
    }
  }

  private Future<Upstream.Answer> deliver(ExchangeLog.Entry entry, Upstream.Request request) {
    int place = entry.delivering();
    return upstream
        .deliver(request)
        .onSuccess(
            answer ->
                entry.delivered(place, answer.status(), headers(answer), answer.body().getBytes()))
        .onFailure(failure -> entry.failed(place, failure));
  }

  private static Map<String, String> headers(Upstream.Answer answer) {
    Map<String, String> headers = new HashMap<>();
    answer
        .headers()
        .forEach(one -> headers.putIfAbsent(one.getKey().toLowerCase(Locale.ROOT), one.getValue()));
    return headers;
  }

  private void after(Duration delay, Runnable then) {
    vertx.setTimer(Math.max(1, delay.toMillis()), id -> then.run());
  }

  private void answer(ExchangeLog.Entry entry, Upstream.Answer answer) {
    HttpServerResponse response = caller.response();
    if (!begin(entry, answer.status())) {
      return;
    }
    response.headers().addAll(answer.headers());
    if (answer.body().length() == 0) {
      response.end();
    } else {
      response.end(answer.body());
    }
  }

  private void answer(ExchangeLog.Entry entry, int status, Map<String, String> headers) {
    if (begin(entry, status)) {
      headers.forEach(caller.response()::putHeader);
      caller.response().end();
    }
  }

  /** False if the caller is gone. */
  private boolean begin(ExchangeLog.Entry entry, int status) {
    if (caller.response().closed()) {
      return false;
    }
    entry.answered(status);
    caller.response().setStatusCode(status);
    return true;
  }

  /** Announces the whole body and sends a part of it. */
  private void cut(ExchangeLog.Entry entry, Upstream.Answer answer, int bytes) {
    int all = answer.body().length();
    if (all == 0 || !begin(entry, answer.status())) {
      hangUp();
      return;
    }
    HttpServerResponse response = caller.response();
    response.headers().addAll(answer.headers());
    response
        .putHeader("Content-Length", Integer.toString(all))
        .write(answer.body().slice(0, Math.min(bytes, all - 1)))
        .onComplete(written -> hangUp());
  }

  private void hangUp() {
    caller.connection().close();
  }
}
