// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The section {@code elector.registry} of a node. */
class RegistryConfigTest {
    @TempDir
    private Path folder;

    private static NodeConfig registry(String keys) {
        return NodeConfig.parse("elector:\n  type: registry\n  registry:\n    " + keys + "\n", Map.of());
    }

    @Test
    void allThatIsWrongIsToldAtOnceWithItsLine() {
        assertThatThrownBy(() -> registry("""
                bind_address: 10.0.0.1
                    hosts: ["10.0.0.2:7800"]
                    dns: nodes.example
                    lease: 1s
                    margin: 2s"""))
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        wrong -> assertThat(wrong.problems())
                                .anyMatch(it -> it.startsWith("node.yml:6: elector.registry.dns: excludes"))
                                .anyMatch(it -> it.startsWith("node.yml:4: elector.registry.bind_address")
                                        && it.contains("key"))
                                .anyMatch(it ->
                                        it.startsWith("node.yml:7: elector.registry.lease") && it.contains("margin")));
    }

    @Test
    void aLostLeaderHasASecondToReturnUnlessTheElectionSaysOtherwise() {
        assertThat(registry("bind_port: 0").plan().elections().get(0).settings().takeoverDelay())
                .isEqualTo(Duration.ofSeconds(1));
        assertThat(NodeConfig.parse("elector: {type: registry}\nelections: [{name: a, takeover_delay: 0s}]\n", Map.of())
                        .plan()
                        .elections()
                        .get(0)
                        .settings()
                        .takeoverDelay())
                .isZero();
        assertThat(NodeConfig.parse("node: {id: n1}\n", Map.of())
                        .plan()
                        .elections()
                        .get(0)
                        .settings()
                        .takeoverDelay())
                .isZero();
    }

    @Test
    void aStackThatIsNoneIsRefused() throws IOException {
        Path stack = Files.writeString(folder.resolve("stack.xml"), "not even XML");

        assertThatThrownBy(() -> registry("stack_file: " + stack))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("stack.xml is not accepted by JGroups");
    }

    @Test
    void aStackThatLetsEverybodyInIsWarnedOfLoudly() throws IOException {
        Path stack = Files.writeString(
                folder.resolve("stack.xml"),
                "<config><TCP bind_addr=\"0.0.0.0\"/><UNICAST3/><pbcast.NAKACK2/><pbcast.GMS/></config>");

        assertThat(registry("stack_file: " + stack).warnings())
                .anyMatch(it -> it.contains("ANY PROCESS THAT REACHES ITS PORT MAY JOIN AND LEAD"));
        assertThat(registry("stack_file: " + stack + "\n    key: secret-of-the-cluster")
                        .warnings())
                .noneMatch(it -> it.contains("ANYONE"));
    }
}
