package io.onefold.operation;

import java.time.Instant;

/**
 * An open question for a person.
 *
 * @param openedBy journal sequence of the event that opened it; with the operation ID it names the
 *     escalation
 * @param text one or two sentences: what was seen
 */
public record Concern(
    Reason reason, Reason.Stage stage, String text, Instant openedAt, long openedBy) {}
