// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.duties.HealthReport.Status;
import dev.baton.standalone.StandaloneElector;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The stock duties under a real candidate. */
class StockDutiesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Set<ClusterMember> here = ConcurrentHashMap.newKeySet();
    private final List<PollJob> asked = new CopyOnWriteArrayList<>();
    private final List<HealthEvent> events = new CopyOnWriteArrayList<>();
    private final ClusterHealth health = new ClusterHealth(
            () -> Set.copyOf(here), Set.of(NodeId.of("a"), NodeId.of("b")), Duration.ofMillis(10), Clock.systemUTC());
    private final PollOrchestrator polls = new PollOrchestrator(
            () -> Set.copyOf(here),
            (job, accepted) -> {
                asked.add(job);
                accepted.run();
                return job.node().orElseThrow().equals(NodeId.of("a"))
                        ? new CompletableFuture<>()
                        : CompletableFuture.completedFuture(null);
            },
            Duration.ofMillis(10));

    @Test
    void theyStartWithLeadershipRunWhileItLastsAndNotBefore() {
        here.add(ClusterMember.of("a"));
        health.listen(events::add);
        health.listen(event -> {
            throw new IllegalStateException("a listener that throws hurts nobody");
        });
        assertThatThrownBy(() -> polls.poll("x", new NodeRule.Any())).isInstanceOf(NotLeaderException.class);

        try (Baton baton = Baton.node("a").start(StandaloneElector.inMemory())) {
            Baton.CandidateBuilder standing = baton.stand("coordinator");
            Candidate candidate = standing.duty(health).duty(polls).start();
            await("the health is known", () -> health.report().status() == Status.DEGRADED);
            AtomicReference<PollJob> taken = new AtomicReference<>();
            await("a poll is taken", () -> candidate.isLeader() && isTaken(taken));
            PollJob job = taken.get();
            await("a has it", () -> asked.size() == 1);

            here.add(ClusterMember.of("b"));
            await("b joined", () -> events.contains(new HealthEvent.Joined(NodeId.of("b"))));
            here.remove(ClusterMember.of("a"));

            await(
                    "the job of the dead node is done by the other",
                    () -> polls.job(job.number()).orElseThrow().state() == PollJob.State.COMPLETED);
        }
        assertThatThrownBy(() -> polls.poll("y", new NodeRule.Any())).isInstanceOf(NotLeaderException.class);
        assertThat(health.report().status()).isEqualTo(Status.UNKNOWN);
    }

    /** Duties are started one after the other: the health may be known before polls are taken. */
    private boolean isTaken(AtomicReference<PollJob> job) {
        try {
            job.set(polls.poll("x", new NodeRule.Any()));
            return true;
        } catch (NotLeaderException notYet) {
            return false;
        }
    }

    private void await(String fact, java.util.function.BooleanSupplier holds) {
        eventually(fact, PATIENCE, holds, () -> events + " " + asked);
    }
}
