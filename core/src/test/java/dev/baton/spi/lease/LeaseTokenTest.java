// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseTokenTest {
    @Test
    void textIsReadBack() {
        RandomGenerator chance = new SplittableRandom(11);

        for (int i = 0; i < 1_000; i++) {
            LeaseToken written = LeaseToken.random(chance);
            assertThat(LeaseToken.parse(written.toString())).isEqualTo(written);
        }
        assertThat(new LeaseToken(0, -1)).hasToString("0000000000000000ffffffffffffffff");
    }

    /** Each token has one text: what a store compares as text is compared as a token here. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ff",
                "0000000000000000fffffffffffffffff",
                "0000000000000000fffffffffffffffg",
                "0000000000000000FFFFFFFFFFFFFFFF",
                "+000000000000000ffffffffffffffff",
                "0000000000000000+fffffffffffffff",
                "-000000000000000ffffffffffffffff",
                "000000000000000\u06610000000000000000",
                "0000000000000000 ffffffffffffff\u0000"
            })
    void otherTextIsRefusedAndNotShown(String bad) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LeaseToken.parse(bad))
                .withMessage("lease token of " + bad.length() + " characters is not 32 lower-case hex digits");
    }

    @Test
    void missingTextIsRefusedByName() {
        assertThatNullPointerException()
                .isThrownBy(() -> LeaseToken.parse(null))
                .withMessage("lease token");
    }
}
