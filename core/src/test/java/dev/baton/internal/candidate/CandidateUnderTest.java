// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.CandidateEvent.LostLeadership;
import dev.baton.CandidateEvent.StateChanged;
import dev.baton.CandidateSettings;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leader;
import dev.baton.LossReason;
import dev.baton.Node;
import dev.baton.Sample;
import dev.baton.internal.candidate.CandidateEffect.Announce;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;

/** The rules of candidate {@code alpha} with a hand-moved clock, watched by {@link Conduct}. */
final class CandidateUnderTest {
    /** Close to the wrap-around, which every test thereby crosses sooner or later. */
    static final long ORIGIN = Long.MAX_VALUE - Duration.ofSeconds(8).toNanos();

    static final Duration CERTAIN = Duration.ofSeconds(9);
    static final Duration OTHERS = Duration.ofSeconds(10);
    /** Until when duties have to stop while the validity is renewed. */
    static final Duration NO_HURRY = Duration.ofNanos(MonotonicTime.never(0));

    private final Conduct conduct = new Conduct();
    private final CandidateRules rules;
    private long now = ORIGIN;

    CandidateUnderTest(UnaryOperator<CandidateSettings.Builder> settings) {
        this.rules = new CandidateRules(
                new ElectionEntry(Sample.ORDERS, Sample.ALPHA, Endpoints.NONE),
                // A day, so that the regular check stays out of tests about something else.
                settings.apply(CandidateSettings.builder().checkInterval(Duration.ofDays(1)))
                        .build(),
                ORIGIN);
    }

    CandidateUnderTest() {
        this(settings -> settings);
    }

    /** A candidate that leads under {@code epoch}, as won just now. */
    static CandidateUnderTest leading(long epoch, UnaryOperator<CandidateSettings.Builder> settings) {
        CandidateUnderTest candidate = new CandidateUnderTest(settings);
        candidate.vacant();
        candidate.granted(epoch);
        assertThat(candidate.state()).isEqualTo(Candidate.State.LEADING);
        return candidate;
    }

    static CandidateUnderTest leading(long epoch) {
        return leading(epoch, settings -> settings);
    }

    static CandidateEffect moved(Candidate.State from, Candidate.State to) {
        return new Announce(new StateChanged(from, to));
    }

    static CandidateEffect lost(long epoch, LossReason reason, String detail) {
        return new Announce(new LostLeadership(Epoch.of(epoch), reason, detail));
    }

    static boolean isCampaign(List<CandidateEffect> effects) {
        return effects.contains(new CandidateEffect.Campaign());
    }

    CandidateRules rules() {
        return rules;
    }

    Candidate.State state() {
        return rules.state();
    }

    Conduct conduct() {
        return conduct;
    }

    long now() {
        return now;
    }

    /** The instant that is {@code later} than now. */
    long in(Duration later) {
        return MonotonicTime.plus(now, later);
    }

    /** How long the rules mean to sleep. */
    Duration untilWake() {
        return Duration.ofNanos(rules.wakeAt() - now);
    }

    Validity validity() {
        return new Validity(in(CERTAIN), in(OTHERS));
    }

    List<CandidateEffect> step(Optional<Epoch> heard, LongFunction<List<CandidateEffect>> rule) {
        List<CandidateEffect> effects = rule.apply(now);
        conduct.check(effects, heard, rules.state());
        assertThat(MonotonicTime.isBefore(now, rules.wakeAt()))
                .as("nothing is left to do now, so the next wake is later")
                .isTrue();
        return effects;
    }

    private List<CandidateEffect> step(LongFunction<List<CandidateEffect>> rule) {
        return step(Optional.empty(), rule);
    }

    /** Time passes, and nobody notices. */
    void pause(Duration time) {
        now = in(time);
    }

    /** Time passes, and the rules are woken at its end. */
    List<CandidateEffect> advance(Duration time) {
        pause(time);
        return tick();
    }

    List<CandidateEffect> tick() {
        return step(rules::tick);
    }

    // ---- what the elector says

    List<CandidateEffect> on(ElectorEvent event) {
        return step(Optional.empty(), at -> rules.on(event, at));
    }

    private List<CandidateEffect> on(ElectorEvent event, Epoch heard) {
        return step(Optional.of(heard), at -> rules.on(event, at));
    }

    List<CandidateEffect> granted(long epoch) {
        return granted(epoch, validity());
    }

    List<CandidateEffect> granted(long epoch, Validity validity) {
        return on(new ElectorEvent.Granted(Epoch.of(epoch), validity), Epoch.of(epoch));
    }

    List<CandidateEffect> extended(long epoch) {
        return extended(epoch, validity());
    }

    List<CandidateEffect> extended(long epoch, Validity validity) {
        return on(new ElectorEvent.Extended(Epoch.of(epoch), validity));
    }

    List<CandidateEffect> lost(long epoch) {
        return on(new ElectorEvent.Lost(Epoch.of(epoch)));
    }

    List<CandidateEffect> released(long epoch) {
        return on(new ElectorEvent.Released(Epoch.of(epoch)));
    }

    List<CandidateEffect> leaderSeen(Node node, long epoch) {
        return on(new ElectorEvent.LeaderSeen(Sample.leader(node, epoch)), Epoch.of(epoch));
    }

    List<CandidateEffect> vacant() {
        return on(new ElectorEvent.Vacant(Vacancy.fresh()));
    }

    List<CandidateEffect> vacant(Vacancy.Cause cause, Leader former) {
        return vacant(new Vacancy(Optional.of(former), cause, Optional.empty()));
    }

    List<CandidateEffect> vacant(Vacancy vacancy) {
        return step(vacancy.former().map(Leader::epoch), at -> rules.on(new ElectorEvent.Vacant(vacancy), at));
    }

    List<CandidateEffect> preferred(Node better) {
        return on(new ElectorEvent.Preferred(Optional.of(better)));
    }

    List<CandidateEffect> noLongerPreferred() {
        return on(new ElectorEvent.Preferred(Optional.empty()));
    }

    // ---- what the user and the duties say

    List<CandidateEffect> resign() {
        return step(at -> rules.resign(Optional.empty(), at));
    }

    List<CandidateEffect> transfer(Node successor) {
        return step(at -> rules.resign(Optional.of(successor.id()), at));
    }

    List<CandidateEffect> eligible(boolean may) {
        return step(at -> rules.eligible(may, at));
    }

    List<CandidateEffect> health(Health health) {
        return step(at -> rules.health(health, at));
    }

    List<CandidateEffect> overdue() {
        return step(rules::overdue);
    }

    List<CandidateEffect> dutyGivenUp(long epoch) {
        return step(at -> rules.dutyGivenUp(Epoch.of(epoch), "billing", "crashed", at));
    }

    List<CandidateEffect> dutyStuck(long epoch) {
        return step(at -> rules.dutyStuck(Epoch.of(epoch), "billing", "not stopped in time", at));
    }

    List<CandidateEffect> dutiesStopped(long epoch) {
        conduct.dutiesStopped(Epoch.of(epoch));
        return step(at -> rules.dutiesStopped(Epoch.of(epoch), at));
    }

    List<CandidateEffect> close() {
        return step(rules::close);
    }
}
