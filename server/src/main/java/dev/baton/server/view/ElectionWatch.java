// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.AlarmRaised;
import dev.baton.CandidateEvent.BecameLeader;
import dev.baton.CandidateEvent.DutyChanged;
import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.CandidateEvent.LeaderDown;
import dev.baton.CandidateEvent.LostLeadership;
import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Leader;
import dev.baton.LeadershipListener;
import dev.baton.NodeId;
import dev.baton.admin.DutyView;
import dev.baton.admin.LeadershipView;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Listens to one candidate, and keeps what the admin API shows of it. Events come on one thread; queries on any. */
public final class ElectionWatch implements LeadershipListener {
    private static final int KEPT = 200;

    private final ElectionName election;
    private final NodeId self;
    private final EventLog log;
    private final Alarms alarms;
    private final Clock clock;
    private final LeadershipHistory history = new LeadershipHistory(KEPT);
    private final Map<String, SeenDuty> duties = new TreeMap<>();
    private long epoch;

    private record SeenDuty(Instant since, long epoch) {}

    public ElectionWatch(ElectionName election, NodeId self, EventLog log, Alarms alarms, Clock clock) {
        this.election = election;
        this.self = self;
        this.log = log;
        this.alarms = alarms;
        this.clock = clock;
    }

    public LeadershipHistory history() {
        return history;
    }

    @Override
    public void on(CandidateEvent event) {
        Instant now = clock.instant();
        if (event instanceof BecameLeader won) {
            led(won.epoch().value());
            note(event.name(), self, won.epoch().value(), null, null);
        } else if (event instanceof LostLeadership lost) {
            history.ended(lost.epoch().value(), now, lost.reason().name());
            note(event.name(), self, lost.epoch().value(), lost.reason().name(), lost.detail());
        } else if (event instanceof LeaderDown down) {
            long former = down.former().epoch().value();
            history.ended(former, now.minus(down.silence()), down.cause().name());
            note(event.name(), down.former().node().id(), former, down.cause().name(), null);
        } else if (event instanceof LeaderChanged changed) {
            began(event.name(), changed.current(), now);
        } else if (event instanceof AlarmRaised raised) {
            alarms.raise(raised.alarm(), now);
            note(
                    "alarm",
                    self,
                    null,
                    raised.alarm().kind().name(),
                    raised.alarm().message());
        } else if (event instanceof DutyChanged changed) {
            moved(changed.status(), now);
        }
    }

    private void began(String type, Leader leader, Instant now) {
        history.began(leader, now);
        long under = leader.epoch().value();
        // The gap is always the leader's own figure: what others saw differs by the time that the news took to arrive.
        Long gap = leader.node().id().equals(self)
                ? history.find(under).map(LeadershipView::gapMs).orElse(null)
                : null;
        log.append(new EventDraft(type, election.value(), leader.node().id().value(), under, null, null, null), gap);
    }

    private synchronized void led(long under) {
        epoch = under;
    }

    private synchronized void moved(Duty.Status status, Instant now) {
        duties.put(status.name(), new SeenDuty(now, epoch));
        String detail = status.detail().isEmpty() ? null : status.detail();
        long under = epoch;
        word(status)
                .ifPresent(type -> log.append(
                        new EventDraft(type, election.value(), self.value(), under, null, status.name(), detail)));
    }

    /** The name of a duty's change of state as an event; empty if it is not reported. */
    private static Optional<String> word(Duty.Status status) {
        return switch (status.state()) {
            case RUNNING -> Optional.of(status.restarts() > 0 ? "duty_restarted" : "duty_started");
            case IDLE -> Optional.of("duty_stopped");
            case CLEANING_UP, STUCK -> Optional.of("duty_failed");
            default -> Optional.empty();
        };
    }

    private void note(
            String type, NodeId node, @Nullable Long under, @Nullable String reason, @Nullable String detail) {
        log.append(new EventDraft(type, election.value(), node.value(), under, reason, null, detail));
    }

    /** The duties as they are now: {@code status} has their state, this watch since when. */
    public synchronized List<DutyView> duties(List<Duty.Status> status, Instant otherwise) {
        return status.stream().map(it -> view(it, otherwise)).toList();
    }

    private DutyView view(Duty.Status status, Instant otherwise) {
        SeenDuty seen = duties.get(status.name());
        boolean idle = status.state() == Duty.State.IDLE;
        return new DutyView(
                status.name(),
                election.value(),
                self.value(),
                status.state().name(),
                idle || seen == null ? null : seen.epoch(),
                status.restarts(),
                seen == null ? otherwise : seen.since(),
                status.detail().isEmpty() ? null : status.detail());
    }
}
