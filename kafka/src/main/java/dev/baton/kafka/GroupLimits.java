// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import dev.baton.internal.check.Validation;
import java.time.Duration;

/**
 * How many consumer groups a node coordinates, and what a member may ask for.
 *
 * @param groups with members or offsets, of those that this node coordinates
 * @param members of one group
 * @param minSession the shortest session that a member of a classic group may ask for
 * @param maxSession the longest one: so long the coordinator remembers a member that is gone
 */
public record GroupLimits(int groups, int members, Duration minSession, Duration maxSession) {
    /** As long as Apache Kafka allows. */
    private static final Duration MAX_SESSION = Duration.ofMinutes(30);

    public static final GroupLimits DEFAULT =
            new GroupLimits(5_000, 1_000, Duration.ofSeconds(6), Duration.ofMinutes(5));

    public GroupLimits {
        Validation.of("kafka.groups")
                .between("max_groups", groups, 1, 1_000_000)
                .between("max_members", members, 1, 100_000)
                .positive("min_session", minSession)
                .require(
                        minSession.compareTo(maxSession) <= 0,
                        "max_session: %s is less than min_session, which is %s",
                        Validation.show(maxSession),
                        Validation.show(minSession))
                .require(
                        maxSession.compareTo(MAX_SESSION) <= 0,
                        "max_session: %s is more than %s",
                        Validation.show(maxSession),
                        Validation.show(MAX_SESSION))
                .check();
    }
}
