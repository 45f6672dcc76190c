package io.onefold.processor.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.onefold.access.Caller;
import io.onefold.access.Credentials;
import io.onefold.access.Role;
import io.onefold.processor.Fixtures;
import io.onefold.processor.RestContext;
import io.onefold.processor.RestFixture;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdmissionTest {
  @TempDir private Path folder;

  private RestFixture rest(String limits) {
    String text =
        "tokens:\n"
            + Credentials.entry("ann", "submit, read")
            + Credentials.entry("bob", "submit, read")
            + "limits: {"
            + limits
            + "}\n";
    return new RestFixture(Credentials.access(Credentials.write(folder, "access.yaml", text)));
  }

  private static String[] as(String name) {
    return new String[] {
      "Authorization", Credentials.bearer(name), "Content-Type", "application/json"
    };
  }

  @Test
  void shouldBoundEachCallerAloneWhenManyAskAtOnce() throws Exception {
    // given
    try (RestFixture rest = rest("requests-per-second: 1, burst: 20");
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      // when
      List<Callable<HttpResponse<String>>> calls = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        calls.add(() -> rest.get("/v1/operations", as("ann")));
      }
      long before = System.nanoTime();
      List<HttpResponse<String>> answers = new ArrayList<>();
      for (Future<HttpResponse<String>> one : clients.invokeAll(calls)) {
        answers.add(one.get());
      }
      long seconds = (System.nanoTime() - before) / 1_000_000_000;

      // then
      long passed = answers.stream().filter(answer -> answer.statusCode() == 200).count();
      assertTrue(passed >= 20 && passed <= 21 + seconds, passed + " passed in " + seconds + " s");
      answers.stream()
          .filter(answer -> answer.statusCode() != 200)
          .forEach(
              answer -> {
                assertEquals(429, answer.statusCode(), answer.body());
                assertEquals("1", answer.headers().firstValue("Retry-After").orElse(""));
                assertTrue(answer.body().contains("allowed are 1 requests a second"));
              });
      assertEquals(200, rest.get("/v1/operations", as("bob")).statusCode());
      assertEquals(200, rest.get("/health").statusCode());
    }
  }

  @Test
  void shouldBoundRequestsThatWaitAndLeaveRoomForOthers() {
    // given
    String path = "/v1/intents?wait=1ms";
    String intent = Fixtures.approved("waits").toString();
    try (RestFixture rest = rest("waiting: 2")) {
      Admission admission = RestContext.of(rest).getBean(Admission.class);
      Admission.Place one = admission.waiting();
      Admission.Place two = admission.waiting();
      try {
        // when
        HttpResponse<String> waiting = rest.post(path, intent, as("ann"));
        HttpResponse<String> other = rest.post("/v1/intents", intent, as("ann"));

        // then
        assertEquals(429, waiting.statusCode(), waiting.body());
        assertTrue(waiting.body().contains("allowed are 2 requests with `wait` at once"));
        assertEquals(202, other.statusCode(), other.body());
      } finally {
        two.close();
      }

      // when
      HttpResponse<String> later = rest.post(path, intent, as("ann"));

      // then
      assertEquals(202, later.statusCode(), later.body());
      one.close();
    }
  }

  @Test
  void shouldBoundWhatIsUnderWayOfEachCallerAndOfAll() {
    // given
    try (RestFixture rest = rest("concurrent: 3, concurrent-per-caller: 2")) {
      Admission admission = RestContext.of(rest).getBean(Admission.class);
      Caller ann = new Caller(Optional.of("ann"), Set.of(Role.READ), Optional.empty());
      Admission.Place first = admission.enter(ann);
      Admission.Place second = admission.enter(ann);

      // when
      HttpResponse<String> own = rest.get("/v1/operations", as("ann"));
      HttpResponse<String> other = rest.get("/v1/operations", as("bob"));
      Admission.Place third =
          admission.enter(new Caller(Optional.of("cid"), Set.of(Role.READ), Optional.empty()));
      HttpResponse<String> full = rest.get("/v1/operations", as("bob"));

      // then
      assertEquals(429, own.statusCode(), own.body());
      assertEquals(200, other.statusCode(), other.body());
      assertEquals(503, full.statusCode(), full.body());

      // when
      for (Admission.Place place : List.of(first, second, third)) {
        place.close();
        place.close();
      }

      // then
      assertEquals(200, rest.get("/v1/operations", as("ann")).statusCode());
    }
  }

  @Test
  void shouldGiveThePlaceOfAFollowerBackWhenItGoes() throws Exception {
    // given
    String path = "/v1/receipts?follow=true";
    try (RestFixture rest = rest("streams: 1")) {
      HttpClient first = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      HttpResponse<InputStream> following =
          first.send(rest.request(path, as("ann")).GET().build(), BodyHandlers.ofInputStream());
      assertEquals(200, following.statusCode());

      // when
      HttpResponse<String> second = rest.get(path, as("bob"));

      // then
      assertEquals(429, second.statusCode(), second.body());

      // when
      following.body().close();
      first.shutdownNow();

      // then
      Awaitility.await().until(() -> follow(rest, path) == 200);
    }
  }

  private static int follow(RestFixture rest, String path)
      throws IOException, InterruptedException {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    HttpResponse<InputStream> answer =
        client.send(rest.request(path, as("bob")).GET().build(), BodyHandlers.ofInputStream());
    answer.body().close();
    client.shutdownNow();
    return answer.statusCode();
  }

  @Test
  void shouldSlowABatchDownInsteadOfRefusingItsLines() {
    // given
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      lines.append(Fixtures.approved("line-" + i)).append('\n');
    }
    try (RestFixture rest = rest("requests-per-second: 100, burst: 10")) {
      long before = System.nanoTime();

      // when
      HttpResponse<String> answer =
          rest.post(
              "/v1/intents",
              lines.toString(),
              "Authorization",
              Credentials.bearer("ann"),
              "Content-Type",
              "application/x-ndjson");

      // then
      assertEquals(30, answer.body().lines().filter(l -> l.contains("accepted")).count());
      assertTrue(System.nanoTime() - before >= 150_000_000, "it was not slowed down");
    }
  }
}
