// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.controller;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AmountsTest {
    @Test
    void bytesHaveTheUnitThatFits() {
        assertThat(Amounts.bytes(0)).isEqualTo("0 B");
        assertThat(Amounts.bytes(1_023)).isEqualTo("1023 B");
        assertThat(Amounts.bytes(1_536)).isEqualTo("1.5 KiB");
        assertThat(Amounts.bytes(20L << 30)).isEqualTo("20 GiB");
        assertThat(Amounts.bytes(Long.MAX_VALUE)).endsWith(" TiB");
    }

    @Test
    void ratesAreShort() {
        assertThat(Amounts.perSecond(0)).isEqualTo("0/s");
        assertThat(Amounts.perSecond(0.25)).isEqualTo("0.3/s");
        assertThat(Amounts.perSecond(1_234.5)).isEqualTo("1235/s");
        assertThat(Amounts.bytesPerSecond(2_048)).isEqualTo("2 KiB/s");
    }
}
