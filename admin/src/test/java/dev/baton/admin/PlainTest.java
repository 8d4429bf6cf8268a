// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTest {
    @Test
    void whatActsIsSpelledOut() {
        assertThat(Plain.text("a\u001b[31mb")).isEqualTo("a\\u001b[31mb");
        assertThat(Plain.text("\u009b2J")).as("C1 control").isEqualTo("\\u009b2J");
        assertThat(Plain.text("a\u202eb")).as("right to left").isEqualTo("a\\u202eb");
        assertThat(Plain.text("a\u200bb")).as("without width").isEqualTo("a\\u200bb");
        assertThat(Plain.text("a\u2028b")).as("line separator").isEqualTo("a\\u2028b");
    }

    @Test
    void whatIsReadIsLeftAlone() {
        assertThat(Plain.text("Grüße, 世界, 🙂")).isEqualTo("Grüße, 世界, 🙂");
    }
}
