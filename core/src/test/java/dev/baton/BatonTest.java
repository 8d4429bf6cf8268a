// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Lanes;
import dev.baton.spi.ManualElector;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import dev.baton.standalone.StandaloneElector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class BatonTest {
    static List<String> threadsOf(String node) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith("baton-" + node))
                .toList();
    }

    static void assertNoThreadsOf(String node) {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(threadsOf(node)).isEmpty());
    }

    static Baton standalone(String id) {
        return Baton.node(id).faults((what, cause) -> {}).start(StandaloneElector.inMemory());
    }

    private static Leadership awaitLeadership(Candidate candidate) {
        await().atMost(Duration.ofSeconds(20)).until(candidate::isLeader);
        return candidate.requireLeadership();
    }

    @Test
    void aNodeStandsLeadsAndHandsOver() throws Exception {
        CountDownLatch stopped = new CountDownLatch(1);
        CompletableFuture<Leadership> started = new CompletableFuture<>();
        Baton baton = standalone("n-lead");

        Candidate candidate = baton.stand("orders")
                .duty(Duty.loop("billing", leadership -> {
                    started.complete(leadership);
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        stopped.countDown();
                    }
                }))
                .start();
        Leadership leadership = started.get(20, TimeUnit.SECONDS);
        assertThat(leadership.mayAct()).isTrue();
        assertThat(leadership.node()).isEqualTo(baton.node());
        baton.close();

        assertThat(stopped.getCount()).isZero();
        assertThat(leadership.mayAct()).isFalse();
        assertThat(candidate.isLeader()).isFalse();
        assertThat(candidate.status().state()).isEqualTo(Candidate.State.CLOSED);
        assertNoThreadsOf("n-lead");
    }

    @Test
    void closingOnAnInterruptedThreadWaitsForTheDuties() throws Exception {
        CountDownLatch stopping = new CountDownLatch(1);
        CountDownLatch mayStop = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        Baton baton = standalone("n-interrupted");
        baton.stand("orders")
                .duty(Duty.loop("billing", leadership -> {
                    started.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        stopping.countDown();
                        mayStop.await();
                    }
                }))
                .start();
        assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Boolean> interruptedAfterwards = new CompletableFuture<>();
        Thread closer = new Thread(() -> {
            Thread.currentThread().interrupt();
            baton.close();
            interruptedAfterwards.complete(Thread.interrupted());
        });

        closer.start();
        assertThat(stopping.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(interruptedAfterwards).isNotDone();
        mayStop.countDown();

        assertThat(interruptedAfterwards.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void dutiesThatStillRunWhenTheNodeHasToCloseAreAFault() throws Exception {
        List<String> faults = new CopyOnWriteArrayList<>();
        BlockedLanes blocked = new BlockedLanes();
        Baton baton = Baton.node("n-runs-on")
                .faults((what, cause) -> faults.add(what))
                .start(context -> {
                    blocked.of = context.lanes();
                    return StandaloneElector.inMemory().start(context);
                });
        Candidate candidate = baton.stand("orders")
                .duty(Duty.loop("billing", leadership -> new CountDownLatch(1).await()))
                .dutyPolicy(Duty.Policy.DEFAULT.withStopTimeout(Duration.ofMillis(50)))
                .start();
        awaitLeadership(candidate);
        blocked.block();

        baton.close();

        assertThat(faults)
                .singleElement()
                .satisfies(what -> assertThat(what).startsWith("[duties of orders on n-runs-on] did not stop within "));
    }

    @Test
    void aFaultHandlerThatHangsOnTheLaneIsFollowedByTheWatchdogBeforeOthersMayLead() throws Exception {
        CompletableFuture<Long> fault = new CompletableFuture<>();
        CountDownLatch free = new CountDownLatch(1);
        ManualElector elector = new ManualElector();
        try (Baton baton = Baton.node("n-hangs")
                .faults((what, cause) -> {
                    if (what.startsWith("duties of orders on n-hangs still run")) {
                        fault.complete(System.nanoTime());
                    } else {
                        UninterruptibleWait.within(
                                Duration.ofSeconds(20), nanos -> free.await(nanos, TimeUnit.NANOSECONDS));
                    }
                })
                .start(context -> elector)) {
            CompletableFuture<Leadership> started = new CompletableFuture<>();
            baton.stand("orders")
                    .duty(Duty.loop("billing", leadership -> {
                        started.complete(leadership);
                        new CountDownLatch(1).await();
                    }))
                    .start();
            elector.tell(new ElectorEvent.Vacant(Vacancy.fresh()));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> elector.takeAsked().contains("campaign 100"));
            long othersFrom = System.nanoTime() + Duration.ofSeconds(6).toNanos();
            Validity validity = new Validity(othersFrom - Duration.ofSeconds(2).toNanos(), othersFrom);
            elector.tell(new ElectorEvent.Granted(Epoch.of(5), validity));
            started.get(20, TimeUnit.SECONDS);

            // An epoch that falls is a fault.
            elector.tell(new ElectorEvent.Granted(Epoch.of(3), validity));

            assertThat(fault.get(20, TimeUnit.SECONDS) - othersFrom).isNegative();
            free.countDown();
        }
    }

    @Test
    void theEndOfANodeCanBeWaitedFor() throws Exception {
        Baton baton = Baton.node("n-awaited").closeOnShutdown().start(StandaloneElector.inMemory());
        CompletableFuture<Void> seen = CompletableFuture.runAsync(() -> {
            try {
                baton.awaitClosed();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
        assertThat(seen).isNotDone();

        baton.close();

        seen.get(20, TimeUnit.SECONDS);
        baton.awaitClosed();
    }

    /** Lanes of a node whose workers all hang, as in a log that blocks. */
    private static final class BlockedLanes {
        private final CountDownLatch free = new CountDownLatch(1);
        private volatile Lanes of;

        void block() throws InterruptedException {
            CountDownLatch hanging = new CountDownLatch(2);
            for (int i = 0; i < 2; i++) {
                of.open("blocked").execute(() -> {
                    hanging.countDown();
                    try {
                        free.await();
                    } catch (InterruptedException closed) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
            assertThat(hanging.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "No Name", "'; DROP TABLE nodes;--"})
    void aBadNodeIdIsRefusedBeforeAnythingStarts(String bad) {
        assertThatIllegalArgumentException().isThrownBy(() -> Baton.node(bad)).withMessageStartingWith("node id ");
    }

    @Test
    void aBadElectionNameIsRefused() {
        try (Baton baton = standalone("n-name")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> baton.stand("Orders"))
                    .withMessageStartingWith("election name \"Orders\"");
        }
    }

    @Test
    void aClosedNodeStandsNoMore() {
        Baton baton = standalone("n-closed");
        baton.close();
        baton.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> baton.stand("orders").start())
                .withMessage("n-closed is closed");
    }

    @Test
    void aCandidateMayBeClosedAfterItsNode() {
        Baton baton = standalone("n-order");
        Candidate candidate =
                baton.stand("orders").listener(new LeadershipListener() {}).start();
        awaitLeadership(candidate);
        baton.close();

        assertThat(candidate.closeAsync()).isCompleted();
        candidate.close();
    }

    @Test
    void aNodeStandsInAnElectionOnce() {
        try (Baton baton = standalone("n-twice")) {
            baton.stand("orders").start();

            assertThatIllegalStateException()
                    .isThrownBy(() -> baton.stand("orders").start())
                    .withMessage("n-twice is in the election orders already");
        }
    }

    @Test
    void aNodeMayStandAgainAfterItsCandidateWasClosed() {
        try (Baton baton = standalone("n-again")) {
            Candidate first = baton.stand("orders").start();
            long epoch = awaitLeadership(first).epoch().value();
            first.close();

            Candidate second = baton.stand("orders").start();

            assertThat(awaitLeadership(second).epoch().value()).isGreaterThan(epoch);
        }
    }

    @Test
    void twoDutiesOfOneNameAreRefusedAndNothingIsEntered() {
        ManualElector elector = new ManualElector();
        try (Baton baton = Baton.node("n-duties").start(context -> elector)) {
            Duty duty = Duty.loop("billing", leadership -> {});

            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> baton.stand("orders")
                            .duty(duty)
                            .duty(duty)
                            .duty(Duty.loop(" ", leadership -> {}))
                            .start())
                    .withMessage("duties: two duties are named billing; a duty has a blank name");
            assertThat(elector.takeAsked()).isEmpty();
        }
    }

    @Test
    void whatALeaderPublishesIsSeen() {
        try (Baton baton = Baton.node("n-published")
                .endpoints(Endpoints.of("commands", "10.0.0.5:1"))
                .start(StandaloneElector.inMemory())) {
            Candidate candidate = baton.stand("orders").start();
            awaitLeadership(candidate);

            assertThat(candidate.leader().orElseThrow().endpoints().find("commands"))
                    .contains("10.0.0.5:1");
        }
    }

    @Test
    void aHealthCheckThatAnswersNothingCountsAsBad() {
        List<String> faults = new CopyOnWriteArrayList<>();
        try (Baton baton = Baton.node("n-null-health")
                .faults((what, cause) -> faults.add(what))
                .start(StandaloneElector.inMemory())) {
            Candidate candidate = baton.stand("orders")
                    .healthCheck(() -> null)
                    .settings(dev.baton.CandidateSettings.builder()
                            .checkInterval(Duration.ofMillis(20))
                            .unhealthyAfter(1)
                            .build())
                    .start();

            await().atMost(Duration.ofSeconds(20))
                    .until(() -> !candidate.status().healthy());

            assertThat(faults).isEmpty();
        }
    }
}
