// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leadership;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;

/** A duty that writes down when it is told to start and when it has stopped. */
public final class RecordedDuty implements Duty {
    private final Duty duty;
    private final HistoryRecorder history;
    private final ElectionName election;
    private Epoch epoch = Epoch.NONE;

    public RecordedDuty(Duty duty, HistoryRecorder history, ElectionName election) {
        this.duty = duty;
        this.history = history;
        this.election = election;
    }

    @Override
    public String name() {
        return duty.name();
    }

    @Override
    public void start(Leadership leadership, Crash crash) throws Exception {
        epoch = leadership.epoch();
        history.record(Kind.OK, Op.DUTY_STARTED, election, epoch, Details.of("duty", name()));
        duty.start(leadership, crash);
    }

    @Override
    public void stop() throws Exception {
        duty.stop();
        history.record(Kind.OK, Op.DUTY_STOPPED, election, epoch, Details.of("duty", name()));
    }

    @Override
    public Health health() {
        return duty.health();
    }
}
