// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.Alarm;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.Priority;
import dev.baton.spi.Ticker;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What the elector tells its watch, and does with what the watch tells it. */
class LeaseElectorWatchTest {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node OTHER = new Node(NodeId.of("b"), new Incarnation(2));

    private final List<String> log = new ArrayList<>();
    private final RecordingWatch watch = new RecordingWatch();
    private final ScriptedLink link = new ScriptedLink();
    private final List<ElectorEvent> events = new ArrayList<>();
    private final LeaseElector elector = new LeaseElector(
            link,
            LeaseTerms.DEFAULT,
            new Guarantee(Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.DURABLE, "a test"),
            new ImmediateLanes(),
            new SplittableRandom(1),
            watch);

    @Test
    void entryIsPublishedWithWhereThisProcessCanBeWatched() {
        Contest contest = enter();
        contest.campaign(Priority.DEFAULT);

        LeaseRequest.Acquire acquire = (LeaseRequest.Acquire) link.last();

        assertThat(acquire.entry().endpoints()).isEqualTo(Endpoints.of("peer", "127.0.0.1:7"));
    }

    @Test
    void whatLimitsTheWatchIsToldOnce() {
        Alarm alarm = new Alarm(Alarm.Kind.CRASH_NOT_PROVABLE, "no lock");
        watch.alarm = Optional.of(alarm);

        enter();
        elector.enter(new ElectionEntry(ElectionName.of("another"), SELF, Endpoints.NONE), events::add);

        assertThat(events).containsOnlyOnce(new ElectorEvent.Trouble(alarm));
    }

    @Test
    void seenHolderIsWatched() {
        enter();

        link.answer(heldBy(OTHER, 1));

        assertThat(log).containsExactly("publish", "watch b");
    }

    @Test
    void goneHolderLeavesAVacancyAndItsTokenIsPresented() {
        Contest contest = enter();
        LeaseRow row = heldBy(OTHER, 1);
        link.answer(row);

        watch.listener.gone(OTHER);
        contest.campaign(Priority.DEFAULT);

        assertThat(events)
                .anySatisfy(event -> assertThat(event)
                        .isInstanceOfSatisfying(
                                ElectorEvent.Vacant.class,
                                vacant -> assertThat(vacant.vacancy().cause()).isEqualTo(Vacancy.Cause.GONE)));
        assertThat(((LeaseRequest.Acquire) link.last()).gone()).contains(row.token());
    }

    @Test
    void anotherIncarnationThatIsGoneChangesNothing() {
        enter();
        link.answer(heldBy(OTHER, 1));
        int before = events.size();

        watch.listener.gone(new Node(OTHER.id(), new Incarnation(3)));

        assertThat(events).hasSize(before);
    }

    @Test
    void holderThatAnswersAfterAllIsWaitedFor() {
        Contest contest = enter();
        LeaseRow row = heldBy(OTHER, 1);
        link.answer(row);
        watch.listener.gone(OTHER);

        watch.listener.answers(OTHER);
        contest.campaign(Priority.DEFAULT);

        assertThat(events.get(events.size() - 1))
                .isInstanceOfSatisfying(
                        ElectorEvent.LeaderSeen.class,
                        seen -> assertThat(seen.leader()).isEqualTo(row.leader()));
        assertThat(((LeaseRequest.Acquire) link.last()).gone()).isEmpty();
    }

    @Test
    void lateReleaseOfAContestThatWasLeftIsNotThatOfTheNextOne() {
        Contest first = enter();
        LeaseToken token = win(first, 1);
        first.release(new Epoch(1), Optional.empty());
        Consumer<LeaseReply> late = link.waiting;
        first.close();
        win(enter(), 2);

        late.accept(new LeaseReply.Answered(Optional.of(row(SELF, 1, token, true))));

        assertThat(log)
                .containsSubsequence("holding 1", "holding 2", "released 1")
                .doesNotContain("released 2");
    }

    private LeaseToken win(Contest contest, long epoch) {
        contest.campaign(Priority.DEFAULT);
        LeaseToken token = ((LeaseRequest.Acquire) link.last()).token();
        link.answer(row(SELF, epoch, token, false));
        return token;
    }

    @Test
    void changedElectionIsLookedAtNow() {
        enter();
        link.answer(heldBy(OTHER, 1));
        int before = link.requests.size();

        watch.listener.changed(ELECTION);

        assertThat(link.requests).hasSize(before + 1);
    }

