// SPDX-License-Identifier: Apache-2.0
package dev.baton.standalone;

import static dev.baton.Sample.ALPHA;
import static dev.baton.Sample.BETA;
import static dev.baton.Sample.ORDERS;
import static dev.baton.Sample.leader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.FaultHandler;
import dev.baton.internal.runtime.ManualLanes;
import dev.baton.spi.Alarm;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Released;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Priority;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandaloneElectorTest {
    private static final Guarantee GUARANTEE =
            new Guarantee(Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.DURABLE, "of a test");
    private static final ElectionEntry ENTRY = new ElectionEntry(ORDERS, ALPHA, Endpoints.NONE);

    @TempDir
    Path directory;

    private final ManualLanes lanes = new ManualLanes();
    private final ElectorContext context = new ElectorContext(ALPHA, lanes, FaultHandler.halting());
    private final List<ElectorEvent> events = new ArrayList<>();
    /** What the disk has not done yet, if it waits until it is told to. */
    private final Deque<Runnable> writes = new ArrayDeque<>();

    private boolean diskWaits;

    private List<ElectorEvent> takeEvents() {
        lanes.run();
        List<ElectorEvent> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    private Granted granted(long epoch) {
        return new Granted(Epoch.of(epoch), Validity.unlimited(lanes.ticker().nanos()));
    }

    private Contest enter(StandaloneElector elector) {
        Contest contest = elector.enter(ENTRY, events::add);
        assertThat(takeEvents()).containsExactly(new Vacant(Vacancy.fresh()));
        return contest;
    }

    private void onDisk(Runnable write) {
        if (diskWaits) {
            writes.add(write);
        } else {
            write.run();
        }
    }

    private StandaloneElector withStateFile(Path file) {
        return new StandaloneElector(lanes, new EpochWriter(new EpochFile(file), this::onDisk), GUARANTEE);
    }

    @Test
    void whoAsksLeads() {
        Contest contest = enter(StandaloneElector.inMemory().start(context));

        contest.campaign(Priority.DEFAULT);
        contest.campaign(Priority.DEFAULT);

        assertThat(takeEvents()).containsExactly(granted(1));
    }

    @Test
    void whoGivesBackAndAsksAgainLeadsUnderAHigherEpoch() {
        Contest contest = enter(StandaloneElector.inMemory().start(context));
        contest.campaign(Priority.DEFAULT);
        takeEvents();

        contest.release(Epoch.of(1), Optional.of(BETA.id()));

        assertThat(takeEvents())
                .containsExactly(
                        new Vacant(new Vacancy(
                                Optional.of(leader(ALPHA, 1)), Vacancy.Cause.RELEASED, Optional.of(BETA.id()))),
                        new Released(Epoch.of(1)));
        contest.campaign(Priority.DEFAULT);
        assertThat(takeEvents()).containsExactly(granted(2));
    }

    @Test
    void givingBackWhatIsNotHeldIsAnsweredAndChangesNothing() {
        Contest contest = enter(StandaloneElector.inMemory().start(context));
        contest.campaign(Priority.DEFAULT);
        takeEvents();

        contest.release(Epoch.of(9), Optional.empty());

        assertThat(takeEvents()).containsExactly(new Released(Epoch.of(9)));
    }

    @Test
    void anAbandonedLeadershipIsVacant() {
        Contest contest = enter(StandaloneElector.inMemory().start(context));
        contest.campaign(Priority.DEFAULT);
        takeEvents();

        contest.abandon(Epoch.of(1));

        assertThat(takeEvents()).singleElement().isInstanceOf(Vacant.class);
    }

    @Test
    void epochsRiseAcrossRestartsWithAStateFile() {
        Path file = directory.resolve("epochs");
        StandaloneElector first = withStateFile(file);
        enter(first).campaign(Priority.DEFAULT);
        assertThat(takeEvents()).containsExactly(granted(1));
        first.close();

        StandaloneElector second = withStateFile(file);
        enter(second).campaign(Priority.DEFAULT);

        assertThat(takeEvents()).containsExactly(granted(2));
        second.close();
    }

    @Test
    void whoCannotWriteItsStateDoesNotLeadUntilItCan() throws IOException {
        StandaloneElector elector = withStateFile(directory.resolve("epochs"));
        Contest contest = enter(elector);
        Path inTheWay = Files.createDirectory(directory.resolve("epochs.new"));

        contest.campaign(Priority.DEFAULT);

        assertThat(takeEvents())
                .singleElement()
                .satisfies(
                        event -> assertThat(((Trouble) event).alarm().kind()).isEqualTo(Alarm.Kind.STATE_NOT_WRITABLE));
        lanes.advance(Duration.ofSeconds(5));
        assertThat(takeEvents()).isEmpty();
        Files.delete(inTheWay);
        lanes.advance(Duration.ofSeconds(1));
        assertThat(takeEvents()).singleElement().isInstanceOf(Granted.class);
        elector.close();
    }

    @Test
    void whoWithdrewIsNotGrantedWhenTheStateCanBeWrittenAgain() throws IOException {
        StandaloneElector elector = withStateFile(directory.resolve("epochs"));
        Contest contest = enter(elector);
        Path inTheWay = Files.createDirectory(directory.resolve("epochs.new"));
        contest.campaign(Priority.DEFAULT);
        takeEvents();

        contest.withdraw();
        Files.delete(inTheWay);
        lanes.advance(Duration.ofSeconds(5));

        assertThat(takeEvents()).isEmpty();
        elector.close();
    }

    @Test
    void aNodeEntersAnElectionOnceAtATime() {
        StandaloneElector elector = StandaloneElector.inMemory().start(context);
        Contest contest = enter(elector);

        assertThatIllegalStateException()
                .isThrownBy(() -> elector.enter(ENTRY, events::add))
                .withMessage("alpha is in the election orders already");
        contest.close();
        enter(elector);
    }

    @Test
    void afterLeavingNoEventFollows() {
        StandaloneElector elector = StandaloneElector.inMemory().start(context);
        Contest contest = enter(elector);

        contest.close();
        contest.campaign(Priority.DEFAULT);
        contest.release(Epoch.of(1), Optional.empty());

        assertThat(takeEvents()).isEmpty();
    }

    @Test
    void aClosedElectorLetsNobodyIn() {
        StandaloneElector elector = StandaloneElector.inMemory().start(context);
        enter(elector);
        elector.close();
        elector.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> elector.enter(ENTRY, events::add))
                .withMessage("the elector is closed");
    }

    @Test
    void onlyOneNodeCanLeadSoThePromiseIsExclusive() {
        StandaloneElector elector = StandaloneElector.inMemory().start(context);

        assertThat(elector.guarantee().exclusivity()).isEqualTo(Guarantee.Exclusivity.EXCLUSIVE);
        assertThat(elector.guarantee().epochs()).isEqualTo(Guarantee.EpochMemory.PROCESS);
        assertThat(elector.certainty()).isPositive();
    }

    @Test
    void aStateFileKeepsTheEpochs() {
        StandaloneElector elector =
                StandaloneElector.withStateFile(directory.resolve("epochs")).start(context);

        assertThat(elector.guarantee().epochs()).isEqualTo(Guarantee.EpochMemory.DURABLE);
        elector.close();
    }

    @Test
    void aDiskThatHangsHoldsUpNoOtherTaskAndNothingIsGrantedBeforeItHasWritten() {
        diskWaits = true;
        StandaloneElector elector = withStateFile(directory.resolve("epochs"));
        Contest contest = enter(elector);

        contest.campaign(Priority.DEFAULT);
        contest.campaign(Priority.DEFAULT);

        assertThat(takeEvents()).isEmpty();
        assertThat(writes).as("asked for once").hasSize(1);
        writes.remove().run();
        assertThat(takeEvents()).containsExactly(granted(1));
        diskWaits = false;
        elector.close();
    }

    @Test
    void whoWithdrewDuringTheWriteIsNotGranted() {
        diskWaits = true;
        StandaloneElector elector = withStateFile(directory.resolve("epochs"));
        Contest contest = enter(elector);
        contest.campaign(Priority.DEFAULT);
        takeEvents();

        contest.withdraw();
        writes.remove().run();

        assertThat(takeEvents()).isEmpty();
        contest.campaign(Priority.DEFAULT);
        takeEvents();
        writes.remove().run();
        assertThat(takeEvents()).containsExactly(granted(2));
        diskWaits = false;
        elector.close();
    }

    @Test
    void electionsThatAskDuringAWriteAreWrittenTogether() {
        diskWaits = true;
        StandaloneElector elector = withStateFile(directory.resolve("epochs"));
        for (int i = 0; i < 100; i++) {
            elector.enter(new ElectionEntry(ElectionName.of("e" + i), ALPHA, Endpoints.NONE), events::add)
                    .campaign(Priority.DEFAULT);
        }
        lanes.run();

        int written = 0;
        while (!writes.isEmpty()) {
            writes.remove().run();
            written++;
        }

        assertThat(written).isEqualTo(1);
        assertThat(takeEvents()).filteredOn(Granted.class::isInstance).hasSize(100);
        diskWaits = false;
        elector.close();
    }
}
