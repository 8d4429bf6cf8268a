// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.actuate;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.ElectionName;
import dev.baton.spring.Elections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Down if this node has left an election that it should stand in, because its candidate broke down. That it does not lead,
 * or that there is no leader, is not a reason to take a replica out of service; the details tell.
 */
final class BatonHealthIndicator extends AbstractHealthIndicator {
    private final Baton baton;
    private final Elections elections;

    BatonHealthIndicator(Baton baton, Elections elections) {
        this.baton = baton;
        this.elections = elections;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        Map<String, Object> details = new TreeMap<>();
        boolean well = true;
        for (ElectionName election : elections.names()) {
            Optional<Candidate> candidate = elections.find(election.value());
            details.put(
                    election.value(), candidate.map(BatonHealthIndicator::show).orElse("this node does not stand"));
            well &= candidate
                    .filter(it -> it.status().state() != Candidate.State.CLOSED)
                    .isPresent();
        }
        health.status(well ? "UP" : "DOWN")
                .withDetail("node", baton.node().id().value())
                .withDetail("elections", details);
    }

    private static String show(Candidate candidate) {
        String leader = candidate
                .leader()
                .map(it -> it.node().id() + " leads under epoch " + it.epoch())
                .orElse("no leader is known");
        return candidate.isLeader() ? "this node leads" : leader;
    }
}