    @Test
    void watchKnowsOfAGrantBeforeTheCandidateAndOfItsReturn() {
        Contest contest = enter();
        contest.campaign(Priority.DEFAULT);
        LeaseToken token = ((LeaseRequest.Acquire) link.last()).token();
        link.answer(row(SELF, 1, token, false));
        contest.release(new Epoch(1), Optional.empty());
        link.answer(row(SELF, 1, token, true));

        assertThat(log)
                .containsSubsequence(
                        "publish", "holding 1", "event Granted", "released 1", "event Released", "unwatch");
    }

    @Test
    void abandonedLeaseStaysOneThatThisProcessHolds() {
        Contest contest = enter();
        contest.campaign(Priority.DEFAULT);
        LeaseToken token = ((LeaseRequest.Acquire) link.last()).token();
        link.answer(row(SELF, 1, token, false));

        contest.abandon(new Epoch(1));
        watch.listener.changed(ELECTION);
        link.answer(row(SELF, 1, token, false));
        elector.close();

        assertThat(log).contains("holding 1").doesNotContain("released 1").endsWith("watch closed");
    }

    @Test
    void watchIsClosedAfterTheLink() {
        enter();
        link.answer(heldBy(OTHER, 1));

        elector.close();

        assertThat(log).endsWith("unwatch", "link closed", "watch closed");
    }

    private Contest enter() {
        return elector.enter(new ElectionEntry(ELECTION, SELF, Endpoints.NONE), event -> {
            log.add("event " + event.getClass().getSimpleName());
            log.removeIf(it -> it.equals("event LeaderSeen"));
            events.add(event);
        });
    }

    private static LeaseRow heldBy(Node node, long epoch) {
        return row(node, epoch, new LeaseToken(5, epoch), false);
    }

    private static LeaseRow row(Node node, long epoch, LeaseToken token, boolean released) {
        Leader leader = new Leader(ELECTION, node, new Epoch(epoch), Endpoints.NONE);
        return new LeaseRow(leader, token, Duration.ofSeconds(10), released, Optional.empty());
    }

    private final class RecordingWatch implements HolderWatch {
        private Listener listener;
        private Optional<Alarm> alarm = Optional.empty();

        @Override
        public Optional<Alarm> alarm() {
            return alarm;
        }

        @Override
        public void start(Listener started) {
            listener = started;
        }

        @Override
        public ElectionEntry publish(ElectionEntry entry) {
            log.add("publish");
            return new ElectionEntry(
                    entry.election(), entry.self(), entry.endpoints().with("peer", "127.0.0.1:7"));
        }

        @Override
        public void watch(ElectionName election, Leader holder) {
            log.add("watch " + holder.node().id());
        }

        @Override
        public void unwatch(ElectionName election) {
            log.add("unwatch");
        }

        @Override
        public void holding(ElectionName election, Epoch epoch, long until) {
            log.add("holding " + epoch);
        }

        @Override
        public void released(ElectionName election, Optional<Epoch> epoch) {
            log.add("released " + epoch.map(Epoch::toString).orElse("an attempt"));
        }

        @Override
        public void close() {
            log.add("watch closed");
        }
    }

    /** Keeps requests until the test answers the last one. */
    private final class ScriptedLink implements LeaseLink {
        private final List<LeaseRequest> requests = new ArrayList<>();
        private Consumer<LeaseReply> waiting = reply -> {};

        @Override
        public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
            requests.add(request);
            waiting = answer;
        }

        LeaseRequest last() {
            if (!(requests.get(requests.size() - 1) instanceof LeaseRequest.Acquire)) {
                // The look before the attempt is still under way.
                waiting.accept(new LeaseReply.Answered(Optional.empty()));
                watch.listener.changed(ELECTION);
            }
            return requests.get(requests.size() - 1);
        }

        void answer(LeaseRow row) {
            waiting.accept(new LeaseReply.Answered(Optional.of(row)));
        }

        @Override
        public void close() {
            log.add("link closed");
        }
    }

    /** Everything at once, on the caller's thread, at one instant. */
    private static final class ImmediateLanes implements Lanes {
        @Override
        public Ticker ticker() {
            return () -> 0;
        }

        @Override
        public Lane open(String name) {
            return new Lane() {
                @Override
                public void execute(Runnable task) {
                    task.run();
                }

                @Override
                public void wakeAt(long instant, Runnable task) {}

                @Override
                public void cancelWake() {}
            };
        }

        @Override
        public void close() {}
    }
}
