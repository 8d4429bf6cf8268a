// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnsupportedDatabasesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, built 2023/09/27)|CockroachDB",
                "PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang|YugabyteDB",
                "8.0.11-TiDB-v7.5.0|TiDB",
                "5.7.25-OceanBase-v4.2.1|OceanBase",
                "8.0.30-Vitess|Vitess",
                "PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC, Redshift 1.0.2369|Redshift"
            })
    void aProductThatAnswersAsAnotherIsKnown(String version, String product) {
        assertThat(UnsupportedDatabases.find(version)).contains(product);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PostgreSQL 18.6 on x86_64-pc-linux-gnu, compiled by gcc",
                "8.0.33",
                "8.0.35-27 Percona Server",
                "11.4.5-MariaDB",
                "5.5.5-10.6.16-MariaDB-0ubuntu0.22.04.1",
                "2.3.232 (2024-08-11)"
            })
    void theProductsThemselvesAreNone(String version) {
        assertThat(UnsupportedDatabases.find(version)).isEmpty();
    }
}
