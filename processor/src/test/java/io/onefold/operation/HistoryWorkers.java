package io.onefold.operation;

import io.onefold.operation.OperationInput.ClaimRequested;
import io.onefold.operation.OperationInput.HolderDied;
import io.onefold.operation.OperationInput.ReadbackReported;
import io.onefold.operation.OperationInput.SendReported;
import io.onefold.operation.SendReport.Detail;
import io.onefold.operation.SendReport.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Workers that claim, call, freeze, crash and come back; they obey the worker's side of the rules.
 */
final class HistoryWorkers {
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private final HistoryWorld world;
  private final HistoryProvider provider;
  private final Map<String, Long> lives = new HashMap<>();
  private final Map<String, Long> livesKnown = new HashMap<>();
  private final Map<String, Held> memory = new HashMap<>();
  private final Map<Worker, Instant> lastReport = new HashMap<>();
  private final List<Call> calls = new ArrayList<>();
  private int claims;

  HistoryWorkers(HistoryWorld world, HistoryProvider provider) {
    this.world = world;
    this.provider = provider;
    for (int i = 1; i <= 3; i++) {
      lives.put("w-" + i, 1L);
    }
  }

  private record Held(int token, Worker worker, Instant claimedAt) {}

  /** A granted attempt on its way. */
  private static final class Call {
    private final Held held;
    private final String claimId;
    private final Instant leaseUntil;
    private boolean dead;
    private Optional<HistoryProvider.Item> stored = Optional.empty();

    Call(Held held, String claimId, Instant leaseUntil) {
      this.held = held;
      this.claimId = claimId;
      this.leaseUntil = leaseUntil;
    }
  }

  /** An offer reaches some workers, or none. */
  void offered(int token) {
    int takers = world.roll(10) < 7 ? 1 : world.roll(4);
    for (int i = 0; i < takers; i++) {
      world.in(world.delay(), () -> claim(token));
    }
  }

  private void claim(int token) {
    String id = "w-" + (1 + world.roll(3));
    Worker worker = new Worker(id, lives.get(id));
    String claimId = "c-" + ++claims;
    memory.put(claimId, new Held(token, worker, world.now()));
    world.deliver(
        at ->
            new ClaimRequested(
                at, Story.ORIGIN, token, claimId, worker, worker.incarnation() >= known(id)));
    if (world.roll(25) == 0 && memory.remove(claimId) != null) {
      // It gives the claim up before any grant.
      report(new Held(token, worker, world.now()), claimId, notSent(Detail.GIVEN_UP));
    }
  }

  private long known(String id) {
    return livesKnown.getOrDefault(id, 1L);
  }

  /** A grant is read, once or again. Who does not hold the claim stays silent. */
  void granted(String claimId, Instant leaseUntil) {
    Held held = memory.remove(claimId);
    if (held == null) {
      return;
    }
    DestinationPolicy rules = world.scenario().policy();
    Instant last = held.claimedAt().plus(rules.lease()).minus(rules.sendTimeout()).minus(MARGIN);
    boolean clockBroken = !world.scenario().pauseBounded() && world.roll(10) == 0;
    if (!clockBroken && !world.now().isBefore(last)) {
      report(held, claimId, notSent(Detail.LEASE_TOO_SHORT));
      return;
    }
    Call call = new Call(held, claimId, leaseUntil);
    calls.add(call);
    world.in(pause(), () -> firstByte(call));
    if (world.roll(6) == 0) {
      world.in(Duration.ofSeconds(world.roll(40)), () -> crash(held.worker()));
    }
  }

  private Duration pause() {
    if (world.roll(5) > 0) {
      return Duration.ofMillis(world.roll(500));
    }
    return world.scenario().pauseBounded()
        ? Duration.ofSeconds(world.roll(20))
        : Duration.ofMinutes(world.roll(120));
  }

  private void firstByte(Call call) {
    if (call.dead) {
      return;
    }
    Duration timeout = world.scenario().policy().sendTimeout();
    switch (world.roll(12)) {
      case 0 -> ends(call, timeout, Samples.report(Result.UNKNOWN, Detail.TIMEOUT));
      case 1 ->
          ends(call, world.delay(), Samples.report(Result.REFUSED, Detail.REJECTED_BY_DESTINATION));
      case 2 -> ends(call, world.delay(), Samples.deferred(Duration.ofSeconds(world.roll(90))));
      case 3 -> ends(call, world.delay(), notSent(Detail.CONNECTION_REFUSED));
      case 4 -> promised(call);
      case 5 -> ends(call, timeout, Samples.report(Result.UNKNOWN, Detail.REDIRECTED));
      default -> commits(call, timeout);
    }
  }

