// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.FaultHandler;
import dev.baton.UnavailableException;
import dev.baton.internal.runtime.ThreadLanes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With which state folders a node starts. */
class FolderStartTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void aNodeDoesNotStartWithoutItsVotes() throws IOException {
        BullyConfiguration.Builder configuration =
                BullyConfiguration.of(LocalCluster.CREDENTIALS, folder).form();
        try (ThreadLanes lanes = new ThreadLanes("folder", 1, FaultHandler.halting())) {
            LocalCluster.start("node1", configuration, lanes).close();
            Files.delete(folder.resolve("votes"));

            assertThatThrownBy(() -> LocalCluster.start("node1", configuration, lanes))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("not whole");

            Files.delete(folder.resolve("members"));
            LocalCluster.start("node1", configuration, lanes).close();
        }
    }

    private static boolean isMember(BullyElector elector) {
        return !elector.node().status().cluster().isEmpty();
    }

    @Test
    void aNodeWithoutStateFormsAClusterOnlyIfItIsTold() {
        BullyConfiguration.Builder node = BullyConfiguration.of(LocalCluster.CREDENTIALS, folder);
        try (ThreadLanes lanes = new ThreadLanes("folder", 1, FaultHandler.halting())) {
            assertThatThrownBy(() -> LocalCluster.start("node1", node, lanes))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("neither to join a cluster nor to form one");

            BullyElector formed = LocalCluster.start("node1", node.form(), lanes);
            eventually("it has formed a cluster", PATIENCE, () -> isMember(formed), formed.node()::status);
            String cluster = formed.node().status().cluster();
            formed.close();
            BullyElector again = LocalCluster.start("node1", node, lanes);
            assertThat(again.node().status().cluster()).isEqualTo(cluster);
            again.close();
        }
    }
}
