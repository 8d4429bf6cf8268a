// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlSettingsTest {
    @Test
    void renewingTooRarelyIsRefused() {
        Duration second = Duration.ofSeconds(1);

        assertThatThrownBy(() -> new LeaseTerms(second, second, second, second))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("renewInterval", "margin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "'; DROP TABLE locks;--",
                "\\",
                "\"",
                "%",
                "_",
                "a\u0000b",
                "Orders",
                "orders ",
                "n\u0303",
                "\uD83D\uDE00"
            })
    void electionNamesThatADatabaseCouldMisreadAreRefused(String name) {
        assertThatThrownBy(() -> ElectionName.of(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aUrlMustBeOne() {
        assertThatThrownBy(() -> SqlDatabase.at("postgresql://db/app", "u", () -> "p"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("jdbc:");
    }

    @Test
    void repairingToTheLastEpochIsRefused() {
        SqlSchema schema = new SqlSchema(Servers.h2Memory().database(), TableNames.DEFAULT);

        assertThatThrownBy(() -> schema.repairEpoch(ElectionName.of("orders"), Epoch.of(Long.MAX_VALUE)))
                .isInstanceOf(ConfigurationException.class);
    }
}
