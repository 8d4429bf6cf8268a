// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.FaultHandler;
import dev.baton.UnavailableException;
import dev.baton.bully.internal.message.PeerTransport;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.testkit.contract.TestContext;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a node that could not be started. */
@Timeout(60)
class FailedStartTest {
    @Test
    void nothingIsLeftOpen(@TempDir Path folder) {
        BullyConfiguration.Builder node = BullyConfiguration.of(LocalCluster.CREDENTIALS, folder)
                .listen("127.0.0.1", FreePorts.take())
                .form();
        try (ThreadLanes lanes = new ThreadLanes("failed", 1, FaultHandler.halting())) {
            UnaryOperator<PeerTransport> failing = transport -> {
                throw new UnavailableException("cannot be used");
            };

            assertThatThrownBy(() -> node.build().start(TestContext.of("node1", lanes), failing))
                    .hasMessage("cannot be used");

            assertThatCode(() -> LocalCluster.start("node1", node, lanes).close())
                    .as("the port and the folder are free")
                    .doesNotThrowAnyException();
        }
    }
}
