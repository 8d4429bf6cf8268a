// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import dev.baton.CandidateSettings;
import dev.baton.NodeId;
import dev.baton.spi.ElectorFactory;
import dev.baton.standalone.StandaloneElector;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

final class StandaloneElectorContractTest extends SoleElectorContract {
    @TempDir
    private Path directory;

    @Override
    protected ClusterFixture newFixture() {
        return new ClusterFixture() {
            @Override
            public ElectorFactory<?> elector() {
                return StandaloneElector.withStateFile(directory.resolve("epochs"));
            }

            @Override
            public void isolate(NodeId node) {
                throw new UnsupportedOperationException("a node alone has nobody to be isolated from");
            }

            @Override
            public void rejoin(NodeId node) {
                throw new UnsupportedOperationException("a node alone has nobody to be isolated from");
            }

            @Override
            public CandidateSettings.Builder settings() {
                return CandidateSettings.builder()
                        .windDown(Duration.ofMillis(50))
                        .checkInterval(Duration.ofMillis(200));
            }

            @Override
            public void close() {}
        };
    }
}
