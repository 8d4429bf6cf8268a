// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.duties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.ElectionName;
import dev.baton.NodeId;
import dev.baton.admin.EventView;
import dev.baton.duties.HealthReport;
import dev.baton.server.NodeConfig;
import dev.baton.server.view.Alarms;
import dev.baton.server.view.EventLog;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** That someone is missing is shown, as long as it is so. */
class HealthWatchTest {
    private static final HealthReport HEALTHY = new HealthReport(HealthReport.Status.HEALTHY, Map.of(), Set.of());
    private static final HealthReport DEGRADED =
            new HealthReport(HealthReport.Status.DEGRADED, Map.of(), Set.of(NodeId.of("n3"), NodeId.of("n2")));

    private final Alarms alarms = new Alarms();
    private final EventLog log = new EventLog(Clock.systemUTC(), 10);
    private final HealthWatch watch =
            new HealthWatch(ElectionName.of("orders"), NodeId.of("n1"), alarms, log, Clock.systemUTC());

    @Test
    void whoIsMissingIsAnAlarmUntilItIsHere() {
        watch.found(HEALTHY);
        assertThat(alarms.all()).isEmpty();

        watch.found(DEGRADED);
        assertThat(alarms.all())
                .extracting(it -> it.kind() + " " + it.detail())
                .containsExactly("NODES_MISSING missing of those that orders expects: n2, n3");
        assertThat(log.newest(10)).extracting(EventView::type).containsExactly("alarm");

        watch.found(DEGRADED);
        assertThat(log.newest(10)).hasSize(1);

        watch.found(HEALTHY);
        assertThat(alarms.all()).isEmpty();
    }

    @Test
    void whomNobodyLooksForIsNotExpected() {
        assertThatThrownBy(() -> NodeConfig.parse("elections: [{name: a, expected: [n1]}]\n", Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("node.yml:1: elections[0].expected: is used only by the duty cluster_health");
    }
}
