// SPDX-License-Identifier: Apache-2.0
package dev.baton.candidate;

import dev.baton.candidate.CandidateEffect.Abandon;
import dev.baton.candidate.CandidateEffect.Announce;
import dev.baton.candidate.CandidateEffect.Campaign;
import dev.baton.candidate.CandidateEffect.EndTenure;
import dev.baton.candidate.CandidateEffect.Extend;
import dev.baton.candidate.CandidateEffect.Fault;
import dev.baton.candidate.CandidateEffect.Lead;
import dev.baton.candidate.CandidateEffect.Leave;
import dev.baton.candidate.CandidateEffect.Release;
import dev.baton.candidate.CandidateEffect.StopDuties;
import dev.baton.candidate.CandidateEffect.Withdraw;
import dev.baton.candidate.CandidateEvent.AlarmRaised;
import dev.baton.candidate.CandidateEvent.BecameLeader;
import dev.baton.candidate.CandidateEvent.ElectionCheck;
import dev.baton.candidate.CandidateEvent.LostLeadership;
import dev.baton.candidate.CandidateEvent.StateChanged;
import dev.baton.candidate.Role.Closed;
import dev.baton.candidate.Role.Leading;
import dev.baton.candidate.Role.Standby;
import dev.baton.candidate.Role.SteppingDown;
import dev.baton.candidate.Role.TakingOver;
import dev.baton.core.Epoch;
import dev.baton.core.Health;
import dev.baton.core.Instants;
import dev.baton.core.Invariant;
import dev.baton.core.Leader;
import dev.baton.core.LossReason;
import dev.baton.core.NodeId;
import dev.baton.elector.Alarm;
import dev.baton.elector.ElectorEvent;
import dev.baton.elector.Entry;
import dev.baton.elector.Priority;
import dev.baton.elector.Term;
import dev.baton.elector.Vacancy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The candidate's rules: what happened goes in, what is to be done comes out, in order. Knows no thread, clock or
 * elector, and is confined to the candidate's lane.
 *
 * <p>What it keeps:
 *
 * <ol>
 *   <li>Lead and StopDuties alternate, and each Lead has a higher epoch than anything seen before.
 *   <li>Release comes only after the duties were seen to be stopped.
 *   <li>A leadership whose term passed is never extended.
 *   <li>Doubt means not leader: a term that is not renewed in time is given up before its deadline.
 * </ol>
 */
final class CandidateRules {
    private final Entry entry;
    private final CandidateSettings settings;
    private final List<CandidateEffect> effects = new ArrayList<>();
    private final FromElector fromElector = new FromElector();
    private final ElectionView view = new ElectionView();

    private Role role = new Standby();
    private long now;
    private boolean eligible;
    private int badHealth;
    private String healthDetail = Health.OK.detail();
    private boolean closing;
    private long restUntil;
    private long nextCheck;
    private @Nullable NodeId preferred;

    CandidateRules(Entry entry, CandidateSettings settings, long now) {
        this.entry = entry;
        this.settings = settings;
        this.now = now;
        this.eligible = settings.eligible();
        this.restUntil = now;
        this.nextCheck = Instants.plus(now, settings.checkInterval());
    }

    CandidateState state() {
        return role.state();
    }

    /** Who leads, as last seen; never this node once it has begun to step down. */
    Optional<Leader> leader() {
        return view.leader()
                .filter(leader -> role instanceof Leading || !leader.node().equals(entry.self()));
    }

    /** The term of the leadership that is held, or of which duties may still run. */
    Optional<Term> term() {
        if (role instanceof Leading leading) {
            return Optional.of(leading.term());
        }
        return role instanceof SteppingDown down ? Optional.of(down.term()) : Optional.empty();
    }

    Priority priority() {
        return settings.priority();
    }

    boolean isEligible() {
        return eligible && settings.mode().allows(entry.self().id());
    }

