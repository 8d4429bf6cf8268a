// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.spi.Alarm;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;

/**
 * Elections decided by leases in a shared store. Each contest has a lane, which owns its {@link LeaseRules}; all of
 * them share one link to the store and one watch over the processes that hold leases.
 */
public final class LeaseElector implements Elector {
    private final LeaseLink link;
    private final LeaseTerms terms;
    private final Lanes lanes;
    private final Ticker ticker;
    private final RandomGenerator chance;
    private final Guarantee guarantee;
    private final HolderWatch watch;
    private final StoreOutage trouble = new StoreOutage();
    private final Map<ElectionName, LeaseContest> contests = new HashMap<>();
    private final Set<LeaseContest> leaving = new HashSet<>();
    private boolean toldOfWatch;
    private boolean closed;

    /** An elector that waits for every lease. */
    public LeaseElector(LeaseLink link, LeaseTerms terms, Guarantee guarantee, Lanes lanes, RandomGenerator chance) {
        this(link, terms, guarantee, lanes, chance, HolderWatch.NONE);
    }

    /**
     * @param chance must give different numbers in every process; only used from synchronized code
     * @param watch closed by this elector, after everything else
     */
    public LeaseElector(
            LeaseLink link,
            LeaseTerms terms,
            Guarantee guarantee,
            Lanes lanes,
            RandomGenerator chance,
            HolderWatch watch) {
        this.link = link;
        this.terms = terms;
        this.guarantee = guarantee;
        this.lanes = lanes;
        this.ticker = lanes.ticker();
        this.chance = chance;
        this.watch = watch;
        link.watch(new FromLink());
        watch.start(new FromWatch());
    }

    @Override
    public Guarantee guarantee() {
        return guarantee;
    }

    @Override
    public Duration certainty() {
        return terms.certainty();
    }

