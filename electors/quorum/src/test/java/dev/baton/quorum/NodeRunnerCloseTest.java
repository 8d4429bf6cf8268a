// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a node ends: with its last step taken and all written, or after a bounded wait for that. */
@Timeout(120)
class NodeRunnerCloseTest {
    private static final long PATIENCE_SECONDS = 60;
    private static final ElectionName ORDERS = ElectionName.of("orders");
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node OTHER = new Node(NodeId.of("b"), new Incarnation(2));
    /** Waits for nothing for long. */
    private static final LeaseTerms IMPATIENT =
            new LeaseTerms(Duration.ofSeconds(10), Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofMillis(50));
    /** Waits for whatever a test does meanwhile. */
    private static final LeaseTerms PATIENT = new LeaseTerms(
            Duration.ofMinutes(5), Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofSeconds(PATIENCE_SECONDS));

    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private final Lanes lanes = new ThreadLanes("close", 1, (what, cause) -> faults.add(cause));
    private final Lane lane = lanes.open("voting");
    private final CountDownLatch mayWrite = new CountDownLatch(1);
    private final CountDownLatch writing = new CountDownLatch(1);
    private final Queue<String> happened = new ConcurrentLinkedQueue<>();

    /** Waits, in a write, until it may write. */
    private final MemoryLedger ledger = new MemoryLedger();

    private final LedgerWriter writer = LedgerWriter.onThread(
            new ForwardingLedger(ledger) {
                @Override
                public void write(VoterState change) {
                    writing.countDown();
                    await(mayWrite);
                    super.write(change);
                    happened.add("written");
                }

                @Override
                public void close() {
                    happened.add("closed");
                }
            },
            "baton-test-disk");

    @AfterEach
    void end() {
        mayWrite.countDown();
        lanes.close();
        assertThat(faults).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private VotingNode node(LeaseTerms terms) {
        return new VotingNode(SELF, new FixedElectorate(List.of(SELF, OTHER)), writer, lanes, lane, terms);
    }

    private void hears(VotingNode node, long epoch) {
        node.hears(OTHER, new Ask(ORDERS, new LeaseToken(epoch, epoch), Epoch.of(epoch), IMPATIENT.lease(), 2));
    }

    private void awaitLane() throws Exception {
        CompletableFuture<Boolean> reached = new CompletableFuture<>();
        lane.execute(() -> reached.complete(true));
        reached.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void itWaitsForWhatIsBeingWrittenAndThenClosesTheLedger() throws Exception {
        VotingNode node = node(PATIENT);
        hears(node, 5);
        await(writing);
        CompletableFuture<Optional<Duration>> closing =
                CompletableFuture.supplyAsync(() -> node.runner().close(now -> List.of()));
        awaitDone(node);
        assertThat(closing).isNotDone();

        mayWrite.countDown();

        assertThat(closing.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).contains(Duration.ZERO);
        assertThat(happened).containsExactly("written", "closed");
        assertThat(ledger.highest(ORDERS)).isEqualTo(Epoch.of(5));
    }

    private void awaitDone(VotingNode node) throws Exception {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        while (!done.getNow(false)) {
            CompletableFuture<Boolean> asked = done;
            lane.execute(() -> asked.complete(node.runner().isDone()));
            if (!asked.get(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                done = new CompletableFuture<>();
            }
        }
    }

    @Test
    void aPromiseThatIsWrittenAfterTheEndIsNotSaid() throws Exception {
        VotingNode node = node(IMPATIENT);
        hears(node, 5);
        await(writing);
        node.runner().close(now -> List.of());
        assertThat(happened).isEmpty();

        mayWrite.countDown();
        writer.close().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        awaitLane();

        assertThat(happened).containsExactly("written", "closed");
        assertThat(node.takeSent()).isEmpty();
    }

    @Test
    void afterTheLastStepNothingIsHeardAndNothingEntered() throws Exception {
        VotingNode node = node(PATIENT);
        mayWrite.countDown();
        assertThat(node.runner().isClosed()).isFalse();
        node.runner().close(now -> List.of());
        int before = node.steps();

        hears(node, 5);
        awaitLane();

        assertThat(node.steps()).isEqualTo(before);
        assertThat(ledger.highest()).isEqualTo(Epoch.NONE);
        assertThat(node.runner().isClosed()).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(() -> node.runner()
                        .enter(new ElectionEntry(ORDERS, SELF, Endpoints.NONE), Optional.empty(), event -> {}))
                .withMessageContaining("closed");
    }

    @Test
    void theLastStepIsTakenAfterThatOfTheContestsAndOnce() {
        VotingNode node = node(PATIENT);
        mayWrite.countDown();
        node.runner()
                .enter(new ElectionEntry(ORDERS, SELF, Endpoints.NONE), Optional.empty(), event -> {})
                .campaign(Priority.DEFAULT);

        Optional<Duration> first = node.runner().close(now -> {
            happened.add("last step");
            return List.of();
        });
        Optional<Duration> second = node.runner().close(now -> {
            happened.add("another last step");
            return List.of();
        });

        assertThat(first).isPresent();
        assertThat(second).isEmpty();
        assertThat(happened).containsExactly("last step", "closed");
    }

    @Test
    void anErrorInTheLastStepDoesNotKeepItOpen() throws Exception {
        VotingNode node = node(PATIENT);
        mayWrite.countDown();

        Optional<Duration> mayStillAct = node.runner().close(now -> {
            throw new IllegalStateException("modelled fault");
        });

        assertThat(mayStillAct).contains(Duration.ZERO);
        assertThat(happened).containsExactly("closed");
        // It is reported behind the last step.
        awaitLane();
        assertThat(faults).hasSize(1);
        faults.clear();
    }

    /** As long as a lane hangs nobody knows what may still act: a whole lease may. */
    @Test
    void itDoesNotWaitForALaneThatHangs() {
        VotingNode node = node(IMPATIENT);
        CountDownLatch hangs = new CountDownLatch(1);
        lane.execute(() -> await(hangs));

        Optional<Duration> mayStillAct = node.runner().close(now -> List.of());

        hangs.countDown();
        assertThat(mayStillAct).contains(IMPATIENT.lease());
    }
}
