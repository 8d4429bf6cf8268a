// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.core.ElectionName;
import dev.baton.duties.ClusterHealth;
import dev.baton.duties.Members;
import dev.baton.duty.Duty;
import dev.baton.server.loan.LoanDesk;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The duties that a configuration can name. */
final class Duties {
    private static final Logger LOG = LoggerFactory.getLogger(Duties.class);
    private static final Duration LOG_INTERVAL = Duration.ofMinutes(1);

    static final List<String> NAMES = List.of("log", "cluster_health", LoanDesk.NAME);
    /** One that only a program can give what it works with. */
    static final String NEEDS_A_PROGRAM = "poll_orchestrator";

    private Duties() {}

    static Duty make(String name, ElectionName election, Members members, Clock clock) {
        return switch (name) {
            case "log" ->
                Duty.every(
                        "log",
                        LOG_INTERVAL,
                        leadership -> LOG.info("on duty: election={} epoch={}", election, leadership.epoch()));
            case "cluster_health" -> new ClusterHealth(members, Set.of(), ClusterHealth.INTERVAL, clock);
            default -> throw new IllegalArgumentException("there is no duty " + name);
        };
    }
}