    @Override
    public synchronized Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events) {
        if (closed) {
            throw new IllegalStateException("the elector is closed");
        }
        if (contests.containsKey(entry.election())) {
            throw new IllegalStateException(entry.self().id() + " is in the election " + entry.election() + " already");
        }
        LeaseContest contest = new LeaseContest(watch.publish(entry), events);
        contests.put(entry.election(), contest);
        contest.step(contest.rules::tick);
        if (!toldOfWatch) {
            toldOfWatch = true;
            watch.alarm().ifPresent(contest::tell);
        }
        return contest;
    }

    private synchronized void nudge(ElectionName election) {
        LeaseContest contest = contests.get(election);
        if (contest != null) {
            contest.step(contest.rules::nudge);
        }
    }

    private synchronized void renewed(ElectionName election, LeaseToken holder, long until) {
        LeaseContest contest = contests.get(election);
        if (contest != null) {
            contest.step(now -> contest.rules.holderRenewed(holder, until, now));
        }
    }

    private synchronized void renewing() {
        contests.values().forEach(contest -> contest.step(contest.rules::joinRenewals));
    }

    private synchronized void holderGone(Node holder) {
        contests.values().forEach(contest -> contest.step(now -> contest.rules.holderGone(holder, now)));
    }

    private synchronized void holderAnswers(Node holder) {
        contests.values().forEach(contest -> contest.step(now -> contest.rules.holderAnswers(holder, now)));
    }

    private synchronized void leave(LeaseContest contest) {
        if (contests.remove(contest.entry.election(), contest)) {
            leaving.add(contest);
        }
    }

    private synchronized void left(LeaseContest contest) {
        leaving.remove(contest);
        if (!contests.containsKey(contest.entry.election())) {
            watch.unwatch(contest.entry.election());
        }
        if (trouble.left(contest)) {
            contests.values().stream().findAny().ifPresent(it -> it.tell(LeaseAlarms.ANSWERS_AGAIN));
        }
        notifyAll();
    }

    /** Waits, within bounds, until contests that were left have found out and given back what they asked for. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            List.copyOf(contests.values()).forEach(LeaseContest::close);
            awaitLeaving();
        }
        link.close();
        // Last: while anything here may still act, others must not take this process for gone.
        watch.close();
    }

    private void awaitLeaving() {
        long until = MonotonicTime.plus(ticker.nanos(), terms.requestTimeout());
        while (!leaving.isEmpty() && MonotonicTime.isBefore(ticker.nanos(), until)) {
            UninterruptibleWait.within(Duration.ofNanos(until - ticker.nanos()), nanos -> {
                TimeUnit.NANOSECONDS.timedWait(this, nanos);
                return true;
            });
        }
    }

    private synchronized RandomGenerator split() {
        return new SplittableRandom(chance.nextLong());
    }

    private final class FromLink implements LeaseLink.Listener {
        @Override
        public void changed(ElectionName election) {
            nudge(election);
        }

        @Override
        public void renewed(ElectionName election, LeaseToken holder, long until) {
            LeaseElector.this.renewed(election, holder, until);
        }

        @Override
        public void renewing() {
            LeaseElector.this.renewing();
        }
    }

    private final class FromWatch implements HolderWatch.Listener {
        @Override
        public void gone(Node holder) {
            holderGone(holder);
        }

        @Override
        public void answers(Node holder) {
            holderAnswers(holder);
        }

        @Override
        public void changed(ElectionName election) {
            nudge(election);
        }
    }

    private final class LeaseContest implements Contest, LeaseEffect.Performer {
        private final ElectionEntry entry;
        private final Consumer<ElectorEvent> events;
        private final Lane lane;
        private final LeaseRules rules;
        private final ElectorEvent.Handler tellsWatch;
        private boolean done;

        LeaseContest(ElectionEntry entry, Consumer<ElectorEvent> events) {
            this.entry = entry;
            this.events = events;
            this.lane = lanes.open(
                    "lease " + entry.election() + " of " + entry.self().id());
            this.rules = new LeaseRules(entry, terms, split(), ticker.nanos());
            this.tellsWatch = new WatchTeller(watch, entry.election());
        }

        void step(LongFunction<List<LeaseEffect>> rule) {
            lane.execute(() -> {
                if (!done) {
                    rule.apply(ticker.nanos()).forEach(effect -> effect.performBy(this));
                    settle();
                }
            });
        }

        @Override
        public void gaveBack(Optional<Epoch> epoch) {
            watch.released(entry.election(), epoch);
        }

        @Override
        public void tell(ElectorEvent event) {
            // The watch first: it must know what this process holds before a duty acts on it.
            event.deliverTo(tellsWatch);
            if (isNews(event)) {
                events.accept(event);
            }
        }

        private boolean isNews(ElectorEvent event) {
            return !(event instanceof ElectorEvent.Trouble told) || trouble.isNews(this, told.alarm());
        }

        private void tell(Alarm alarm) {
            lane.execute(() -> events.accept(new ElectorEvent.Trouble(alarm)));
        }

        @Override
        public void send(int call, LeaseRequest request) {
            try {
                link.send(request, reply -> answered(call, reply));
            } catch (RuntimeException broken) {
                answered(call, LeaseReply.Failed.unreachable("the way to the lease store is broken: " + broken));
            }
        }

        private void answered(int call, LeaseReply reply) {
            step(now -> rules.answered(call, reply, now));
        }

        private void settle() {
            if (rules.isDone()) {
                done = true;
                lane.cancelWake();
                left(this);
            } else {
                lane.wakeAt(rules.wakeAt(), () -> step(rules::tick));
            }
        }

        @Override
        public void ready(Optional<Priority> priority) {
            step(now -> rules.ready(priority, now));
        }

        @Override
        public void campaign(Priority priority) {
            step(now -> rules.campaign(priority, now));
        }

        @Override
        public void withdraw() {
            step(rules::withdraw);
        }

        @Override
        public void release(Epoch epoch, Optional<NodeId> successor) {
            step(now -> rules.release(epoch, successor, now));
        }

        @Override
        public void abandon(Epoch epoch) {
            step(now -> rules.abandon(epoch, now));
        }

        @Override
        public void close() {
            leave(this);
            step(rules::leave);
        }
    }
}
