// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.LocalView;
import dev.baton.server.view.Alarms;
import dev.baton.server.view.EventDraft;
import dev.baton.server.view.EventLog;
import dev.baton.spi.Alarm;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the cluster now and then: tells who joined and left, notes what leaders say of their own leaderships, and
 * raises an alarm if an election has two leaders.
 */
public final class ClusterMonitor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterMonitor.class);
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    /** More nodes are looked at less often: that way no node is asked more than ten times a second by all the others. */
    private static final Duration PER_NODE = Duration.ofMillis(100);

    private final ClusterOverview cluster;
    private final EventLog log;
    private final Alarms alarms;
    private final Clock clock;
    private final ClusterMonitorRules rules = new ClusterMonitorRules();
    private boolean duplicated;
    private final Thread thread = new Thread(this::run, "baton-cluster-monitor");

    private ClusterMonitor(ClusterOverview cluster, EventLog log, Alarms alarms, Clock clock) {
        this.cluster = cluster;
        this.log = log;
        this.alarms = alarms;
        this.clock = clock;
        thread.setDaemon(true);
    }

    public static ClusterMonitor start(ClusterOverview cluster, EventLog log, Alarms alarms, Clock clock) {
        ClusterMonitor lookout = new ClusterMonitor(cluster, log, alarms, clock);
        lookout.thread.start();
        return lookout;
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(INTERVAL.plus(PER_NODE.multipliedBy(look())).toMillis());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks once; returns how many answered. */
    private int look() {
        try {
            List<LocalView> answers = cluster.answers();
            tell(rules.look(answers));
            tell(cluster.duplicate());
            return answers.size();
        } catch (RuntimeException failed) {
            LOG.error("checking the cluster failed", failed);
            return 0;
        }
    }

    private void tell(ClusterMonitorRules.Changes found) {
        found.joined().forEach(node -> note("node_joined", node));
        found.left().forEach(node -> note("node_left", node));
        found.gaps().forEach(cluster::adopt);
        Set<String> twice = found.claimedTwice();
        if (twice.isEmpty()) {
            alarms.clear(Alarms.DUPLICATE_LEADER);
        } else if (!alarms.isRaised(Alarms.DUPLICATE_LEADER)) {
            String detail = "more than one node leads " + String.join(", ", twice);
            LOG.error("{}; the fence keeps them apart", detail);
            alarms.raise(Alarms.DUPLICATE_LEADER, detail, clock.instant());
            log.append(new EventDraft("alarm", null, cluster.self(), null, Alarms.DUPLICATE_LEADER, null, detail));
        }
    }

    private void tell(Optional<String> duplicate) {
        String kind = Alarm.Kind.DUPLICATE_NODE_ID.name();
        if (duplicate.isPresent()) {
            String detail = "another process with the id " + cluster.self() + " is running (incarnation "
                    + duplicate.get() + "): give every process its own id";
            alarms.raise(kind, detail, clock.instant());
            if (!duplicated) {
                LOG.error("{}", detail);
                log.append(new EventDraft("alarm", null, cluster.self(), null, kind, null, detail));
            }
        } else if (duplicated) {
            alarms.clear(kind);
        }
        duplicated = duplicate.isPresent();
    }

    private void note(String type, String node) {
        log.append(new EventDraft(type, null, node, null, null, null, null));
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
