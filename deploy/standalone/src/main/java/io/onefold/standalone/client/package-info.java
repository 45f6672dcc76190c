/**
 * The ledger's REST interface as a Java client. May import the JDK and Jackson only. Invariant:
 * nothing but a resubmission that the ledger answers as a duplicate is ever sent twice.
 */
@NullMarked
package io.onefold.standalone.client;

import org.jspecify.annotations.NullMarked;
