// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.CandidateSettings;
import dev.baton.FaultHandler;
import dev.baton.NodeId;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.spi.ElectorFactory;
import dev.baton.testkit.contract.ClusterFixture;
import dev.baton.testkit.contract.ElectorContract;
import dev.baton.testkit.contract.TestContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The bully over real sockets: three standing voters, and the players of each test beside them. */
class BullyElectorContractTest extends ElectorContract {
    private static final int STANDING = 3;
    /** Two heartbeats are more than the wind-down of half a second that a candidate has by default. */
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(270));

    @TempDir
    private static Path folder;

    private static LocalCluster cluster;
    private static final List<BullyElector> STANDING_ELECTORS = new ArrayList<>();
    private static ThreadLanes lanes;

    @BeforeAll
    static void openCluster() {
        cluster = new LocalCluster(folder, SETTINGS);
        lanes = new ThreadLanes("contract", 2, FaultHandler.halting());
        for (int i = 1; i <= STANDING; i++) {
            STANDING_ELECTORS.add(cluster.start(TestContext.of("voter-" + i, lanes)));
        }
        eventually(
                "the standing members are in",
                PATIENCE,
                () -> STANDING_ELECTORS.stream()
                        .allMatch(it -> it.view().peers().size() == STANDING),
                () -> STANDING_ELECTORS.stream().map(BullyElector::view).toList());
    }

    @AfterAll
    static void closeCluster() {
        STANDING_ELECTORS.forEach(BullyElector::close);
        lanes.close();
        cluster.close();
    }

    @Override
    protected ClusterFixture newFixture() {
        return new ClusterFixture() {
            @Override
            public ElectorFactory<?> elector() {
                return context -> cluster.start(context, SETTINGS.as(MemberRole.CANDIDATE));
            }

            @Override
            public void isolate(NodeId node) {
                cluster.isolate(node);
            }

            @Override
            public void rejoin(NodeId node) {
                cluster.rejoin(node);
            }

            @Override
            public CandidateSettings.Builder settings() {
                return CandidateSettings.builder()
                        .windDown(Duration.ofMillis(100))
                        .checkInterval(Duration.ofMillis(100));
            }

            @Override
            public void close() {
                cluster.rejoinAll();
            }
        };
    }
}
