// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.standalone.StandaloneElector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A duty that leaves: what would wait for the duty itself is refused, and does not end the process. */
@Timeout(60)
class ClosingFromADutyTest {
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final Baton baton =
            Baton.node("a").faults((what, cause) -> faults.add(what)).start(StandaloneElector.inMemory());
    private final CompletableFuture<Candidate> candidate = new CompletableFuture<>();

    @AfterEach
    void noFault() {
        baton.close();
        assertThat(faults).isEmpty();
    }

    private Throwable thrownInALoop(BiConsumer<Candidate, Leadership> code) throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        candidate.complete(baton.stand("orders")
                .duty(Duty.loop("billing", leadership -> {
                    Candidate own = candidate.get();
                    thrown.complete(catchThrowable(() -> code.accept(own, leadership)));
                    new CountDownLatch(1).await();
                }))
                .start());
        return thrown.get(20, TimeUnit.SECONDS);
    }

    @Test
    void aLoopMayNotCloseItsNode() throws Exception {
        assertThat(thrownInALoop((own, leadership) -> baton.close()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("another thread");
        assertThat(candidate.join().isLeader()).isTrue();
    }

    @Test
    void aLoopMayNotCloseItsCandidate() throws Exception {
        assertThat(thrownInALoop((own, leadership) -> own.close())).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aLoopMayCloseAnotherCandidateAndAnotherNode() throws Exception {
        Candidate other = baton.stand("other").start();
        Baton another = Baton.node("b").start(StandaloneElector.inMemory());

        assertThat(thrownInALoop((own, leadership) -> {
                    other.close();
                    another.close();
                }))
                .isNull();
    }

    @Test
    void aLoopMayResignAndCloseWithoutWaiting() throws Exception {
        CompletableFuture<Void> left = new CompletableFuture<>();

        assertThat(thrownInALoop((own, leadership) -> {
                    CompletableFuture<Void> unused =
                            own.resign().thenCompose(done -> own.closeAsync()).thenAccept(left::complete);
                }))
                .isNull();

        left.get(20, TimeUnit.SECONDS);
    }

    @Test
    void neitherStartNorStopNorHealthMayCloseTheNode() throws Exception {
        CompletableFuture<Throwable> inStart = new CompletableFuture<>();
        CompletableFuture<Throwable> inHealth = new CompletableFuture<>();
        CompletableFuture<Throwable> inStop = new CompletableFuture<>();
        Candidate own = baton.stand("orders")
                .dutyPolicy(Duty.Policy.DEFAULT.withHealthInterval(Duration.ofMillis(50)))
                .duty(new Duty() {
                    @Override
                    public String name() {
                        return "billing";
                    }

                    @Override
                    public void start(Leadership leadership, Crash crash) {
                        inStart.complete(catchThrowable(baton::close));
                    }

                    @Override
                    public Health health() {
                        inHealth.complete(catchThrowable(baton::close));
                        return Health.OK;
                    }

                    @Override
                    public void stop() {
                        inStop.complete(catchThrowable(baton::close));
                    }
                })
                .start();
        assertThat(inStart.get(20, TimeUnit.SECONDS)).isInstanceOf(IllegalStateException.class);
        assertThat(inHealth.get(20, TimeUnit.SECONDS)).isInstanceOf(IllegalStateException.class);

        own.close();

        assertThat(inStop.get(20, TimeUnit.SECONDS)).isInstanceOf(IllegalStateException.class);
    }
}
