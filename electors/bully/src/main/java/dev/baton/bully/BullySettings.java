// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.internal.check.Validation;
import dev.baton.quorum.QuorumMode;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The timings and rules of a bully node.
 *
 * @param heartbeat the renewal interval: how often a leader tells the others that it still leads. A member that was not
 *     heard from for {@code misses} heartbeats is asked once per heartbeat whether it lives
 * @param misses how many heartbeats in a row may be missed before a leader is replaced or a peer counts as dead
 * @param margin how much earlier than the others a leader considers its leadership over
 * @param requestTimeout how long to wait for an answer
 * @param electionTimeout how long a candidate leaves an election to a higher one that says it stands
 * @param removeAfter how long a dead peer stays a member; forever if empty
 * @param order which of two ids is the higher one
 * @param priority how much this node is preferred, whatever its id
 * @param part whether this node votes, leads, or both
 */
public record BullySettings(
        Duration heartbeat,
        int misses,
        Duration margin,
        Duration requestTimeout,
        Duration electionTimeout,
        Optional<Duration> removeAfter,
        QuorumMode quorum,
        IdOrder order,
        Priority priority,
        MemberRole part) {
    private static final int MAX_MISSES = 20;

    public BullySettings {
        Objects.requireNonNull(removeAfter, "removeAfter");
        Objects.requireNonNull(quorum, "quorum");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(priority, "priority");
        Objects.requireNonNull(part, "part");
        Validation.of("bully")
                .positive("heartbeat", heartbeat)
                .between("misses", misses, 2, MAX_MISSES)
                .positive("margin", margin)
                .positive("request_timeout", requestTimeout)
                .positive("election_timeout", electionTimeout)
                .check();
        Duration lease = lease(heartbeat, misses, margin);
        Validation.of("bully")
                .require(
                        electionTimeout.compareTo(heartbeat) >= 0,
                        "election_timeout %s must be at least heartbeat %s",
                        Validation.show(electionTimeout),
                        Validation.show(heartbeat))
                .require(
                        removeAfter.isEmpty() || removeAfter.get().compareTo(lease.multipliedBy(2)) >= 0,
                        "remove_after %s must be at least twice the lease of %s",
                        removeAfter.map(Validation::show).orElse(""),
                        Validation.show(lease))
                .check();
        new LeaseTerms(lease, heartbeat, margin, requestTimeout);
    }

    private static Duration lease(Duration heartbeat, int misses, Duration margin) {
        return heartbeat.multipliedBy(misses).plus(margin);
    }

    /** Returns settings with this interval between renewals of a leadership, and defaults for everything else. */
    public static BullySettings every(Duration heartbeat) {
        return new BullySettings(
                heartbeat,
                3,
                heartbeat.dividedBy(2),
                heartbeat,
                heartbeat.multipliedBy(2),
                Optional.empty(),
                QuorumMode.MAJORITY,
                IdOrder.NATURAL,
                Priority.DEFAULT,
                MemberRole.FULL);
    }

    /** The default settings: a heartbeat of 500 ms, and a majority of the members as quorum. */
    public static BullySettings defaults() {
        return every(Duration.ofMillis(500));
    }

    /** What an elector with these settings guarantees. */
    Guarantee guarantee() {
        return quorum == QuorumMode.MAJORITY
                ? new Guarantee(
                        Guarantee.Exclusivity.EXCLUSIVE,
                        Guarantee.EpochMemory.DURABLE,
                        "a leader has the promises of a majority of the members")
                : new Guarantee(
                        Guarantee.Exclusivity.PER_PARTITION,
                        Guarantee.EpochMemory.DURABLE,
                        "quorum is none, so each side of a partition may elect its own leader");
    }

    /** The lengths of a leadership: the heartbeats that may be missed, and the margin after them. */
    public LeaseTerms terms() {
        return new LeaseTerms(lease(heartbeat, misses, margin), heartbeat, margin, requestTimeout);
    }

    /** Returns a builder that begins with these settings. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Returns these settings with another quorum. */
    public BullySettings withQuorum(QuorumMode chosen) {
        return toBuilder().quorum(chosen).build();
    }

    /** Returns these settings for a node that only votes, or only leads. */
    public BullySettings as(MemberRole chosen) {
        return toBuilder().part(chosen).build();
    }

    /** Returns these settings with dead members removed after this time. */
    public BullySettings removingAfter(Duration dead) {
        return toBuilder().removeAfter(Optional.of(dead)).build();
    }

    /** Collects settings; {@link #build()} checks them as a whole. */
    public static final class Builder {
        private final Duration heartbeat;
        private int misses;
        private Duration margin;
        private Duration requestTimeout;
        private Duration electionTimeout;
        private Optional<Duration> removeAfter;
        private QuorumMode quorum;
        private IdOrder order;
        private Priority priority;
        private MemberRole part;

        private Builder(BullySettings from) {
            this.heartbeat = from.heartbeat;
            this.misses = from.misses;
            this.margin = from.margin;
            this.requestTimeout = from.requestTimeout;
            this.electionTimeout = from.electionTimeout;
            this.removeAfter = from.removeAfter;
            this.quorum = from.quorum;
            this.order = from.order;
            this.priority = from.priority;
            this.part = from.part;
        }

        /** Sets how many heartbeats in a row may be missed before a leader is replaced or a peer counts as dead. */
        public Builder misses(int most) {
            this.misses = most;
            return this;
        }

        /** Sets how much earlier than the others a leader considers its leadership over. */
        public Builder margin(Duration earlier) {
            this.margin = earlier;
            return this;
        }

        /** Sets how long to wait for an answer. */
        public Builder requestTimeout(Duration limit) {
            this.requestTimeout = limit;
            return this;
        }

        /** Sets how long a candidate leaves an election to a higher one that says it stands. */
        public Builder electionTimeout(Duration limit) {
            this.electionTimeout = limit;
            return this;
        }

        /** Sets how long a dead peer stays a member; forever if empty. */
        public Builder removeAfter(Optional<Duration> dead) {
            this.removeAfter = dead;
            return this;
        }

        /** Sets whose votes a leader needs. */
        public Builder quorum(QuorumMode chosen) {
            this.quorum = chosen;
            return this;
        }

        /** Sets which of two ids is the higher one. */
        public Builder order(IdOrder chosen) {
            this.order = chosen;
            return this;
        }

        /** Sets how much this node is preferred, whatever its id. */
        public Builder priority(Priority chosen) {
            this.priority = chosen;
            return this;
        }

        /** Sets whether this node votes, leads, or both. */
        public Builder part(MemberRole chosen) {
            this.part = chosen;
            return this;
        }

        /**
         * Checks the settings as a whole and returns them.
         *
         * @throws dev.baton.ConfigurationException naming every rule that they break
         */
        public BullySettings build() {
            return new BullySettings(
                    heartbeat,
                    misses,
                    margin,
                    requestTimeout,
                    electionTimeout,
                    removeAfter,
                    quorum,
                    order,
                    priority,
                    part);
        }
    }
}
