package io.onefold.standalone.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What the ledger answers to an intent, refusals included, as anybody's HTTP client sees it. */
record Answer(int status, JsonNode document) {
  /** Submits this text as an intent. */
  static Answer of(URI ledger, String intent) throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> answer =
          http.send(
              HttpRequest.newBuilder(ledger.resolve("/v1/intents"))
                  .timeout(Duration.ofMinutes(1))
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString(intent))
                  .build(),
              BodyHandlers.ofByteArray());
      return new Answer(answer.statusCode(), new ObjectMapper().readTree(answer.body()));
    }
  }

  /** The last part of the problem's type. */
  String type() {
    String uri = document.path("type").asText();
    return uri.substring(uri.lastIndexOf(':') + 1);
  }

  String message() {
    return document.path("message").asText();
  }
}
