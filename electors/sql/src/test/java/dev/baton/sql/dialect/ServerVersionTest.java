// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerVersionTest {
    @ParameterizedTest
    @CsvSource({
        "8.0.33, 8, 0",
        "11.4.5-MariaDB-log, 11, 4",
        "5.5.5-10.6.12-MariaDB, 10, 6",
        "18.6 (Debian 18.6-1), 18, 6",
        "2.5.252 (2026-01-01), 2, 5",
        "unheard of, 0, 0"
    })
    void versionsAreReadFromWhatDriversSay(String text, int major, int minor) {
        assertThat(ServerVersion.parse(text)).isEqualTo(new ServerVersion(major, minor));
    }

    @Test
    void databasesBelowTheFloorAreRefused() {
        assertThatThrownBy(() -> new MySqlDialect().requireSupported(ServerVersion.parse("5.7.44")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("MySQL 5.7 is too old: 8.0 or newer");
        assertThatThrownBy(() -> new MariaDbDialect().requireSupported(ServerVersion.parse("10.5.9-MariaDB")))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> new PostgresDialect().requireSupported(ServerVersion.parse("12.22")))
                .isInstanceOf(ConfigurationException.class);
        assertThatThrownBy(() -> new H2Dialect().requireSupported(ServerVersion.parse("1.4.200")))
                .isInstanceOf(ConfigurationException.class);
    }
}
