/**
 * What this process tells about itself to others: spans to an OpenTelemetry collector, and the form
 * of its log lines.
 *
 * <p>The only package that knows OpenTelemetry's SDK. Invariant: no value of a setting that may
 * hold a credential comes into a message.
 */
@NullMarked
package io.onefold.standalone.telemetry;

import org.jspecify.annotations.NullMarked;
