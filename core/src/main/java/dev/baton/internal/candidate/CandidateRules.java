// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leader;
import dev.baton.LossReason;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.internal.candidate.CandidateRole.Closed;
import dev.baton.internal.candidate.CandidateRole.Leading;
import dev.baton.internal.candidate.CandidateRole.Standby;
import dev.baton.internal.candidate.CandidateRole.SteppingDown;
import dev.baton.internal.candidate.CandidateRole.TakingOver;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.util.List;
import java.util.Optional;

/**
 * The candidate's rules: what happened goes in, what is to be done comes out, in order. Knows no thread, clock or
 * elector, and is confined to the candidate's lane.
 *
 * <p>What it keeps:
 *
 * <ol>
 *   <li>Lead and StopDuties alternate, and each Lead has a higher epoch than anything seen before.
 *   <li>Release comes only after the duties were seen to be stopped.
 *   <li>A leadership that is no longer valid is never extended.
 *   <li>Doubt means not leader: a leadership that is not renewed in time is given up before its deadline.
 * </ol>
 */
final class CandidateRules {
    private final ElectionEntry entry;
    private final CandidateSettings settings;
    private final StopDeadlines deadlines;
    private final Fitness fitness;
    private final CampaignDelay delay;
    private final RestPeriod rest;
    private final PreferredSuccessor preference;
    private final RoleChanges roles = new RoleChanges();
    private final StepDownRules steppingDown;
    private final FromElector fromElector = new FromElector();
    private final ElectionKnowledge view = new ElectionKnowledge();

    private long now;
    private boolean closing;
    private long nextCheck;

    CandidateRules(ElectionEntry entry, CandidateSettings settings, long now) {
        this.entry = entry;
        this.settings = settings;
        this.deadlines = new StopDeadlines(settings.windDown());
        this.steppingDown = new StepDownRules(roles, deadlines);
        this.fitness = new Fitness(entry.self().id(), settings);
        this.delay = new CampaignDelay(entry.self().id(), settings);
        this.rest = new RestPeriod(settings.rest(), now);
        this.preference = new PreferredSuccessor(settings);
        this.now = now;
        this.nextCheck = MonotonicTime.plus(now, settings.checkInterval());
    }

    Candidate.State state() {
        return roles.role().state();
    }

    /** Who leads, as last seen; never this node once it has begun to step down. */
    Optional<Leader> leader() {
        boolean leading = roles.role() instanceof Leading;
        return view.leader().filter(it -> leading || !it.node().equals(entry.self()));
    }

    /** Of the leadership that is held, or that duties may still run under. */
    Optional<Validity> validity() {
        return roles.validity();
    }

    Priority priority() {
        return settings.priority();
    }

    boolean isEligible() {
        return fitness.isEligible();
    }

    boolean isHealthy() {
        return fitness.isHealthy();
    }

    /** Whether this node could take over now from a leader with a lower priority. */
    boolean isReady() {
        return (roles.role() instanceof Standby || roles.role() instanceof TakingOver)
                && isFit()
                && rest.allowsTakingOverFrom(view.leader(), now);
    }

    private boolean isFit() {
        return !closing && isEligible() && isHealthy();
    }

    // ---- what can happen

    List<CandidateEffect> on(ElectorEvent event, long at) {
        now = at;
        event.deliverTo(fromElector);
        return finish();
    }

    List<CandidateEffect> tick(long at) {
        now = at;
        return finish();
    }

    /** Gives leadership up on request; does nothing unless leading. */
    List<CandidateEffect> resign(Optional<NodeId> successor, long at) {
        now = at;
        if (roles.role() instanceof Leading leading) {
            stepDown(
                    leading,
                    successor.isPresent() ? LossReason.TRANSFERRED : LossReason.RESIGNED,
                    successor.map(node -> "to " + node).orElse("on request"),
                    successor);
        }
        return finish();
    }

    List<CandidateEffect> eligible(boolean may, long at) {
        now = at;
        fitness.eligible(may);
        return finish();
    }

    List<CandidateEffect> health(Health health, long at) {
        now = at;
        fitness.health(health);
        return finish();
    }

    /** The deadline had passed before it could be moved on, as after a pause in the middle of a renewal. */
    List<CandidateEffect> overdue(long at) {
        now = at;
        if (roles.role() instanceof Leading leading) {
            stepDown(leading, LossReason.DEADLINE, "renewed too late", Optional.empty());
        }
        return finish();
    }