    boolean isHealthy() {
        return badHealth < settings.unhealthyAfter();
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
        if (role instanceof Leading leading) {
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
        eligible = may;
        return finish();
    }

    List<CandidateEffect> health(Health health, long at) {
        now = at;
        badHealth = health.ok() ? 0 : badHealth + 1;
        healthDetail = health.detail();
        return finish();
    }

    /** The deadline had passed before it could be moved on, as after a pause in the middle of a renewal. */
    List<CandidateEffect> overdue(long at) {
        now = at;
        if (role instanceof Leading leading) {
            stepDown(leading, LossReason.DEADLINE, "renewed too late", Optional.empty());
        }
        return finish();
    }

    List<CandidateEffect> dutyGivenUp(Epoch epoch, String duty, String why, long at) {
        now = at;
        if (role instanceof Leading leading && leading.epoch().equals(epoch)) {
            stepDown(leading, LossReason.DUTY_FAILED, duty + ": " + why, Optional.empty());
        }
        return finish();
    }

    List<CandidateEffect> dutyStuck(Epoch epoch, String duty, String why, long at) {
        now = at;
        if (role instanceof SteppingDown down && down.epoch().equals(epoch) && down.held()) {
            // The duty may still act, so leadership is not handed on. Should whoever handles the fault let the process
            // live, it lapses, and the fence is what is left.
            effects.add(new EndTenure());
            effects.add(new Abandon(down.epoch()));
            role = down.withNothingHeld();
        }
        effects.add(new Fault("duty " + duty + " of " + entry.election() + " cannot be stopped: " + why));
        return finish();
    }

    List<CandidateEffect> dutiesStopped(Epoch epoch, long at) {
        now = at;
        if (role instanceof SteppingDown down && down.epoch().equals(epoch) && !down.dutiesStopped()) {
            role = down.withDutiesStopped();
            effects.add(new EndTenure());
            if (down.held()) {
                effects.add(new Release(down.epoch(), down.successor()));
            }
        }
        return finish();
    }

    List<CandidateEffect> close(long at) {
        now = at;
        closing = true;
        return finish();
    }

    // ---- what follows from the state and the time

    private List<CandidateEffect> finish() {
        CandidateState before;
        do {
            before = role.state();
            advance();
        } while (role.state() != before);
        if (!Instants.isBefore(now, nextCheck) && !(role instanceof Closed)) {
            nextCheck = Instants.plus(now, settings.checkInterval());
            announce(new ElectionCheck(leader()));
        }
        List<CandidateEffect> drained = List.copyOf(effects);
        effects.clear();
        return drained;
    }

    private void advance() {
        if (role instanceof Standby) {
            if (closing) {
                effects.add(new Leave());
                moveTo(new Closed());
            } else if (mayStand()) {
                moveTo(new TakingOver(false));
            }
        } else if (role instanceof TakingOver takingOver) {
            advance(takingOver);
        } else if (role instanceof Leading leading) {
            advance(leading);
        } else if (role instanceof SteppingDown down) {
            advance(down);
        }
    }

    private boolean mayStand() {
        return !closing && isEligible() && isHealthy() && view.vacancy().isPresent();
    }

    private void advance(TakingOver takingOver) {
        if (!mayStand()) {
            if (takingOver.campaigning()) {
                effects.add(new Withdraw());
            }
            moveTo(new Standby());
        } else if (!takingOver.campaigning() && !Instants.isBefore(now, campaignAt())) {
            role = new TakingOver(true);
            effects.add(new Campaign());
        }
    }

    private long campaignAt() {
        Vacancy vacancy = view.vacancy().orElseThrow();
        long asked = Instants.plus(view.vacantSince(), waitFor(vacancy));
        // A candidate rests so that it does not take back what it gave up; a named successor is handed it.
        return isNamedBy(vacancy) ? asked : Instants.later(asked, restUntil);
    }

    private boolean isNamedBy(Vacancy vacancy) {
        return vacancy.successor().filter(entry.self().id()::equals).isPresent();
    }

    private Duration waitFor(Vacancy vacancy) {
        if (isNamedBy(vacancy)) {
            return Duration.ZERO;
        }
        Duration wait = settings.priorityStep().multipliedBy(settings.priority().stepsBehind());
        if (vacancy.successor().isPresent()) {
            wait = wait.plus(settings.successorHeadStart());
        }
        return switch (vacancy.cause()) {
            case NEW, RELEASED -> wait;
            case EXPIRED, GONE -> wait.plus(settings.takeoverDelay());
        };
    }

    private void advance(Leading leading) {
        NodeId better = preferred;
        if (closing) {
            stepDown(leading, LossReason.CLOSED, "candidate closed", Optional.empty());
        } else if (!isEligible()) {
            stepDown(leading, LossReason.INELIGIBLE, "made ineligible", Optional.empty());
        } else if (!isHealthy()) {
            stepDown(leading, LossReason.UNHEALTHY, healthDetail, Optional.empty());
        } else if (!Instants.isBefore(now, windDownAt(leading.term()))) {
            stepDown(leading, LossReason.DEADLINE, "not renewed in time", Optional.empty());
        } else if (better != null && !Instants.isBefore(now, yieldAt(leading))) {
            stepDown(leading, LossReason.YIELDED, "to " + better, Optional.of(better));
        }
    }

    private long windDownAt(Term term) {
        return term.certainUntil() - settings.windDown().toNanos();
    }

    private long yieldAt(Leading leading) {
        return Instants.plus(leading.since(), settings.minimumHold());
    }

    private void advance(SteppingDown down) {
        if (down.dutiesStopped()
                && down.held()
                && !Instants.isBefore(now, down.term().othersFrom())) {
            // The elector owes an answer to the release; by now the leadership has lapsed anyway.
            role = down.withNothingHeld();
            moveTo(new Standby());
        } else if (down.dutiesStopped() && !down.held()) {
            moveTo(new Standby());
        } else if (!down.dutiesStopped()
                && !down.hurried()
                && !Instants.isBefore(now, down.term().certainUntil())) {
            role = down.inAHurry();
            effects.add(new StopDuties(lastCall(down.term())));
        }
    }

    /** The next instant at which {@link #tick} has something to do. */
    long wakeAt() {
        if (role instanceof Closed) {
            return Instants.never(now);
        }
        long wake = nextCheck;
        if (role instanceof TakingOver takingOver && !takingOver.campaigning()) {
            wake = Instants.earlier(wake, campaignAt());
        } else if (role instanceof Leading leading) {
            wake = Instants.earlier(wake, windDownAt(leading.term()));
            wake = preferred == null ? wake : Instants.earlier(wake, yieldAt(leading));
        } else if (role instanceof SteppingDown down && down.dutiesStopped()) {
            wake = Instants.earlier(wake, down.term().othersFrom());
        } else if (role instanceof SteppingDown down && !down.hurried()) {
            wake = Instants.earlier(wake, down.term().certainUntil());
        }
        return wake;
    }

    // ---- moves

    private void stepDown(Leading leading, LossReason reason, String detail, Optional<NodeId> successor) {
        boolean held = reason != LossReason.SUPERSEDED;
        boolean inTime = held && Instants.isBefore(now, leading.term().certainUntil());
        preferred = null;
        if (isOwnDecision(reason)) {
            restUntil = Instants.plus(now, settings.rest());
        }
        if (!inTime) {
            effects.add(new EndTenure());
        }
        boolean hurried = !inTime || reason == LossReason.DEADLINE;
        effects.add(new StopDuties(stopBy(leading.term(), held, hurried)));
        announce(new LostLeadership(leading.epoch(), reason, detail));
        moveTo(new SteppingDown(leading.epoch(), leading.term(), successor, false, held, hurried));
    }

    private long stopBy(Term term, boolean held, boolean hurried) {
        if (!held) {
            return atOnce();
        }
        // As long as the term is renewed there is no hurry; a stop that hangs is noticed by the supervisor.
        return hurried ? lastCall(term) : Instants.never(now);
    }

    /** Another may lead already: nothing is left of the term but the least that stopping takes. */
    private long atOnce() {
        return Instants.plus(now, settings.windDown());
    }

    private static boolean isOwnDecision(LossReason reason) {
        return switch (reason) {
            case RESIGNED, TRANSFERRED, YIELDED, DUTY_FAILED, UNHEALTHY, FAULT -> true;
            case DEADLINE, SUPERSEDED, INELIGIBLE, CLOSED -> false;
        };
    }

    /**
     * When duties must be stopped although the term cannot be renewed: half-way between the deadline and the instant
     * from which others may lead. After a pause that is in the past, and the duties get the wind-down from now.
     */
    private long lastCall(Term term) {
        long halfWay = term.certainUntil() + (term.othersFrom() - term.certainUntil()) / 2;
        return Instants.isBefore(now, halfWay) ? halfWay : atOnce();
    }

    private void superseded(Epoch epoch) {
        if (role instanceof Leading leading && leading.epoch().equals(epoch)) {
            stepDown(leading, LossReason.SUPERSEDED, "decided by the elector", Optional.empty());
        } else if (role instanceof SteppingDown down && down.epoch().equals(epoch)) {
            role = down.withNothingHeld();
            effects.add(new EndTenure());
            if (!down.dutiesStopped()) {
                effects.add(new StopDuties(atOnce()));
            }
        }
    }

    private void moveTo(Role next) {
        CandidateState from = role.state();
        Invariant.check(from.next().contains(next.state()), "illegal move %s to %s", from, next.state());
        role = next;
        announce(new StateChanged(from, next.state()));
    }

    private void announce(CandidateEvent event) {
        effects.add(new Announce(event));
    }

    /** What the elector says. */
    private final class FromElector implements ElectorEvent.Handler {
        @Override
        public void granted(Epoch epoch, Term term) {
            if (isCurrent(epoch)) {
                return;
            }
            boolean sound = epoch.isAfter(view.highest());
            if (!sound) {
                effects.add(new Fault("epoch " + epoch + " of " + entry.election() + " was granted, but epoch "
                        + view.highest() + " has been seen"));
            }
            boolean wanted = role instanceof TakingOver takingOver && takingOver.campaigning() && mayStand();
            if (sound && wanted && Instants.isBefore(now, windDownAt(term))) {
                lead(epoch, term);
            } else {
                decline(epoch, term);
            }
        }

        private boolean isCurrent(Epoch epoch) {
            return (role instanceof Leading leading && leading.epoch().equals(epoch))
                    || (role instanceof SteppingDown down && down.epoch().equals(epoch));
        }

        private void lead(Epoch epoch, Term term) {
            effects.add(new Lead(epoch, term.certainUntil()));
            moveTo(new Leading(epoch, term, now));
            announce(new BecameLeader(epoch));
            view.leaderSeen(new Leader(entry.election(), entry.self(), epoch, entry.endpoints()))
                    .ifPresent(CandidateRules.this::announce);
        }

        /** A grant that comes too late, or is not wanted any more, is given back without having been used. */
        private void decline(Epoch epoch, Term term) {
            if (role instanceof Standby || role instanceof TakingOver) {
                moveTo(new SteppingDown(epoch, term, Optional.empty(), true, true, true));
            }
            view.declined(epoch);
            effects.add(new Release(epoch, Optional.empty()));
        }

        @Override
        public void extended(Epoch epoch, Term term) {
            if (role instanceof Leading leading
                    && leading.epoch().equals(epoch)
                    && Instants.isBefore(now, leading.term().certainUntil())) {
                role = leading.until(term);
                effects.add(new Extend(term.certainUntil()));
            } else if (role instanceof SteppingDown down
                    && down.epoch().equals(epoch)
                    && !down.hurried()
                    && Instants.isBefore(now, down.term().certainUntil())) {
                role = down.until(term);
                effects.add(new Extend(term.certainUntil()));
            }
        }

        @Override
        public void lost(Epoch epoch) {
            superseded(epoch);
        }

        @Override
        public void released(Epoch epoch) {
            if (role instanceof SteppingDown down && down.epoch().equals(epoch)) {
                role = down.withNothingHeld();
            }
        }

        @Override
        public void leaderSeen(Leader leader) {
            if (leader.node().equals(entry.self())) {
                // A grant says so itself; anything else is an echo of a leadership that this node has left.
                return;
            }
            replacedBy(leader.epoch());
            view.leaderSeen(leader).ifPresent(CandidateRules.this::announce);
        }

        /** Somebody has led under {@code other}: if that is newer than what is held, nothing is held any more. */
        private void replacedBy(Epoch other) {
            if (role instanceof Leading leading && other.isAfter(leading.epoch())) {
                superseded(leading.epoch());
            } else if (role instanceof SteppingDown down && other.isAfter(down.epoch()) && down.held()) {
                superseded(down.epoch());
            }
        }

        @Override
        public void vacant(Vacancy vacancy) {
            vacancy.former().map(Leader::epoch).ifPresent(this::replacedBy);
            if (role instanceof Leading) {
                // Old news: the elector says so when this node's own leadership ends.
                return;
            }
            view.vacant(vacancy, now).ifPresent(CandidateRules.this::announce);
        }

        @Override
        public void preferred(NodeId better) {
            if (role instanceof Leading) {
                preferred = better;
            }
        }

        @Override
        public void trouble(Alarm alarm) {
            announce(new AlarmRaised(alarm));
        }
    }
}
