// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.duties.ClusterHealth;
import dev.baton.duties.Members;
import dev.baton.duty.Duty;
import dev.baton.server.loan.LoanDesk;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The duties that a configuration can name. */
final class Duties {
    private static final Logger LOG = LoggerFactory.getLogger(Duties.class);
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);
    private static final Duration HEALTH_INTERVAL = Duration.ofSeconds(5);

    static final String HEALTH = "cluster_health";

    static final List<String> NAMES = List.of("log", HEALTH, LoanDesk.NAME);
    /** One that only a program can give what it works with. */
    static final String NEEDS_A_PROGRAM = "poll_orchestrator";

    private Duties() {}

    private static Duty health(ElectionPlan plan, Members members, HealthWatch watch, Clock clock) {
        ClusterHealth health = new ClusterHealth(members, plan.expected(), HEALTH_INTERVAL, clock);
        health.listen(event -> watch.found(health.report()));
        return health;
    }

    static Duty make(String name, ElectionPlan plan, Members members, HealthWatch watch, Clock clock) {
        return switch (name) {
            case "log" ->
                Duty.every(
                        "log",
                        LOG_INTERVAL,
                        leadership -> LOG.info("on duty: election={} epoch={}", plan.name(), leadership.epoch()));
            case HEALTH -> health(plan, members, watch, clock);
            default -> throw new IllegalArgumentException("there is no duty " + name);
        };
    }
}