    List<CandidateEffect> dutyGivenUp(Epoch epoch, String duty, String why, long at) {
        now = at;
        if (roles.role() instanceof Leading leading && leading.epoch().equals(epoch)) {
            stepDown(leading, LossReason.DUTY_FAILED, duty + ": " + why, Optional.empty());
        }
        return finish();
    }

    List<CandidateEffect> dutyStuck(Epoch epoch, String duty, String why, long at) {
        now = at;
        steppingDown.dutyStuck(epoch, "duty " + duty + " of " + entry.election() + " cannot be stopped: " + why);
        return finish();
    }

    List<CandidateEffect> dutiesStopped(Epoch epoch, long at) {
        now = at;
        steppingDown.dutiesStopped(epoch);
        return finish();
    }

    List<CandidateEffect> close(long at) {
        now = at;
        closing = true;
        return finish();
    }

    // ---- what follows from the state and the time

    private List<CandidateEffect> finish() {
        Candidate.State before;
        do {
            before = roles.role().state();
            advance();
        } while (roles.role().state() != before);
        if (!MonotonicTime.isBefore(now, nextCheck) && !(roles.role() instanceof Closed)) {
            nextCheck = MonotonicTime.plus(now, settings.checkInterval());
            roles.announce(new CandidateEvent.ElectionCheck(leader()));
        }
        return roles.drain();
    }

    private void advance() {
        if (roles.role() instanceof Standby) {
            if (closing) {
                roles.add(new CandidateEffect.Leave());
                roles.moveTo(new Closed());
            } else if (mayStand()) {
                roles.moveTo(new TakingOver(false));
            }
        } else if (roles.role() instanceof TakingOver takingOver) {
            advance(takingOver);
        } else if (roles.role() instanceof Leading leading) {
            advance(leading);
        } else if (roles.role() instanceof SteppingDown down) {
            steppingDown.advance(down, now);
        }
    }

    private boolean mayStand() {
        return isFit() && view.vacancy().isPresent();
    }

    private void advance(TakingOver takingOver) {
        if (!mayStand()) {
            if (takingOver.campaigning()) {
                roles.add(new CandidateEffect.Withdraw());
            }
            roles.moveTo(new Standby());
        } else if (!takingOver.campaigning() && !MonotonicTime.isBefore(now, campaignAt())) {
            roles.update(new TakingOver(true));
            roles.add(new CandidateEffect.Campaign());
        }
    }

    private long campaignAt() {
        return delay.askAt(view.vacancy().orElseThrow(), view.vacantSince(), rest.until());
    }

    private void advance(Leading leading) {
        Optional<NodeId> better = preference.yieldTo(leading.since(), now);
        if (closing) {
            stepDown(leading, LossReason.CLOSED, "candidate closed", Optional.empty());
        } else if (!isEligible()) {
            stepDown(leading, LossReason.INELIGIBLE, "made ineligible", Optional.empty());
        } else if (!isHealthy()) {
            stepDown(leading, LossReason.UNHEALTHY, fitness.healthDetail(), Optional.empty());
        } else if (!MonotonicTime.isBefore(now, deadlines.windDownAt(leading.validity()))) {
            stepDown(leading, LossReason.DEADLINE, "not renewed in time", Optional.empty());
        } else if (better.isPresent()) {
            preference.yielded(now);
            stepDown(leading, LossReason.YIELDED, "to " + better.get(), better);
        }
    }

    /** The next instant at which {@link #tick} has something to do. */
    long wakeAt() {
        if (roles.role() instanceof Closed) {
            return MonotonicTime.never(now);
        }
        long wake = nextCheck;
        if (roles.role() instanceof Standby && MonotonicTime.isBefore(now, rest.until())) {
            wake = MonotonicTime.earlier(wake, rest.until());
        } else if (roles.role() instanceof TakingOver takingOver && !takingOver.campaigning()) {
            wake = MonotonicTime.earlier(wake, campaignAt());
        } else if (roles.role() instanceof Leading leading) {
            wake = MonotonicTime.earlier(wake, deadlines.windDownAt(leading.validity()));
            wake = MonotonicTime.earlier(
                    wake, preference.yieldAt(leading.since()).orElse(wake));
        } else if (roles.role() instanceof SteppingDown down) {
            wake = MonotonicTime.earlier(wake, steppingDown.wakeAt(down).orElse(wake));
        }
        return wake;
    }

    // ---- moves

    private void stepDown(Leading leading, LossReason reason, String detail, Optional<NodeId> successor) {
        rest.gaveUp(leading.epoch(), reason, now);
        steppingDown.begin(leading, reason, detail, successor, now);
    }

