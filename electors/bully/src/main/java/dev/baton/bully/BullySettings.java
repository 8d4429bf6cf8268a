// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.core.Rules;
import dev.baton.elector.Priority;
import dev.baton.lease.LeaseTerms;
import dev.baton.quorum.Quorum;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What the rules of a bully node go by.
 *
 * @param heartbeat how often a leader renews its leadership, and how soon others are asked whether they live
 * @param misses how many heartbeats in a row may be missed before a leader is replaced or a peer counts as dead
 * @param margin how much earlier than the others a leader considers its leadership over
 * @param requestTimeout how long an answer is waited for
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
        Quorum quorum,
        IdOrder order,
        Priority priority,
        Part part) {
    private static final int MOST_MISSES = 20;

    public BullySettings {
        Objects.requireNonNull(removeAfter, "removeAfter");
        Objects.requireNonNull(quorum, "quorum");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(priority, "priority");
        Objects.requireNonNull(part, "part");
        Rules.of("bully")
                .positive("heartbeat", heartbeat)
                .between("misses", misses, 2, MOST_MISSES)
                .positive("margin", margin)
                .positive("request_timeout", requestTimeout)
                .positive("election_timeout", electionTimeout)
                .check();
        Duration lease = lease(heartbeat, misses, margin);
        Rules.of("bully")
                .require(
                        electionTimeout.compareTo(heartbeat) >= 0,
                        "election_timeout %s must be at least heartbeat %s",
                        Rules.show(electionTimeout),
                        Rules.show(heartbeat))
                .require(
                        removeAfter.isEmpty() || removeAfter.get().compareTo(lease.multipliedBy(2)) >= 0,
                        "remove_after %s must be at least twice the lease of %s",
                        removeAfter.map(Rules::show).orElse(""),
                        Rules.show(lease))
                .check();
        new LeaseTerms(lease, heartbeat, margin, requestTimeout);
    }

    private static Duration lease(Duration heartbeat, int misses, Duration margin) {
        return heartbeat.multipliedBy(misses).plus(margin);
    }

    /** Everything else by default, around one interval. */
    public static BullySettings every(Duration heartbeat) {
        return new BullySettings(
                heartbeat,
                3,
                heartbeat.dividedBy(2),
                heartbeat,
                heartbeat.multipliedBy(2),
                Optional.empty(),
                Quorum.MAJORITY,
                IdOrder.NATURAL,
                Priority.DEFAULT,
                Part.FULL);
    }

    public static BullySettings defaults() {
        return every(Duration.ofMillis(500));
    }

    /** How long a leadership lasts: so many heartbeats may be missed, and the margin after them. */
    public LeaseTerms terms() {
        return new LeaseTerms(lease(heartbeat, misses, margin), heartbeat, margin, requestTimeout);
    }

    public BullySettings withQuorum(Quorum chosen) {
        return new BullySettings(
                heartbeat, misses, margin, requestTimeout, electionTimeout, removeAfter, chosen, order, priority, part);
    }

    public BullySettings withOrder(IdOrder chosen) {
        return new BullySettings(
                heartbeat,
                misses,
                margin,
                requestTimeout,
                electionTimeout,
                removeAfter,
                quorum,
                chosen,
                priority,
                part);
    }

    public BullySettings withPriority(int chosen) {
        return new BullySettings(
                heartbeat,
                misses,
                margin,
                requestTimeout,
                electionTimeout,
                removeAfter,
                quorum,
                order,
                new Priority(chosen),
                part);
    }

    public BullySettings as(Part chosen) {
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
                chosen);
    }

    public BullySettings removingAfter(Duration dead) {
        return new BullySettings(
                heartbeat,
                misses,
                margin,
                requestTimeout,
                electionTimeout,
                Optional.of(dead),
                quorum,
                order,
                priority,
                part);
    }
}
