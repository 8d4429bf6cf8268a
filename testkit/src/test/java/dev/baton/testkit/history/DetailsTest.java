// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DetailsTest {
    @Test
    void whatWasWrittenIsReadBack() {
        Details details = Details.parse(Details.of("token", "abc", "at", -12L));

        assertThat(details.text("token")).isEqualTo("abc");
        assertThat(details.number("at")).isEqualTo(-12);
        assertThat(details.find("until")).isEmpty();
    }

    @Test
    void spacesInValuesDoNotBeginANewPair() {
        assertThat(Details.parse(Details.of("what", "a b=c")).text("what")).isEqualTo("a_b=c");
    }

    @Test
    void missingKeyIsNamed() {
        assertThatThrownBy(() -> Details.parse("").text("token")).hasMessageContaining("no token");
    }
}
