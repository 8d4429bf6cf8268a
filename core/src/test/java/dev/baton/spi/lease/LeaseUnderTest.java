// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.Sample;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.Validity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;

/**
 * The lease rules of node {@code alpha} with a hand-moved clock and hand-made chance. Fails when a second request is
 * sent while one is under way, or when the rules mean to wake up in the past.
 */
final class LeaseUnderTest {
    static final ElectionEntry ENTRY = new ElectionEntry(Sample.ORDERS, Sample.ALPHA, Endpoints.NONE);
    static final LeaseTerms TERMS = LeaseTerms.DEFAULT;
    static final Duration LEASE = TERMS.lease();
    static final Duration RENEW = TERMS.renewInterval();
    static final Duration TIMEOUT = TERMS.requestTimeout();

    /** A multiple of the instants on which renewals fall, shortly before the clock wraps around. */
    static final long ORIGIN = Long.MAX_VALUE
            - Duration.ofSeconds(8).toNanos()
            - Math.floorMod(Long.MAX_VALUE - Duration.ofSeconds(8).toNanos(), RENEW.toNanos());

    /** A token that is not alpha's. */
    static final LeaseToken FOREIGN = new LeaseToken(-1, -1);

    /** Numbers tokens, and jitters by the share that a test sets. */
    private static final class Chance implements RandomGenerator {
        private long drawn;
        private double share;

        @Override
        public long nextLong() {
            return ++drawn;
        }

        @Override
        public double nextDouble() {
            return share;
        }
    }

    private final Chance chance = new Chance();
    private final LeaseRules rules = new LeaseRules(ENTRY, TERMS, chance, ORIGIN);
    private final List<ElectorEvent> told = new ArrayList<>();
    private final List<LeaseRequest> requests = new ArrayList<>();
    private boolean underWay;
    private int call;
    private long sentAt;
    private long now = ORIGIN;

    /** Alpha holds the lease under {@code epoch}, for a whole lease from now. */
    static LeaseUnderTest holding(long epoch) {
        LeaseUnderTest lease = new LeaseUnderTest();
        lease.campaign();
        lease.answer(lease.mine(epoch, LEASE));
        assertThat(lease.takeTold()).singleElement().isInstanceOf(ElectorEvent.Granted.class);
        return lease;
    }

    static LeaseRow row(Node holder, long epoch, LeaseToken token, Duration remaining) {
        return new LeaseRow(Sample.leader(holder, epoch), token, remaining, false, Optional.empty());
    }

    static LeaseRow foreign(Node holder, long epoch, Duration remaining) {
        return row(holder, epoch, FOREIGN, remaining);
    }

    static LeaseRow releasedBy(Node holder, long epoch, Optional<NodeId> successor) {
        return new LeaseRow(Sample.leader(holder, epoch), FOREIGN, Duration.ZERO, true, successor);
    }

    /** This row, if its holder led under this priority and had this claim on it. */
    static LeaseRow claimed(LeaseRow row, int priority, Optional<LeaseClaim> claim) {
        return new LeaseRow(
                row.leader(),
                row.token(),
                row.remaining(),
                row.released(),
                row.successor(),
                new Priority(priority),
                claim);
    }

    /** A row that shows alpha as holder, by the attempt that was sent last. */
    LeaseRow mine(long epoch, Duration remaining) {
        return row(Sample.ALPHA, epoch, token(), remaining);
    }

    /** The token that alpha presented last. */
    LeaseToken token() {
        for (int i = requests.size() - 1; i >= 0; i--) {
            if (requests.get(i) instanceof LeaseRequest.Acquire acquire) {
                return acquire.token();
            }
        }
        throw new AssertionError("alpha has made no attempt");
    }

    long now() {
        return now;
    }

    long sentAt() {
        return sentAt;
    }

    LeaseRules rules() {
        return rules;
    }

    void jitter(double share) {
        chance.share = share;
    }

    Duration untilWake() {
        return Duration.ofNanos(rules.wakeAt() - now);
    }

    /** The validity of a lease that was granted or renewed for a whole lease by the request sent at {@code sent}. */
    static Validity wholeLeaseFrom(long sent) {
        return new Validity(MonotonicTime.plus(sent, LEASE.minus(TERMS.margin())), MonotonicTime.plus(sent, LEASE));
    }

    /** What was told since the last time this was asked. */
    List<ElectorEvent> takeTold() {
        List<ElectorEvent> taken = List.copyOf(told);
        told.clear();
        return taken;
    }

