// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.TableNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DdlTest {
    @Test
    void theDocumentsShowWhatTheJarHas() throws IOException {
        for (Dialect dialect : Dialects.ALL) {
            String file = dialect.name().toLowerCase(Locale.ROOT) + ".sql";
            try (var resource = Dialect.class.getResourceAsStream(file)) {
                assertThat(Path.of("../../docs/sql", file))
                        .hasContent(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        try (Stream<Path> files = Files.list(Path.of("../../docs/sql"))) {
            assertThat(files).hasSameSizeAs(Dialects.ALL);
        }
    }

    @Test
    void eachDatabaseGetsBothTablesUnderTheirNames() {
        for (Dialect dialect : Dialects.ALL) {
            assertThat(dialect.ddl(TableNames.withPrefix("my_")))
                    .hasSize(2)
                    .allMatch(statement -> statement.startsWith("CREATE TABLE IF NOT EXISTS my_"))
                    .noneMatch(statement -> statement.contains("baton_"));
        }
    }

    @Test
    void statementsFollowTheConfiguredNames() {
        for (Dialect dialect : Dialects.ALL) {
            LeaseStatements lease = dialect.lease().with(TableNames.withPrefix("my_"));

            assertThat(lease.toString()).contains("my_lease", "my_fence").doesNotContain("baton_");
        }
    }
}
