// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinesTest {
    @Test
    void whatIsTooWideIsCutAndSaysSo() {
        assertThat(Lines.cut("12345", 5)).isEqualTo("12345");
        assertThat(Lines.cut("123456", 5)).isEqualTo("1234…");
        assertThat(Lines.cut("12", 1)).isEqualTo("…");
        assertThat(Lines.cut("12", 0)).isEmpty();
    }

    @Test
    void wideCharactersTakeTwoColumns() {
        assertThat(Lines.width("世界")).isEqualTo(4);
        assertThat(Lines.cut("世界世界", 5)).isEqualTo("世界…");
        assertThat(Lines.cut("世界世界", 6)).as("half a character does not fit").isEqualTo("世界…");
    }

    @Test
    void textIsWrappedAtSpaces() {
        assertThat(Lines.wrap("n1 leads orders", 9)).containsExactly("n1 leads", "orders");
        assertThat(Lines.wrap("n1 leads orders", 80)).containsExactly("n1 leads orders");
        assertThat(Lines.wrap("coordinator", 5)).containsExactly("coor…");
    }

    @Test
    void theLastLineOfTooManyIsCut() {
        assertThat(Lines.wrap("one two three four", 6, 2)).containsExactly("one", "two t…");
        assertThat(Lines.wrap("one two", 3, 0)).isEmpty();
    }
}