    /** What was sent since the last time this was asked. */
    List<LeaseRequest> takeSent() {
        List<LeaseRequest> taken =
                requests.subList(shown, requests.size()).stream().toList();
        shown = requests.size();
        return taken;
    }

    private int shown;

    boolean isUnderWay() {
        return underWay;
    }

    private List<LeaseEffect> step(LongFunction<List<LeaseEffect>> rule) {
        if (underWay && !MonotonicTime.isBefore(now, MonotonicTime.plus(sentAt, TIMEOUT))) {
            underWay = false;
        }
        List<LeaseEffect> effects = rule.apply(now);
        for (LeaseEffect effect : effects) {
            if (effect instanceof LeaseEffect.Tell tell) {
                told.add(tell.event());
            } else if (effect instanceof LeaseEffect.Send send) {
                assertThat(underWay)
                        .as("a request is under way when %s is sent", send)
                        .isFalse();
                underWay = true;
                call = send.call();
                sentAt = now;
                requests.add(send.request());
            }
        }
        if (!rules.isDone()) {
            assertThat(MonotonicTime.isBefore(now, rules.wakeAt()))
                    .as("nothing is left to do now")
                    .isTrue();
        }
        return effects;
    }

    List<LeaseEffect> tick() {
        return step(rules::tick);
    }

    void pause(Duration time) {
        now = MonotonicTime.plus(now, time);
    }

    List<LeaseEffect> advance(Duration time) {
        pause(time);
        return tick();
    }

    /** Sleeps as long as the rules ask for. */
    List<LeaseEffect> wake() {
        return advance(untilWake());
    }

    List<LeaseEffect> campaign() {
        return campaign(Priority.MAX);
    }

    List<LeaseEffect> campaign(int priority) {
        return step(at -> rules.campaign(new Priority(priority), at));
    }

    List<LeaseEffect> ready(int priority) {
        return step(at -> rules.ready(Optional.of(new Priority(priority)), at));
    }

    List<LeaseEffect> notReady() {
        return step(at -> rules.ready(Optional.empty(), at));
    }

    List<LeaseEffect> withdraw() {
        return step(rules::withdraw);
    }

    List<LeaseEffect> release(long epoch) {
        return release(epoch, Optional.empty());
    }

    List<LeaseEffect> release(long epoch, Optional<NodeId> successor) {
        return step(at -> rules.release(Epoch.of(epoch), successor, at));
    }

    List<LeaseEffect> abandon(long epoch) {
        return step(at -> rules.abandon(Epoch.of(epoch), at));
    }

    List<LeaseEffect> leave() {
        return step(rules::leave);
    }

    List<LeaseEffect> nudge() {
        return step(rules::nudge);
    }

    /** A notice that says that the lease of {@code holder} lasts until {@code until}. */
    List<LeaseEffect> holderRenewed(LeaseToken holder, long until) {
        return step(at -> rules.holderRenewed(holder, until, at));
    }

    List<LeaseEffect> joinRenewals() {
        return step(rules::joinRenewals);
    }

    List<LeaseEffect> holderGone(Node holder) {
        return step(at -> rules.holderGone(holder, at));
    }

    List<LeaseEffect> answer(LeaseRow row) {
        return reply(new LeaseReply.Answered(Optional.of(row)));
    }

    List<LeaseEffect> answerNothingThere() {
        return reply(new LeaseReply.Answered(Optional.empty()));
    }

    List<LeaseEffect> fail() {
        return reply(LeaseReply.Failed.unreachable("connection refused"));
    }

    List<LeaseEffect> failReadOnly() {
        return reply(new LeaseReply.Failed("read-only transaction", true));
    }

    List<LeaseEffect> reply(LeaseReply reply) {
        assertThat(underWay).as("a request is under way").isTrue();
        return reply(call, reply);
    }

    List<LeaseEffect> reply(int answered, LeaseReply reply) {
        if (answered == call) {
            underWay = false;
        }
        return step(at -> rules.answered(answered, reply, at));
    }

    int call() {
        return call;
    }

    static List<Alarm.Kind> alarms(List<ElectorEvent> events) {
        return events.stream()
                .filter(ElectorEvent.Trouble.class::isInstance)
                .map(event -> ((ElectorEvent.Trouble) event).alarm().kind())
                .toList();
    }
}
