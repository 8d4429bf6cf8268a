// SPDX-License-Identifier: Apache-2.0
package dev.baton.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.NodeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The files of the Debian package; {@code packaging/deb/try} installs it. */
class DebianFilesTest {
    private static final Path FOLDER = Path.of("deb");
    private static final Pattern WORDS_OF_THE_LOG = Pattern.compile("grep -q '([^']+)' \"\\$log\"");

    @Test
    void aNodeReadsTheConfigurationThatIsInstalled() {
        NodeConfig config = NodeConfig.read(Optional.of(FOLDER.resolve("node.yml")), Map.of("BATON_NODE_ID", "n1"));

        assertThat(config.warnings()).isEmpty();
        assertThat(config.electorType()).isEqualTo("standalone");
    }

    @Test
    void theUnitStartsANodeWithThatConfigurationAndWaitsForItsWord() throws IOException {
        String unit = Files.readString(FOLDER.resolve("baton.service"));

        assertThat(unit.lines())
                .contains(
                        "Type=notify",
                        "NotifyAccess=all",
                        "User=baton",
                        "ExecStart=/usr/bin/baton server -c /etc/baton/node.yml",
                        "WorkingDirectory=/var/lib/baton");
        assertThat(unit).containsPattern("(?m)^WatchdogSec=\\d+s$").containsPattern("(?m)^TimeoutStopSec=\\d+s$");
        assertThat(Files.readString(FOLDER.resolve("control/conffiles")).strip())
                .isEqualTo("/etc/baton/node.yml");
    }

    @Test
    void theScriptThatTriesThePackageWaitsForWordsThatTheNodeSays() throws IOException {
        String server = Files.readString(
                Path.of("..", "server", "src", "main", "java", "dev", "baton", "server", "BatonServer.java"));
        List<String> words = WORDS_OF_THE_LOG
                .matcher(Files.readString(FOLDER.resolve("try")))
                .results()
                .map(it -> it.group(1))
                .toList();

        assertThat(words).isNotEmpty().allSatisfy(it -> assertThat(server).contains(it));
    }
}
