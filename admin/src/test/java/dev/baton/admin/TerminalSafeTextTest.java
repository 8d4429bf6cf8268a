// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalSafeTextTest {
    @Test
    void whatActsIsSpelledOut() {
        assertThat(TerminalSafeText.text("a\u001b[31mb")).isEqualTo("a\\u001b[31mb");
        assertThat(TerminalSafeText.text("\u009b2J")).as("C1 control").isEqualTo("\\u009b2J");
        assertThat(TerminalSafeText.text("a\u202eb")).as("right to left").isEqualTo("a\\u202eb");
        assertThat(TerminalSafeText.text("a\u200bb")).as("without width").isEqualTo("a\\u200bb");
        assertThat(TerminalSafeText.text("a\u2028b")).as("line separator").isEqualTo("a\\u2028b");
    }

    @Test
    void whatIsReadIsLeftAlone() {
        assertThat(TerminalSafeText.text("Grüße, 世界, 🙂")).isEqualTo("Grüße, 世界, 🙂");
    }
}
