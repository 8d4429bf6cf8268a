// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.CandidateSettings;
import dev.baton.NodeId;
import dev.baton.spi.ElectorFactory;
import dev.baton.testkit.contract.ClusterFixture;
import dev.baton.testkit.contract.ElectorContract;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The registry over real sockets: three standing voters, and the players of each test beside them. */
class RegistryElectorContractTest extends ElectorContract {
    private static LocalRegistry registry;

    @BeforeAll
    static void openRegistry() {
        registry = new LocalRegistry("contract", 3);
    }

    @AfterAll
    static void closeRegistry() {
        registry.close();
    }

    @Override
    protected ClusterFixture newFixture() {
        return new ClusterFixture() {
            @Override
            public ElectorFactory<?> elector() {
                return registry::join;
            }

            @Override
            public void isolate(NodeId node) {
                registry.isolate(node);
            }

            @Override
            public void rejoin(NodeId node) {
                registry.rejoin(node);
            }

            @Override
            public CandidateSettings.Builder settings() {
                return CandidateSettings.builder()
                        .windDown(Duration.ofMillis(200))
                        .checkInterval(Duration.ofMillis(100))
                        .takeoverDelay(Duration.ofMillis(50))
                        .rest(Duration.ofMillis(500));
            }

            @Override
            public void close() {}
        };
    }
}