    private void superseded(Epoch epoch) {
        if (roles.role() instanceof Leading leading && leading.epoch().equals(epoch)) {
            stepDown(leading, LossReason.SUPERSEDED, "decided by the elector", Optional.empty());
        } else if (roles.role() instanceof SteppingDown down && down.epoch().equals(epoch)) {
            steppingDown.nothingHeld(down, now);
        }
    }

    /** What the elector says. */
    private final class FromElector implements ElectorEvent.Handler {
        @Override
        public void granted(Epoch epoch, Validity validity) {
            if (isCurrent(epoch)) {
                return;
            }
            boolean sound = epoch.isAfter(view.highest());
            if (!sound) {
                roles.add(new CandidateEffect.Fault("epoch " + epoch + " of " + entry.election()
                        + " was granted, but epoch " + view.highest() + " has been seen"));
            }
            boolean wanted = roles.role() instanceof TakingOver takingOver && takingOver.campaigning() && mayStand();
            if (sound && wanted && MonotonicTime.isBefore(now, deadlines.windDownAt(validity))) {
                lead(epoch, validity);
            } else {
                decline(epoch, validity);
            }
        }

        private boolean isCurrent(Epoch epoch) {
            return (roles.role() instanceof Leading leading && leading.epoch().equals(epoch))
                    || (roles.role() instanceof SteppingDown down
                            && down.epoch().equals(epoch));
        }

        private void lead(Epoch epoch, Validity validity) {
            rest.lead();
            preference.lead(now);
            roles.add(new CandidateEffect.Lead(epoch, validity.certainUntil()));
            roles.moveTo(new Leading(epoch, validity, now));
            roles.announce(new CandidateEvent.BecameLeader(epoch));
            view.leaderSeen(new Leader(entry.election(), entry.self(), epoch, entry.endpoints()))
                    .ifPresent(roles::announce);
        }

        /** A grant that comes too late, or is no longer wanted, is given back without having been used. */
        private void decline(Epoch epoch, Validity validity) {
            if (roles.role() instanceof Standby || roles.role() instanceof TakingOver) {
                roles.moveTo(new SteppingDown(epoch, validity, Optional.empty(), true, true, true));
            }
            view.declined(epoch);
            roles.add(new CandidateEffect.Release(epoch, Optional.empty()));
        }

        @Override
        public void extended(Epoch epoch, Validity validity) {
            if (roles.role() instanceof Leading leading
                    && leading.epoch().equals(epoch)
                    && MonotonicTime.isBefore(now, leading.validity().certainUntil())) {
                roles.update(leading.until(validity));
                roles.add(new CandidateEffect.Extend(validity.certainUntil()));
            } else if (roles.role() instanceof SteppingDown down
                    && down.epoch().equals(epoch)
                    && !down.hurried()
                    && MonotonicTime.isBefore(now, down.validity().certainUntil())) {
                roles.update(down.until(validity));
                roles.add(new CandidateEffect.Extend(validity.certainUntil()));
            }
        }

        @Override
        public void lost(Epoch epoch) {
            superseded(epoch);
        }

        @Override
        public void released(Epoch epoch) {
            if (roles.role() instanceof SteppingDown down && down.epoch().equals(epoch)) {
                roles.update(down.withNothingHeld());
            }
        }

        @Override
        public void leaderSeen(Leader leader) {
            if (leader.node().equals(entry.self())) {
                // A grant says so itself; anything else is an echo of a leadership that this node has left.
                return;
            }
            replacedBy(leader.epoch());
            rest.leaderSeen(leader.epoch());
            view.leaderSeen(leader).ifPresent(roles::announce);
        }

        /** A node has led under {@code other}: if that is newer than what is held, this node no longer holds it. */
        private void replacedBy(Epoch other) {
            if (roles.role() instanceof Leading leading && other.isAfter(leading.epoch())) {
                superseded(leading.epoch());
            } else if (roles.role() instanceof SteppingDown down && other.isAfter(down.epoch()) && down.held()) {
                superseded(down.epoch());
            }
        }

        @Override
        public void vacant(Vacancy vacancy) {
            vacancy.former().map(Leader::epoch).ifPresent(this::replacedBy);
            if (roles.role() instanceof Leading) {
                // Old news: the elector says so when this node's own leadership ends.
                return;
            }
            view.vacant(vacancy, now).ifPresent(roles::announce);
        }

        @Override
        public void preferred(Optional<Node> better) {
            if (roles.role() instanceof Leading) {
                preference.ready(better, now);
            }
        }

        @Override
        public void trouble(Alarm alarm) {
            roles.announce(new CandidateEvent.AlarmRaised(alarm));
        }
    }
}
