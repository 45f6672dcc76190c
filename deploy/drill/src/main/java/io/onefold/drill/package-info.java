/**
 * The drill: shows with real requests to somebody's sandbox, through proxies that disturb them,
 * that the contract of a destination keeps an operation from acting twice.
 *
 * <p>May import all of Onefold. Invariants: nothing is written before the user has agreed; the
 * contract is tested as it is, with its hash; a verdict rests on what the destination itself shows
 * and on what the proxies saw.
 */
@NullMarked
package io.onefold.drill;

import org.jspecify.annotations.NullMarked;
