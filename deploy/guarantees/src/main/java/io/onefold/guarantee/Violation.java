package io.onefold.guarantee;

/**
 * A promise that was not kept.
 *
 * @param promise the sentence of the README
 * @param rule what exactly was broken: a short name that stays the same, such as {@code
 *     two-effects}
 * @param operationId the operation; empty if it is about none
 * @param finding what was seen, with the tokens, claims, sequences or ids that show it
 */
public record Violation(String promise, String rule, String operationId, String finding) {}