  private void promised(Call call) {
    if (provider.effects() > 0) {
      commits(call, world.scenario().policy().sendTimeout());
      return;
    }
    provider.promise(HistoryProvider.Job.PENDING);
    if (world.roll(2) == 0) {
      world.in(
          Duration.ofMinutes(world.roll(30)), () -> provider.promise(HistoryProvider.Job.FAILED));
    } else {
      HistoryProvider.Item item = provider.store(world.now().plusSeconds(world.roll(3600)));
      if (world.scenario().pauseBounded()) {
        // A contract by lease end excludes destinations that take longer without having said so.
        item.notAfter(provider.bound(world.now(), call.leaseUntil));
      }
      call.stored = Optional.of(item);
    }
    ends(call, world.delay(), Samples.report(Result.ACCEPTED_LATER));
  }

  private void commits(Call call, Duration timeout) {
    boolean answered = world.roll(3) > 0;
    Duration lasts = answered ? Duration.ofMillis(world.roll((int) timeout.toMillis())) : timeout;
    Instant latest = provider.bound(world.now().plus(lasts), call.leaseUntil);
    long room = Duration.between(world.now(), latest).toMillis();
    boolean slow = world.roll(3) == 0;
    long visibleAfter =
        slow ? (long) (room * world.fraction()) : world.roll((int) Math.min(room, 2000) + 1);
    HistoryProvider.Item item = provider.store(world.now().plusMillis(visibleAfter));
    call.stored = Optional.of(item);
    SendReport accepted =
        world.roll(2) == 0
            ? Samples.accepted(item.id())
            : Samples.acceptedAndSaw(item.id(), provider.look(world.now()));
    ends(call, lasts, answered ? accepted : Samples.report(Result.UNKNOWN, Detail.TIMEOUT));
  }

  private void ends(Call call, Duration after, SendReport report) {
    world.in(
        after,
        () -> {
          if (!call.dead) {
            call.dead = true;
            report(call.held, call.claimId, report);
          }
        });
  }

  private void report(Held held, String claimId, SendReport report) {
    Instant read =
        world.append(
            at -> new SendReported(at, Story.ORIGIN, held.token(), claimId, held.worker(), report));
    lastReport.merge(held.worker(), read, (a, b) -> a.isAfter(b) ? a : b);
  }

  private static SendReport notSent(Detail detail) {
    return Samples.report(Result.NOT_SENT, detail);
  }

  /** A process ends; what it had begun at the destination goes on there. */
  private void crash(Worker worker) {
    if (lives.get(worker.id()) != worker.incarnation()) {
      return;
    }
    memory.values().removeIf(h -> h.worker().equals(worker));
    for (Call call : calls) {
      if (call.held.worker().equals(worker) && !call.dead) {
        call.dead = true;
        call.stored.ifPresent(i -> i.notAfter(provider.bound(world.now(), call.leaseUntil)));
      }
    }
    Worker next = new Worker(worker.id(), worker.incarnation() + 1);
    lives.put(worker.id(), next.incarnation());
    if (world.roll(3) > 0) {
      // The log keeps the order: what the old life reported is read before the new life.
      world.deliverNotBefore(
          lastReport.getOrDefault(worker, world.now()),
          at -> {
            livesKnown.merge(next.id(), next.incarnation(), Math::max);
            return new HolderDied(at, Story.ORIGIN, next, Optional.empty());
          });
    }
  }

  /** A readback is ordered; it is made never, once or twice, by whoever reads the command. */
  void readback(int token, int number) {
    int times = world.roll(8) == 0 ? 0 : world.roll(6) == 0 ? 2 : 1;
    for (int i = 0; i < times; i++) {
      world.in(world.delay(), () -> answer(token, number));
    }
  }

  private void answer(int token, int number) {
    Observation seen =
        switch (world.roll(8)) {
          case 0 -> Samples.seen(Observation.Kind.UNAVAILABLE);
          case 1 -> Samples.incompleteAbsence();
          default -> provider.look(world.now());
        };
    // A readback without the right to say "absent" still tells what it found.
    Observation told =
        provider.visible(world.now()) > 0 && !seen.complete() ? provider.look(world.now()) : seen;
    world.deliver(at -> new ReadbackReported(at, Story.ORIGIN, token, number, told));
  }
}
