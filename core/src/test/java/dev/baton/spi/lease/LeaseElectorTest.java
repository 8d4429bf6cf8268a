// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.internal.runtime.ManualLanes;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.spi.Alarm;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.ElectorEvent.Released;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Priority;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LeaseElectorTest {
    private static final Guarantee GUARANTEE =
            new Guarantee(Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.DURABLE, "one row");

    /** Notes requests; the test answers them. */
    private static final class ManualLink implements LeaseLink {
        private final List<LeaseRequest> sent = new ArrayList<>();
        private final List<Consumer<LeaseReply>> answers = new ArrayList<>();
        private Listener listener = election -> {};
        private boolean broken;
        /** Whether it answers by itself that there is no row. */
        private boolean answering;

        private boolean closed;

        @Override
        public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
            if (broken) {
                throw new IllegalStateException("no way");
            }
            sent.add(request);
            answers.add(answer);
            if (answering) {
                answer(Optional.empty());
            }
        }

        LeaseRequest last() {
            return sent.get(sent.size() - 1);
        }

        void answer(Optional<LeaseRow> row) {
            answers.get(answers.size() - 1).accept(new LeaseReply.Answered(row));
        }

        @Override
        public void watch(Listener watcher) {
            listener = watcher;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final ManualLanes lanes = new ManualLanes();
    private final ManualLink link = new ManualLink();
    private final List<ElectorEvent> events = new ArrayList<>();
    private final LeaseElector elector =
            new LeaseElector(link, LeaseTerms.DEFAULT, GUARANTEE, lanes, new SplittableRandom(1));

    private List<ElectorEvent> takeEvents() {
        lanes.run();
        List<ElectorEvent> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    private Contest enter() {
        Contest contest = elector.enter(LeaseUnderTest.ENTRY, events::add);
        lanes.run();
        link.answer(Optional.empty());
        assertThat(takeEvents()).containsExactly(new Vacant(Vacancy.fresh()));
        return contest;
    }

    private LeaseRow row(Duration remaining) {
        for (int i = link.sent.size() - 1; i >= 0; i--) {
            if (link.sent.get(i) instanceof LeaseRequest.Acquire acquire) {
                return LeaseUnderTest.row(ALPHA, 4, acquire.token(), remaining);
            }
        }
        throw new AssertionError("no attempt");
    }

    private Contest enterAndHold() {
        Contest contest = enter();
        contest.campaign(Priority.DEFAULT);
        lanes.run();
        link.answer(Optional.of(row(LeaseUnderTest.LEASE)));
        assertThat(takeEvents()).singleElement().isInstanceOf(Granted.class);
        return contest;
    }

    @Test
    void aLeaseIsAskedForHeldRenewedAndGivenBack() {
        Contest contest = enterAndHold();

        lanes.advance(LeaseUnderTest.RENEW);
        assertThat(link.last()).isInstanceOf(LeaseRequest.Renew.class);
        link.answer(Optional.of(row(LeaseUnderTest.LEASE)));
        assertThat(takeEvents()).singleElement().isInstanceOf(ElectorEvent.Extended.class);
        contest.release(Epoch.of(4), Optional.empty());
        lanes.run();
        assertThat(link.last()).isInstanceOf(LeaseRequest.Release.class);
        link.answer(Optional.of(row(Duration.ZERO)));

        assertThat(takeEvents()).startsWith(new Released(Epoch.of(4)));
    }

    @Test
    void aSilentStoreCostsTheLease() {
        enterAndHold();

        lanes.advance(LeaseUnderTest.LEASE);

        assertThat(takeEvents()).contains(new Lost(Epoch.of(4)));
    }

    @Test
    void aRowThatMayHaveChangedIsLookedAt() {
        enter();
        int sent = link.sent.size();

        link.listener.changed(ElectionName.of("other"));
        link.listener.changed(ORDERS);
        lanes.run();

        assertThat(link.sent).hasSize(sent + 1);
    }

    @Test
    void aLinkThatThrowsIsTrouble() {
        Contest contest = enter();
        link.broken = true;

        contest.campaign(Priority.DEFAULT);

        assertThat(LeaseUnderTest.alarms(takeEvents())).containsExactly(Alarm.Kind.UNREACHABLE);
    }

    @Test
    void oneStoreInTroubleIsOneAlarmAndOneAllClear() {
        enter();
        List<ElectorEvent> others = new ArrayList<>();
        elector.enter(new ElectionEntry(ElectionName.of("billing"), ALPHA, Endpoints.NONE), others::add);
        lanes.run();
        link.answer(Optional.empty());
        lanes.run();

        link.broken = true;
        lanes.advance(LeaseUnderTest.LEASE);
        assertThat(LeaseUnderTest.alarms(events))
                .hasSize(1 - LeaseUnderTest.alarms(others).size());

        link.broken = false;
        link.answering = true;
        lanes.advance(LeaseUnderTest.LEASE);
        events.addAll(others);
        assertThat(LeaseUnderTest.alarms(takeEvents()))
                .containsExactlyInAnyOrder(Alarm.Kind.UNREACHABLE, Alarm.Kind.REACHABLE);
    }

    @Test
    void aTroubledContestThatIsLeftDoesNotKeepTheAlarmUp() {
        Contest contest = enter();
        List<ElectorEvent> others = new ArrayList<>();
        elector.enter(new ElectionEntry(ElectionName.of("billing"), ALPHA, Endpoints.NONE), others::add);
        lanes.run();
        link.answer(Optional.empty());
        lanes.run();
        link.broken = true;
        contest.campaign(Priority.DEFAULT);
        assertThat(LeaseUnderTest.alarms(takeEvents())).containsExactly(Alarm.Kind.UNREACHABLE);

        link.broken = false;
        link.answering = true;
        contest.close();
        lanes.advance(LeaseUnderTest.LEASE);

        assertThat(LeaseUnderTest.alarms(others)).containsExactly(Alarm.Kind.REACHABLE);
    }

    @Test
    void anAbandonedLeaseIsNotRenewed() {
        Contest contest = enterAndHold();

        contest.abandon(Epoch.of(4));
        lanes.advance(LeaseUnderTest.RENEW);

        assertThat(link.last()).isInstanceOf(LeaseRequest.Read.class);
    }

    @Test
    void aNodeEntersAnElectionOnceAtATime() {
        Contest contest = enter();

        assertThatIllegalStateException()
                .isThrownBy(() -> elector.enter(LeaseUnderTest.ENTRY, events::add))
                .withMessage("alpha is in the election orders already");
        contest.close();
        lanes.run();
        enter();
    }

    @Test
    void afterLeavingNoEventFollows() {
        Contest contest = enter();
        contest.withdraw();
        contest.close();
        lanes.run();

        link.answer(Optional.empty());
        contest.campaign(Priority.DEFAULT);
        lanes.advance(Duration.ofMinutes(1));

        assertThat(takeEvents()).isEmpty();
    }

    @Test
    void closingClosesTheLinkAndLetsNobodyIn() {
        enter().close();
        lanes.run();
        elector.close();
        elector.close();

        assertThat(link.closed).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(() -> elector.enter(LeaseUnderTest.ENTRY, events::add))
                .withMessage("the elector is closed");
    }

    @Test
    void closingWaitsOnlyForAWhileForASilentStore() {
        ManualLink silent = new ManualLink();
        try (ThreadLanes threads = new ThreadLanes("lease-test", 1, (what, cause) -> {})) {
            LeaseElector real = new LeaseElector(
                    silent, LeaseTerms.of(Duration.ofMillis(500)), GUARANTEE, threads, new SplittableRandom(1));
            real.enter(LeaseUnderTest.ENTRY, event -> {}).campaign(Priority.DEFAULT);

            real.close();

            assertThat(silent.closed).isTrue();
        }
    }

    @Test
    void theCertaintyIsWhatIsLeftWhenARenewalIsDue() {
        assertThat(elector.certainty()).isEqualTo(Duration.ofSeconds(6));
        assertThat(elector.guarantee()).isEqualTo(GUARANTEE);
    }
}
