// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a benchmark has to show takes the place of what the documents showed before. */
class PublicationTest {
    @Test
    void aTableIsReplacedAndAllElseStays(@TempDir Path root) throws IOException {
        Path page = Files.createDirectories(root.resolve("docs/images")).resolveSibling("benchmarks.md");
        Files.writeString(page, "before\n<!-- begin t.md -->\nold\n<!-- end t.md -->\nafter\n");

        Publication.write(root, "benchmarks/run t", Map.of("t.md", "| new |\n", "t.svg", "<svg/>"));

        assertThat(page).content().isEqualTo("""
                before
                <!-- begin t.md -->
                Written by `benchmarks/run t --publish`.

                | new |
                <!-- end t.md -->
                after
                """);
        assertThat(root.resolve("docs/images/t.svg")).content().isEqualTo("<svg/>");
    }

    @Test
    void theDocumentsHaveAPlaceForTheComparisonWithPeers() throws IOException {
        Path root = Path.of("..");

        assertThat(Publication.replaced(Files.readString(root.resolve("docs/benchmarks.md")), "peers.md", "x", "new\n"))
                .contains("-->\nWritten by `x --publish`.\n\nnew\n<!-- end");
        assertThat(root.resolve("docs/images/peers.svg")).exists();
    }

    @Test
    void aPageWithoutThatPlaceIsRefused() {
        assertThatThrownBy(() -> Publication.replaced("", "t.md", "x", "new"))
                .hasMessageContaining("has no <!-- begin t.md -->");
    }
}
