// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.internal.check.Validation;
import dev.baton.quorum.Bounds;
import dev.baton.quorum.QuorumMode;
import dev.baton.spi.Guarantee;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.Objects;

/**
 * The settings of a registry node's rules.
 *
 * @param terms how long a leadership lasts without renewal, and related timings
 * @param clusterSize the number of voters of the whole cluster, present or not; required for
 *     {@link QuorumMode#MAJORITY}
 * @param initialMembers a node without a cluster size takes part in no election before it has seen this many members …
 * @param initialWait … or has waited this long for them
 * @param voter whether this node's own vote counts; nodes that come and go all day should not vote
 */
public record RegistrySettings(
        LeaseTerms terms, QuorumMode quorum, int clusterSize, int initialMembers, Duration initialWait, boolean voter) {
    /** The default timings of leaderships in a registry. */
    public static final LeaseTerms TERMS = new LeaseTerms(
            Duration.ofSeconds(3), Duration.ofMillis(600), Duration.ofMillis(500), Duration.ofMillis(600));

    static final int MAX_VOTERS = 1_000;

    public RegistrySettings {
        Objects.requireNonNull(terms, "terms");
        Objects.requireNonNull(quorum, "quorum");
        Validation.of("registry")
                .require(
                        quorum == QuorumMode.NONE || clusterSize > 0,
                        "quorum majority needs cluster_size, the number of voters in the whole cluster")
                .require(
                        terms.lease().compareTo(Bounds.MAX_LEASE) <= 0,
                        "lease %s must be at most %s",
                        Validation.show(terms.lease()),
                        Validation.show(Bounds.MAX_LEASE))
                .between("cluster_size", clusterSize, 0, MAX_VOTERS)
                .between("initial_members", initialMembers, 1, MAX_VOTERS)
                .notNegative("initial_wait", initialWait)
                .check();
    }

    public static RegistrySettings majorityOf(int clusterSize) {
        return new RegistrySettings(TERMS, QuorumMode.MAJORITY, clusterSize, 1, Duration.ZERO, true);
    }

    /** <strong>One leader per side of a partition.</strong> Only the fence keeps them apart. */
    public static RegistrySettings withoutQuorum(int initialMembers, Duration initialWait) {
        return new RegistrySettings(TERMS, QuorumMode.NONE, 0, initialMembers, initialWait, true);
    }

    /** What an elector with these settings guarantees. */
    public Guarantee guarantee() {
        return quorum() == QuorumMode.MAJORITY
                ? new Guarantee(
                        Guarantee.Exclusivity.EXCLUSIVE,
                        Guarantee.EpochMemory.DURABLE,
                        "registry: a majority of " + clusterSize() + " voters promises the lease")
                : new Guarantee(
                        Guarantee.Exclusivity.PER_PARTITION,
                        Guarantee.EpochMemory.DURABLE,
                        "registry with quorum none: EACH SIDE OF A PARTITION MAY HAVE A LEADER; only fenced writes are"
                                + " safe");
    }

    public RegistrySettings withTerms(LeaseTerms chosen) {
        return new RegistrySettings(chosen, quorum, clusterSize, initialMembers, initialWait, voter);
    }

    public RegistrySettings withVoter(boolean votes) {
        return new RegistrySettings(terms, quorum, clusterSize, initialMembers, initialWait, votes);
    }
}
