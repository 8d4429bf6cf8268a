// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.polls;

import dev.baton.Duty;
import dev.baton.Leadership;
import dev.baton.duties.PollJob;
import dev.baton.duties.PollOrchestrator;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Runs every poll at its interval, but never twice at the same time. The jobs are those of one leadership. */
final class ScheduledPolls implements Duty {
    private static final Duration TICK = Duration.ofMillis(100);

    private final PollOrchestrator orchestrator;
    private final Collection<PollPlan> plans;
    private final Ticker ticker;
    private final Duty ticking = Duty.every(PollsPart.DUTY, TICK, leadership -> tick());
    /** The latest run of each poll, and when it was ordered. On the thread of {@code ticking} only. */
    private final Map<PollPlan, LatestPoll> last = new HashMap<>();

    private record LatestPoll(long number, long at) {}

    ScheduledPolls(PollOrchestrator orchestrator, Collection<PollPlan> plans, Ticker ticker) {
        this.orchestrator = orchestrator;
        this.plans = plans;
        this.ticker = ticker;
    }

    @Override
    public String name() {
        return ticking.name();
    }

    @Override
    public void start(Leadership leadership, Crash crash) throws Exception {
        last.clear();
        orchestrator.start(leadership, crash);
        ticking.start(leadership, crash);
    }

    private void tick() {
        long now = ticker.nanos();
        for (PollPlan plan : plans) {
            LatestPoll before = last.get(plan);
            boolean due = before == null || now - before.at() >= plan.every().toNanos();
            if (due && (before == null || isOver(before))) {
                last.put(
                        plan,
                        new LatestPoll(
                                orchestrator.poll(plan.name(), plan.rule()).number(), now));
            }
        }
    }

    private boolean isOver(LatestPoll before) {
        return orchestrator
                .job(before.number())
                .map(PollJob::state)
                .filter(it -> !it.isFinal())
                .isEmpty();
    }

    @Override
    public void stop() throws Exception {
        try {
            ticking.stop();
        } finally {
            orchestrator.stop();
        }
    }
}
