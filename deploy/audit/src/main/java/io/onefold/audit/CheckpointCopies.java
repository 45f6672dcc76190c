package io.onefold.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.onefold.schema.Checkpoint;
import io.onefold.schema.FileProblem;
import io.onefold.schema.SignatureRecord;
import io.onefold.schema.signing.CheckpointFinding;
import io.onefold.schema.signing.CheckpointJson;
import io.onefold.schema.signing.CheckpointVerifier;
import io.onefold.schema.signing.VerifyingKeys;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Copies of checkpoints in a file, for a place that nobody who can change topics can reach. One
 * JSON object in each line, in the form that was signed.
 */
public final class CheckpointCopies {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();
  private static final Set<CheckpointFinding.Kind> UNPROVEN =
      EnumSet.of(CheckpointFinding.Kind.SIGNATURE_WRONG, CheckpointFinding.Kind.KEY_UNKNOWN);

  private CheckpointCopies() {}

  /**
   * Writes copies into a new file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is such a file: older copies are what
   *     newer ones are held against
   */
  public static void write(List<Checkpoint> checkpoints, Path file) throws IOException {
    try (Writer out =
        Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW)) {
      for (Checkpoint checkpoint : checkpoints) {
        out.write(CheckpointJson.render(checkpoint) + "\n");
      }
    }
  }

  /**
   * Reads copies, and checks their signatures. Empty lines are skipped.
   *
   * @param keys any of them may have signed
   * @throws InvalidCopyException if the file cannot be read or holds none, or a line is no
   *     checkpoint that one of the keys has signed
   */
  public static List<Checkpoint> read(Path file, VerifyingKeys keys) {
    List<Checkpoint> read = new ArrayList<>();
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      long number = 1;
      for (String line = in.readLine(); line != null; line = in.readLine(), number++) {
        if (!line.isBlank()) {
          read.add(checkpoint("%s, line %d".formatted(file, number), line, keys));
        }
      }
    } catch (IOException e) {
      throw new InvalidCopyException(
          "%s cannot be read: %s".formatted(file, FileProblem.of(file, e)));
    }
    if (read.isEmpty()) {
      throw new InvalidCopyException(file + " holds no checkpoint");
    }
    return read;
  }

  private static Checkpoint checkpoint(String place, String line, VerifyingKeys keys) {
    Checkpoint checkpoint;
    try {
      JsonNode json = JSON.readTree(line);
      checkpoint = checkpoint(json);
      // What is left out or added, or written in another way, was not signed.
      if (!JSON.readTree(CheckpointJson.render(checkpoint).toString()).equals(json)) {
        throw unfit(place, "members are missing, added or malformed");
      }
    } catch (JsonProcessingException e) {
      throw unfit(place, "it is not JSON: " + e.getOriginalMessage());
    } catch (DateTimeException | IllegalArgumentException e) {
      throw unfit(place, String.valueOf(e.getMessage()));
    }
    new CheckpointVerifier(checkpoint.getPartition(), List.of(checkpoint), keys)
        .finding()
        .filter(wrong -> UNPROVEN.contains(wrong.kind()))
        .ifPresent(
            wrong -> {
              throw new InvalidCopyException(place + ": " + wrong.text());
            });
    return checkpoint;
  }

  private static InvalidCopyException unfit(String place, String why) {
    return new InvalidCopyException(
        "%s: this is no checkpoint as 'onefold audit --print-checkpoints' writes it: %s"
            .formatted(place, why));
  }

  private static Checkpoint checkpoint(JsonNode json) {
    JsonNode first = json.path("first");
    JsonNode last = json.path("last");
    JsonNode signature = json.path("signature");
    return new Checkpoint(
        json.path("partition").asInt(),
        json.path("number").asLong(),
        json.path("events").asLong(),
        json.path("head").asText(),
        json.path("previous").asText(),
        Instant.parse(json.path("at").asText()).toEpochMilli(),
        first.path("operationId").asText(),
        first.path("sequence").asLong(),
        last.path("operationId").asText(),
        last.path("sequence").asLong(),
        new SignatureRecord(
            signature.path("keyId").asText(),
            signature.path("algorithm").asText(),
            ByteBuffer.wrap(Base64.getUrlDecoder().decode(signature.path("value").asText()))));
  }
}
