// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.LeadershipListener;
import dev.baton.spi.Alarm;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes that were given the same id, on a real store. */
@Timeout(120)
class DuplicateIdTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final TestDatabase database = Servers.h2Memory();
    private final TableNames tables = database.newTables();
    private final List<Alarm.Kind> alarms = new CopyOnWriteArrayList<>();

    private Baton node() {
        return Baton.node("same")
                .start(SqlElector.on(database.database())
                        .settings(SqlSettings.DEFAULT.withTables(tables).withLease(Duration.ofSeconds(2))));
    }

    @Test
    void theOneThatDoesNotLeadRaisesAnAlarmUntilTheOtherIsGone() {
        try (Baton second = startSecondBeside(node())) {
            eventually(
                    "the all-clear comes", PATIENCE, () -> alarms.contains(Alarm.Kind.NODE_ID_IS_UNIQUE), () -> alarms);
            assertThat(alarms.stream().filter(Alarm.Kind.DUPLICATE_NODE_ID::equals))
                    .as("told once by %s", second.node())
                    .hasSize(1);
        }
    }

    private Baton startSecondBeside(Baton first) {
        try (first) {
            Candidate leading = first.stand("orders").start();
            eventually("the first leads", PATIENCE, leading::isLeader, leading::status);
            Baton second = node();
            second.stand("orders")
                    .listener(new LeadershipListener() {
                        @Override
                        public void on(CandidateEvent event) {
                            if (event instanceof CandidateEvent.AlarmRaised raised) {
                                alarms.add(raised.alarm().kind());
                            }
                        }
                    })
                    .start();
            eventually("the alarm comes", PATIENCE, () -> alarms.contains(Alarm.Kind.DUPLICATE_NODE_ID), () -> alarms);
            return second;
        }
    }
}
