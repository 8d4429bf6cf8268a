// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FieldsTest {
    @Test
    void whatIsWrittenIsReadBack() {
        long[] numbers = {5, 5, 4, Long.MAX_VALUE, Long.MIN_VALUE, 0};
        byte[] bytes = new FieldWriter()
                .number(1, -7)
                .text(2, "grün")
                .flag(3, true)
                .numbers(4, numbers)
                .nested(5, in -> in.number(1, 9))
                .toBytes();

        FieldReader in = new FieldReader(bytes);
        assertThat(in.next()).isTrue();
        assertThat(in.number()).isEqualTo(-7);
        assertThat(in.next()).isTrue();
        assertThat(in.text()).isEqualTo("grün");
        assertThat(in.next()).isTrue();
        assertThat(in.flag()).isTrue();
        assertThat(in.next()).isTrue();
        assertThat(in.numbers()).containsExactly(numbers);
        assertThat(in.next()).isTrue();
        FieldReader nested = in.nested();
        assertThat(nested.next()).isTrue();
        assertThat(nested.number()).isEqualTo(9);
        assertThat(in.next()).isFalse();
    }

    @Test
    void aNumberThatIsZeroTakesNoSpaceAndSmallOnesTakeLittle() {
        assertThat(new FieldWriter().number(1, 0).toBytes()).isEmpty();
        assertThat(new FieldWriter().number(1, 100).toBytes()).hasSize(2);
    }

    @Test
    void bytesThatEndTooEarlyAreMalformed() {
        byte[] bytes = new FieldWriter().text(1, "orders").number(2, 1_000_000).toBytes();

        for (int length = 1; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            if (length == 8) {
                continue; // the end of the first field
            }
            assertThatThrownBy(() -> readAll(new FieldReader(cut))).isInstanceOf(MalformedException.class);
        }
    }

    @Test
    void whateverTheBytesAreNothingButMalformedIsThrown() {
        Random chance = new Random(7);
        for (int run = 0; run < 20_000; run++) {
            byte[] bytes = new byte[chance.nextInt(40)];
            chance.nextBytes(bytes);
            try {
                readAll(new FieldReader(bytes));
            } catch (MalformedException expected) {
                assertThat(expected).hasMessageMatching(".+");
            }
        }
    }

    private static void readAll(FieldReader in) {
        while (in.next()) {
            try {
                in.numbers();
                in.text();
                in.bytes();
            } catch (MalformedException otherKind) {
                in.number();
            }
        }
    }
}
