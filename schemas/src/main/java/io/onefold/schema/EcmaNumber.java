package io.onefold.schema;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Numbers as ECMAScript prints them, which is what RFC 8785 section 3.2.2.3 asks for: the fewest
 * digits that read back as the same IEEE 754 double, plain from 1e-6 up to below 1e21, otherwise
 * with an exponent.
 *
 * <p>{@link Double#toString(double)} is not enough: before Java 19 it is not always the shortest.
 */
final class EcmaNumber {
  /** Decimals of so many digits all survive a double, and none of them has a shorter form. */
  private static final int SAFE_DIGITS = 15;

  private static final int MOST_DIGITS = 17;
  private static final int SAFE_EXPONENT = 290;
  private static final long EXACT_INTEGERS = 1L << 53;

  private EcmaNumber() {}

  /**
   * The text of a double; minus zero is {@code 0}.
   *
   * @throws ArithmeticException if it is infinite or not a number
   */
  static String format(double value) {
    if (!Double.isFinite(value)) {
      throw new ArithmeticException("is not a finite number");
    }
    if (value == 0) {
      return "0";
    }
    if (Math.abs(value) < EXACT_INTEGERS && value == Math.rint(value)) {
      return Long.toString((long) value);
    }
    return layOut(shortest(value));
  }

  /**
   * The text of a decimal, if a double carries it: it must read back as the same decimal value.
   *
   * @throws ArithmeticException saying what it would become, if a double changes it
   */
  static String format(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    if (stripped.signum() == 0) {
      return "0";
    }
    long exponent = (long) stripped.precision() - stripped.scale();
    if (stripped.precision() <= SAFE_DIGITS && Math.abs(exponent) <= SAFE_EXPONENT) {
      return layOut(stripped);
    }
    double carried = value.doubleValue();
    if (Double.isInfinite(carried)) {
      throw new ArithmeticException("is too large for a double");
    }
    String text = format(carried);
    if (new BigDecimal(text).compareTo(stripped) != 0) {
      throw new ArithmeticException("would become " + text);
    }
    return text;
  }

  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    int first = Math.abs(value) >= Double.MIN_NORMAL ? SAFE_DIGITS : 1;
    for (int digits = first; digits < MOST_DIGITS; digits++) {
      BigDecimal nearest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (nearest.doubleValue() == value) {
        return nearest.stripTrailingZeros();
      }
      // Below a power of two the doubles lie closer together than above it, so that the farther
      // decimal may still read back where the nearer one does not.
      BigDecimal up = exact.round(new MathContext(digits, RoundingMode.UP));
      if (up.doubleValue() == value) {
        return up.stripTrailingZeros();
      }
      BigDecimal down = exact.round(new MathContext(digits, RoundingMode.DOWN));
      if (down.doubleValue() == value) {
        return down.stripTrailingZeros();
      }
    }
    return exact.round(new MathContext(MOST_DIGITS, RoundingMode.HALF_EVEN)).stripTrailingZeros();
  }

  private static String layOut(BigDecimal stripped) {
    String digits = stripped.unscaledValue().abs().toString();
    String sign = stripped.signum() < 0 ? "-" : "";
    return sign + layOut(digits, digits.length() - stripped.scale());
  }

  /** Lays out 0.DIGITS times ten to the power of {@code point}. */
  private static String layOut(String digits, int point) {
    if (digits.length() <= point && point <= 21) {
      return digits + "0".repeat(point - digits.length());
    }
    if (0 < point && point <= 21) {
      return digits.substring(0, point) + "." + digits.substring(point);
    }
    if (-6 < point && point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    int exponent = point - 1;
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "" : "+") + exponent;
  }
}
