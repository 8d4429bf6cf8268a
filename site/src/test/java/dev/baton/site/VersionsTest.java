// SPDX-License-Identifier: Apache-2.0
package dev.baton.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of several versions in one tree. */
class VersionsTest {
    @TempDir
    private Path folder;

    private Path root;
    private Path tree;

    @BeforeEach
    void makeRepository() throws IOException {
        root = folder.resolve("repository");
        tree = folder.resolve("tree");
        Files.createDirectories(root.resolve("docs"));
        Files.createDirectories(root.resolve("server/src/main/resources/dashboard/assets"));
        Files.writeString(root.resolve("server/src/main/resources/dashboard/assets/icon.svg"), "<svg/>");
        Files.writeString(root.resolve("README.md"), "# Title\n");
    }

    @Test
    void aVersionIsAddedAndOthersStay() throws IOException {
        Files.writeString(root.resolve("docs/old.md"), "# Old\n");
        SiteBuild.renderInto(tree, root, "1.0");
        Files.delete(root.resolve("docs/old.md"));
        Files.writeString(root.resolve("docs/new.md"), "# New\n");
        SiteBuild.renderInto(tree, root, "1.1");

        assertThat(tree.resolve("1.0/docs/old.html")).exists();
        assertThat(tree.resolve("1.1/docs/old.html")).doesNotExist();
        assertThat(tree.resolve("versions.json")).content().isEqualTo("""
                [
                {"version":"1.1","pages":["index.html","docs/new.html"]},
                {"version":"1.0","pages":["index.html","docs/old.html"]}
                ]
                """);
        assertThat(tree.resolve("versions.js"))
                .content()
                .isEqualTo("window.batonVersions="
                        + Files.readString(tree.resolve("versions.json")).strip() + ";\n");
        assertThat(tree.resolve("index.html")).content().contains("url=1.1/index.html");
    }

    @Test
    void aVersionThatIsRenderedAgainIsReplaced() throws IOException {
        Files.writeString(root.resolve("docs/gone.md"), "# Gone\n");
        SiteBuild.renderInto(tree, root, "1.0");
        Files.delete(root.resolve("docs/gone.md"));
        SiteBuild.renderInto(tree, root, "1.0");

        assertThat(tree.resolve("1.0/docs/gone.html")).doesNotExist();
        assertThat(Versions.in(tree)).containsExactly("1.0");
    }

    @Test
    void theNewestIsFirstByItsNumbers() throws IOException {
        for (String version : new String[] {"0.9", "0.10", "0.10-SNAPSHOT", "0.10.1-rc1", "0.2"}) {
            SiteBuild.renderInto(tree, root, version);
        }

        assertThat(Versions.in(tree)).containsExactly("0.10.1-rc1", "0.10", "0.10-SNAPSHOT", "0.9", "0.2");
    }

    @Test
    void aVersionStaysInTheTree() {
        assertThatThrownBy(() -> SiteBuild.renderInto(tree, root, "../elsewhere"))
                .hasMessageContaining("cannot name a folder");
    }
}
