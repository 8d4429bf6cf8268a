// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.CandidateEvent.LeaderDown;
import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.admin.EventView;
import dev.baton.admin.LeadershipView;
import dev.baton.spi.Vacancy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ElectionWatchTest {
    private static final ElectionName ORDERS = ElectionName.of("orders");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Clock clock = Clock.fixed(NOW, ZoneOffset.UTC);
    private final EventLog log = new EventLog(clock, 10);
    private final ElectionWatch watch = new ElectionWatch(ORDERS, NodeId.of("b"), log, new Alarms(), clock);

    private static Leader leader(String node, long epoch) {
        return new Leader(ORDERS, new Node(NodeId.of(node), new Incarnation(epoch)), Epoch.of(epoch), Endpoints.NONE);
    }

    @Test
    void theGapAfterALeaderThatWasNotHeardOfCountsFromItsLastSignInHistoryAndEventsAlike() {
        Leader former = leader("a", 1);
        watch.on(new LeaderChanged(Optional.empty(), former));
        watch.on(new LeaderDown(former, Vacancy.Cause.EXPIRED, Duration.ofMillis(3_100)));
        watch.on(new LeaderChanged(Optional.of(former), leader("b", 2)));

        assertThat(watch.history().newest(1)).extracting(LeadershipView::gapMs).containsExactly(3_100L);
        assertThat(log.newest(1)).extracting(EventView::gapMs).containsExactly(3_100L);
    }

    @Test
    void anEventTellsTheGapOnlyOnTheLeadersOwnNode() {
        Leader former = leader("a", 1);
        watch.on(new LeaderChanged(Optional.empty(), former));
        watch.on(new LeaderDown(former, Vacancy.Cause.RELEASED, Duration.ofMillis(200)));
        watch.on(new LeaderChanged(Optional.of(former), leader("c", 2)));

        assertThat(log.newest(1)).extracting(EventView::gapMs).containsOnlyNulls();
    }

    @Test
    void aLeadershipWithoutOneBeforeHasNoGap() {
        watch.on(new LeaderChanged(Optional.empty(), leader("a", 1)));

        assertThat(log.newest(1)).extracting(EventView::gapMs).containsOnlyNulls();
    }
}
