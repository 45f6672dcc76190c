package io.onefold.processor.rest;

import io.micronaut.http.HttpRequest;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.annotation.Filter;
import io.micronaut.http.filter.HttpServerFilter;
import io.micronaut.http.filter.ServerFilterChain;
import io.micronaut.http.filter.ServerFilterPhase;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.web.router.RouteAttributes;
import io.micronaut.web.router.UriRouteInfo;
import io.onefold.access.Access;
import io.onefold.access.Caller;
import io.onefold.access.KeysUnavailableException;
import io.onefold.access.Role;
import io.onefold.access.UnprovenCallerException;
import jakarta.inject.Named;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Stands before every route: who calls, may they, and is there room. A call from another instance
 * is checked like any other, with the credential of who made it; no header lifts a check.
 */
@Filter(Filter.MATCH_ALL_PATTERN)
final class Guard implements HttpServerFilter {
  private final Access access;
  private final Admission admission;
  private final Scheduler blocking;
  private final Refusals refusals;

  Guard(
      Access access,
      Admission admission,
      @Named(TaskExecutors.BLOCKING) ExecutorService executor,
      Refusals refusals) {
    this.access = access;
    this.admission = admission;
    this.blocking = Schedulers.fromExecutorService(executor);
    this.refusals = refusals;
  }

  @Override
  public int getOrder() {
    return ServerFilterPhase.SECURITY.order();
  }

  @Override
  public Publisher<MutableHttpResponse<?>> doFilter(
      HttpRequest<?> request, ServerFilterChain chain) {
    Optional<RouteRoles.Need> need = need(request);
    if (need.filter(RouteRoles.Need::isPublic).isPresent()) {
      return chain.proceed(request);
    }
    if (!access.isGuarded()) {
      return admit(request, chain, Caller.ANYBODY, need);
    }
    // Keys of an issuer may have to be fetched first.
    return Mono.fromCallable(() -> access.caller(request.getHeaders().get("Authorization")))
        .subscribeOn(blocking)
        .flatMapMany(caller -> admit(request, chain, caller, need))
        .onErrorResume(
            UnprovenCallerException.class, e -> refuse(request, Refusals.Why.UNPROVEN, unproven(e)))
        .onErrorResume(
            KeysUnavailableException.class,
            e ->
                refuse(
                    request,
                    Refusals.Why.KEYS,
                    Problem.of(
                        ProblemType.UNAVAILABLE,
                        "the credential cannot be checked for the moment; try again shortly")));
  }

  private Publisher<MutableHttpResponse<?>> admit(
      HttpRequest<?> request,
      ServerFilterChain chain,
      Caller caller,
      Optional<RouteRoles.Need> need) {
    // Where no route was found, what follows only tells so; a found one that nobody declared is
    // closed.
    boolean undeclared = need.isEmpty() && RouteAttributes.getRouteMatch(request).isPresent();
    if (undeclared || need.filter(n -> !allows(n.roles(), caller)).isPresent()) {
      return refuse(request, Refusals.Why.ROLE, forbidden(need));
    }
    Admission.Place place;
    try {
      place = admission.enter(caller);
    } catch (ProblemException e) {
      return refuse(request, Refusals.Why.LIMIT, e.problem());
    }
    Callers.set(request, caller);
    return Flux.<MutableHttpResponse<?>>from(chain.proceed(request))
        .doFinally(end -> place.close());
  }

  private static Optional<RouteRoles.Need> need(HttpRequest<?> request) {
    return route(request).flatMap(route -> RouteRoles.of(request.getMethodName(), route));
  }

  /** The route's template; empty if there is no such route. */
  static Optional<String> route(HttpRequest<?> request) {
    return RouteAttributes.getRouteMatch(request)
        .map(match -> match.getRouteInfo())
        .filter(UriRouteInfo.class::isInstance)
        .map(UriRouteInfo.class::cast)
        .map(route -> route.getUriMatchTemplate().toPathString());
  }

  private static boolean allows(Set<Role> needed, Caller caller) {
    return needed.stream().anyMatch(caller.roles()::contains);
  }

  private static Problem forbidden(Optional<RouteRoles.Need> need) {
    String roles =
        need.stream()
            .flatMap(n -> n.roles().stream())
            .sorted()
            .map(Role::word)
            .collect(Collectors.joining(" or "));
    return Problem.of(
        ProblemType.FORBIDDEN,
        roles.isEmpty() ? "this route is closed" : "this needs the role " + roles);
  }

  private static Problem unproven(UnprovenCallerException e) {
    return Problem.of(
        e.offered() ? ProblemType.INVALID_CREDENTIAL : ProblemType.UNAUTHENTICATED,
        String.valueOf(e.getMessage()));
  }

  private Mono<MutableHttpResponse<?>> refuse(
      HttpRequest<?> request, Refusals.Why why, Problem problem) {
    refusals.count(why);
    return Mono.just(Problems.answer(request, problem));
  }
}
