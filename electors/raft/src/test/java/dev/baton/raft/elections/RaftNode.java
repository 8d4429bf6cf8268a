// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.CandidateSettings;
import dev.baton.NodeId;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.spi.Guarantee;
import dev.baton.spi.lease.LeaseElector;
import dev.baton.testkit.simulation.ClusterNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One start of a node with elections on a simulated group, of which it is a member or not. */
final class RaftNode extends ClusterNode {
    private static final Duration SLOWEST_STOP = Duration.ofMillis(5);
    private static final Guarantee GUARANTEE =
            new Guarantee(Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.DURABLE, "simulated");

    private final RaftCluster cluster;

    RaftNode(RaftCluster cluster, String name) {
        super(cluster, NodeId.of(name), name);
        this.cluster = cluster;
        Optional<ElectionsPart> local = Optional.empty();
        if (cluster.isMember(name)) {
            ReplicatedPart part = cluster.twist().part(lanes().ticker());
            local = Optional.of(Twist.real(part));
            cluster.group().start(name, process(), List.of(new Judgements(part, cluster::broken)));
        }
        RaftLeaseLink link =
                new RaftLeaseLink(cluster.group().client(name, process()), local, cluster.terms(), lanes());
        LeaseElector elector = new LeaseElector(
                link,
                cluster.terms(),
                GUARANTEE,
                lanes(),
                chance().split().generator(),
                new ModelledWatch(this, cluster));
        stand(
                elector,
                CandidateSettings.builder()
                        .rest(chance().millis(0, 1_000))
                        .windDown(cluster.lease().dividedBy(10))
                        .build(),
                SLOWEST_STOP);
    }

    @Override
    protected void fillDisk(boolean full) {
        if (cluster.isMember(id())) {
            cluster.group().fillDisk(id(), full);
        }
    }
}
