// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateSettings;
import dev.baton.NodeId;
import dev.baton.spi.Guarantee;
import dev.baton.spi.lease.HolderWatch;
import dev.baton.spi.lease.LeaseElector;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.memory.InMemoryLeases;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What an elector has to bring for its nodes to be simulated, and what is found out about a bad one. */
class NodeSimulationTest {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final LeaseTerms TERMS =
            new LeaseTerms(LEASE, LEASE.dividedBy(5), LEASE.dividedBy(8), LEASE.dividedBy(5));
    private static final Guarantee GUARANTEE =
            new Guarantee(Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.DURABLE, "simulated");
    private static final long SEEDS = 20;

    @Test
    void nodesThatShareOneStoreAreSafeAndAgree() {
        Duration slowest = Seeds.runAll(
                SEEDS,
                List.of(
                        ClusterFact.LEADER_CHANGED,
                        ClusterFact.LEADER_PAUSED,
                        ClusterFact.LEADER_CRASHED,
                        ClusterFact.RESIGNED,
                        ClusterFact.RESTARTED),
                seed -> new Run(seed, true));

        assertThat(slowest).isPositive();
    }

    @Test
    void nodesThatHaveAStoreEachAreFoundOut() {
        assertThat(Seeds.firstFailure("a store each", 1, SEEDS, seed -> new Run(seed, false).runDisturbed()))
                .hasValueSatisfying(failure -> assertThat(failure).containsPattern("OneActsAtATime|RaisesTheEpoch"));
    }

    @Test
    void failureNamesTheCommandThatReplaysIt() {
        assertThat(Seeds.firstFailure("a store each", 1, SEEDS, seed -> new Run(seed, false).run()))
                .hasValueSatisfying(
                        failure -> assertThat(failure).contains("-Dtest=NodeSimulationTest -Dbaton.seed=1"));
    }

    private static final class StoreNode extends ClusterNode {
        StoreNode(StoreCluster cluster, String id) {
            super(cluster, NodeId.of(id), id);
            stand(
                    new LeaseElector(
                            cluster.leases.get().link(NodeId.of(id)),
                            TERMS,
                            GUARANTEE,
                            lanes(),
                            chance().split().generator(),
                            HolderWatch.NONE),
                    CandidateSettings.builder()
                            .windDown(LEASE.dividedBy(5))
                            .rest(Duration.ofMillis(500))
                            .build(),
                    Duration.ofMillis(5));
        }

        @Override
        protected void fillDisk(boolean full) {}
    }

    private static final class StoreCluster extends NodeCluster<StoreNode> {
        private final Supplier<InMemoryLeases> leases;

        StoreCluster(long seed, boolean shared) {
            super(new SeededRandom(seed), true);
            InMemoryLeases one = new InMemoryLeases(scheduler()::now);
            this.leases = () -> shared ? one : new InMemoryLeases(scheduler()::now);
            List.of("n1", "n2", "n3").forEach(id -> add(new StoreNode(this, id)));
        }

        @Override
        public Duration lease() {
            return LEASE;
        }

        @Override
        protected StoreNode startAgain(StoreNode former) {
            return new StoreNode(this, former.id());
        }
    }

    private static final class StoreFaults extends NodeFaults<StoreNode> {
        StoreFaults(StoreCluster cluster) {
            super(cluster, Duration.ofSeconds(3));
        }

        @Override
        protected List<Runnable> kinds() {
            return List.of(this::pause, this::crash, this::resign, this::restartAll);
        }
    }

    private static final class Run extends NodeSimulation<StoreNode> {
        Run(long seed, boolean shared) {
            this(seed, new StoreCluster(seed, shared));
        }

        private Run(long seed, StoreCluster cluster) {
            super(seed, cluster, new StoreFaults(cluster), "testkit", "NodeSimulationTest");
        }

        @Override
        protected Duration disturbed() {
            return Duration.ofSeconds(60);
        }

        @Override
        protected Duration agreesWithin() {
            return LEASE.multipliedBy(5);
        }

        @Override
        protected Duration settling() {
            return LEASE.multipliedBy(3);
        }

        @Override
        protected Optional<LastingFaults<StoreNode>> stableFaults() {
            return Optional.empty();
        }
    }
}
