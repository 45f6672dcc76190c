/**
 * What can be seen of one operation's way through the processes: spans of OpenTelemetry, whose
 * context travels in Kafka headers, and the fields of log lines.
 *
 * <p>May import the API of OpenTelemetry, Kafka's headers and SLF4J; never an SDK, an exporter or
 * anything of ours. Invariants: nothing here throws, nothing here is read by a decision, and no
 * span, header or log field holds a payload, a header's value or a secret.
 */
@NullMarked
package io.onefold.tracing;

import org.jspecify.annotations.NullMarked;
