package io.onefold.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EcmaNumberTest {
  /** RFC 8785, appendix B. */
  @ParameterizedTest
  @CsvSource({
    "0000000000000000,0",
    "8000000000000000,0",
    "0000000000000001,5e-324",
    "8000000000000001,-5e-324",
    "7fefffffffffffff,1.7976931348623157e+308",
    "ffefffffffffffff,-1.7976931348623157e+308",
    "4340000000000000,9007199254740992",
    "c340000000000000,-9007199254740992",
    "4430000000000000,295147905179352830000",
    "44b52d02c7e14af5,9.999999999999997e+22",
    "44b52d02c7e14af6,1e+23",
    "44b52d02c7e14af7,1.0000000000000001e+23",
    "444b1ae4d6e2ef4e,999999999999999700000",
    "444b1ae4d6e2ef4f,999999999999999900000",
    "444b1ae4d6e2ef50,1e+21",
    "3eb0c6f7a0b5ed8c,9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d,0.000001",
    "41b3de4355555553,333333333.3333332",
    "41b3de4355555554,333333333.33333325",
    "41b3de4355555555,333333333.3333333",
    "41b3de4355555556,333333333.3333334",
    "41b3de4355555557,333333333.33333343",
    "becbf647612f3696,-0.0000033333333333333333",
    "43143ff3c1cb0959,1424953923781206.2",
  })
  void shouldPrintTheTextOfTheStandardWhenGivenItsBits(String bits, String text) {
    double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));

    assertEquals(text, EcmaNumber.format(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7fffffffffffffff", "7ff0000000000000", "fff0000000000000"})
  void shouldRefuseWhenTheBitsAreNoNumber(String bits) {
    double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));

    assertThrows(ArithmeticException.class, () -> EcmaNumber.format(value));
  }

  @Test
  void shouldHaveTheFewestDigitsAndReadBackWhenTheBitsAreRandom() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 50_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (!Double.isFinite(value)) {
        continue;
      }

      String text = EcmaNumber.format(value);

      String hint = "seed " + seed + ", " + value;
      assertEquals(value, Double.parseDouble(text), hint);
      // Since Java 19 this is the shortest too, but has at least two digits.
      BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
      BigDecimal printed = new BigDecimal(text).stripTrailingZeros();
      assertTrue(printed.precision() <= shortest.precision(), hint);
      if (shortest.precision() > 2) {
        assertEquals(0, shortest.compareTo(printed), hint);
      }
    }
  }

  @Test
  void shouldAgreeWithTheDoubleWhenTheDecimalIsShort() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 50_000; i++) {
      BigDecimal decimal =
          BigDecimal.valueOf(random.nextLong(1_000_000_000_000_000L), random.nextInt(-40, 40));

      String text = EcmaNumber.format(decimal);

      assertEquals(EcmaNumber.format(decimal.doubleValue()), text, "seed " + seed);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "-0.0,0",
    "0e99,0",
    "1E2,100",
    "100.00,100",
    "19.90,19.9",
    "1e20,100000000000000000000",
    "1e21,1e+21",
    "-1e-7,-1e-7",
    "9007199254740991,9007199254740991",
    "9007199254740994,9007199254740994",
    "295147905179352830000,295147905179352830000",
    "0.1,0.1",
    "333333333.33333325,333333333.33333325",
    "5e-324,5e-324",
    "1.7976931348623157e308,1.7976931348623157e+308",
  })
  void shouldPrintADecimalWhenADoubleCarriesIt(String decimal, String text) {
    assertEquals(text, EcmaNumber.format(new BigDecimal(decimal)));
  }

  @ParameterizedTest
  @CsvSource({
    "9007199254740993,would become 9007199254740992",
    "-9007199254740993,would become -9007199254740992",
    "1152921504606846976,would become 1152921504606847000",
    "12345678901234567890,would become 12345678901234567000",
    "0.1000000000000000055,would become 0.1",
    "123456789012345.678,would become 123456789012345.67",
    "1e309,is too large for a double",
    "-1e999999999,is too large for a double",
    "1e-400,would become 0",
  })
  void shouldSayWhatItWouldBecomeWhenADoubleChangesADecimal(String decimal, String problem) {
    var refused =
        assertThrows(ArithmeticException.class, () -> EcmaNumber.format(new BigDecimal(decimal)));

    assertEquals(problem, refused.getMessage());
  }
}
