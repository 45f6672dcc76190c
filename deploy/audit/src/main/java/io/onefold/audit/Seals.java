package io.onefold.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.onefold.schema.OperationEvent;
import io.onefold.schema.Receipt;
import io.onefold.schema.signing.ReceiptSignature;
import io.onefold.schema.signing.Verdict;
import io.onefold.schema.signing.VerifyingKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What keys have signed: receipts, and checkpoints of the journal. Without keys only counts.
 * Thread-safe.
 */
final class Seals implements AutoCloseable {
  private final Optional<VerifyingKeys> keys;
  private final Lines unsigned = new Lines();

  /** A ledger that signs leaves no event without checkpoint for longer; it may be a little late. */
  private static final Duration LONGEST_INTERVAL = Duration.ofHours(24).plusMinutes(10);

  /** By partition of the journal, from where on a ledger that signs has written. */
  private final Map<Integer, Since> signedFrom = new ConcurrentHashMap<>();

  private final List<Open> open = new ArrayList<>();

  /** A place in a partition of the journal, and the time of the event there or just before. */
  private record Since(long offset, long atMs) {}

  /**
   * The end of a partition that no checkpoint covers.
   *
   * @param first its first event
   * @param newestAtMs time of its newest event
   */
  record Open(int partition, TopicRecord first, long firstAtMs, long newestAtMs) {}

  private boolean longOpen;
  private long receipts;
  private long signed;
  private long valid;
  private long checkpoints;
  private long covered;
  private long notCovered;

  /**
   * Nothing is known.
   *
   * @param keys any of them may have signed; empty: nothing is checked
   */
  Seals(Optional<VerifyingKeys> keys) {
    this.keys = keys;
  }

  Optional<VerifyingKeys> keys() {
    return keys;
  }

  /** A checkpoint was seen. */
  synchronized void checkpoint() {
    checkpoints++;
  }

  /** So many events of a partition stand under a checkpoint that is in order, or do not. */
  synchronized void covers(long events, long others) {
    covered += events;
    notCovered += others;
  }

  /** From here on all receipts of this partition are signed, unless the key was taken away. */
  void signsFrom(int partition, long offset, long atMs) {
    signedFrom.merge(
        partition, new Since(offset, atMs), (a, b) -> a.offset() <= b.offset() ? a : b);
  }

  /** The end of a partition is not covered. */
  synchronized void leavesOpen(Open end) {
    open.add(end);
    longOpen |= end.newestAtMs() - end.firstAtMs() > LONGEST_INTERVAL.toMillis();
  }

  /** True if whoever gave the keys may expect that something is signed by now. */
  synchronized boolean expected() {
    return keys.isPresent() && (receipts > 0 || longOpen);
  }

  /** True if that is so, and nothing is: all signatures and all checkpoints may be taken away. */
  synchronized boolean lackAll() {
    return expected() && valid == 0 && checkpoints == 0;
  }

  /**
   * Checks the signature of a receipt.
   *
   * @param end the event that ended the operation; empty where the journal has none
   */
  void receipt(
      Located<Receipt> receipt, Optional<Located<OperationEvent>> end, OperationFindings findings) {
    boolean carries = receipt.what().getSignature() != null;
    count(carries, false);
    if (keys.isEmpty()) {
      return;
    }
    Verdict verdict = ReceiptSignature.check(receipt.what(), keys.get());
    switch (verdict.kind()) {
      case VALID -> {
        count(false, true);
        end.ifPresent(
            event ->
                signsFrom(event.at().partition(), event.at().offset(), event.what().getAtMs()));
      }
      case ALTERED ->
          findings.add(
              Rule.RECEIPT_SIGNATURE_WRONG,
              receipt.at(),
              "signature",
              "a signature over this content",
              "another one",
              "the receipt is not what was signed: " + verdict.text());
      case UNKNOWN_KEY ->
          findings.add(
              Rule.RECEIPT_KEY_UNKNOWN,
              receipt.at(),
              "signature.keyId",
              keys.get().ids(),
              Differences.show(keyId(receipt.what())),
              "the receipt is signed by a key that was not given: " + verdict.text());
      case UNSIGNED ->
          end.ifPresent(event -> unsigned.add(row(receipt, event.at(), event.what().getAtMs())));
    }
  }

