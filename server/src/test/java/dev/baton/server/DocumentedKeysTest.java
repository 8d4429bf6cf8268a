// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.config.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Holds {@code docs/server.md} to the code. With {@code -Dbaton.transcripts.update=true} the table of keys is written
 * anew; the sentences around it are kept.
 */
class DocumentedKeysTest {
    private static final Path PAGE = Path.of("..", "docs", "server.md");
    private static final String BEGIN = "<!-- begin keys, checked by DocumentedKeysTest -->\n";
    private static final String END = "<!-- end keys -->";

    @Test
    void thePageListsEveryKeyWithItsDefault() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        assertThat(begin).isBetween(BEGIN.length(), end);
        if (Boolean.getBoolean("baton.transcripts.update")) {
            Files.writeString(PAGE, page.substring(0, begin) + table() + page.substring(end));
            return;
        }

        assertThat(page.substring(begin, end))
                .as("keys of %s; -Dbaton.transcripts.update=true writes them anew", PAGE)
                .isEqualTo(table());
    }

    private static String table() {
        return NodeKeys.all().all().stream()
                .map(DocumentedKeysTest::row)
                .collect(Collectors.joining("\n", "| key | default | what it is |\n|---|---|---|\n", "\n"));
    }

    private static String row(ConfigKey<?> key) {
        String text = key.fallbackText();
        String fallback = text.isEmpty() || text.equals("\"\"") ? "–" : key.derived() ? text : "`" + text + "`";
        return "| `" + key.name() + "` | " + fallback + " | " + key.about() + (key.reloads() ? " (reloads)" : "")
                + " |";
    }
}
