// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableNamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"baton_lease", "elections.lease", "_x9"})
    void plainNamesPass(String name) {
        assertThat(new TableNames(name, "other").lease()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "Lease",
                "9lease",
                "lease;--",
                "'; DROP TABLE locks;--",
                "\"lease\"",
                "a.b.c",
                ".lease",
                "le\u0000ase",
                "le\u0131se",
                "lease ",
                "x%",
                "x\\"
            })
    void anythingElseIsRefused(String name) {
        assertThatThrownBy(() -> new TableNames(name, "other"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("lease table");
    }

    @Test
    void longNamesAreRefusedWithoutRepeatingThem() {
        assertThatThrownBy(() -> new TableNames("x".repeat(10_000), "other"))
                .isInstanceOf(ConfigurationException.class)
                .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(200));
    }

    @Test
    void oneTableCannotBeBoth() {
        assertThatThrownBy(() -> new TableNames("same", "same")).isInstanceOf(ConfigurationException.class);
    }
}