  private static String keyId(Receipt receipt) {
    return receipt.getSignature() == null ? "" : receipt.getSignature().getKeyId();
  }

  private synchronized void count(boolean carries, boolean isValid) {
    receipts += isValid ? 0 : 1;
    signed += carries ? 1 : 0;
    valid += isValid ? 1 : 0;
  }

  /** Whether an unsigned receipt should be signed is known once all have been seen. */
  private static Map<String, Object> row(Located<Receipt> receipt, TopicRecord end, long atMs) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("operationId", receipt.what().getOperationId());
    row.put("topic", receipt.at().topic());
    row.put("partition", receipt.at().partition());
    row.put("offset", receipt.at().offset());
    row.put("journalPartition", end.partition());
    row.put("journalOffset", end.offset());
    row.put("journalAtMs", atMs);
    return row;
  }

  /** Names the receipts that lack a signature, and tells how much was checked. */
  AuditResult.Signatures end(Found found) {
    long everywhereFromMs = everywhereFromMs();
    unsigned.each(
        line -> {
          JsonNode row = Lines.json(line);
          Since from = signedFrom.get(row.path("journalPartition").asInt());
          if (from != null && row.path("journalOffset").asLong() >= from.offset()) {
            found.add(
                lacking(row, "from offset %d of its journal partition".formatted(from.offset())));
          } else if (row.path("journalAtMs").asLong() >= everywhereFromMs) {
            found.add(lacking(row, "elsewhere a day before"));
          }
        });
    overdue(found);
    return told();
  }

  /** From then on every partition is signed, even one in which nothing shows it any more. */
  private long everywhereFromMs() {
    return signedFrom.values().stream()
        .mapToLong(since -> since.atMs() + LONGEST_INTERVAL.toMillis())
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private synchronized void overdue(Found found) {
    long everywhereFromMs = everywhereFromMs();
    for (Open end : open) {
      Since from = signedFrom.get(end.partition());
      long fromMs = from == null ? everywhereFromMs : Math.min(from.atMs(), everywhereFromMs);
      // Written so that the greatest of all times does not overflow.
      if (Math.max(end.firstAtMs(), fromMs) < end.newestAtMs() - LONGEST_INTERVAL.toMillis()) {
        TopicRecord at = end.first();
        found.add(
            new Finding(
                Rule.CHECKPOINT_MISSING,
                "",
                at.topic(),
                at.partition(),
                at.offset(),
                "",
                "a checkpoint within 24 h",
                "nothing",
                "no checkpoint covers what was written from %s to %s, although the ledger signed"
                    .formatted(
                        Instant.ofEpochMilli(end.firstAtMs()),
                        Instant.ofEpochMilli(end.newestAtMs())),
                List.of()));
      }
    }
  }

  private synchronized AuditResult.Signatures told() {
    return new AuditResult.Signatures(
        keys.isPresent(), signed, valid, checkpoints, covered, notCovered);
  }

  private static Finding lacking(JsonNode row, String since) {
    return new Finding(
        Rule.RECEIPT_UNSIGNED,
        row.path("operationId").asText(),
        row.path("topic").asText(),
        row.path("partition").asInt(),
        row.path("offset").asLong(),
        "signature",
        "a signature",
        "nothing",
        "the receipt is unsigned, and the ledger signed %s; the event that ended it stands at offset %d of journal partition %d"
            .formatted(
                since, row.path("journalOffset").asLong(), row.path("journalPartition").asInt()),
        List.of());
  }

  @Override
  public void close() {
    unsigned.close();
  }
}
