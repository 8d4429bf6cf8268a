// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.duties.ClusterMember;
import dev.baton.duties.NodeRule;
import dev.baton.duties.PollJob;
import dev.baton.duties.PollOrchestrator;
import dev.baton.testkit.memory.InMemoryLeases;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The leader has things polled by the nodes of its cluster, each by one of them; if that goes away, by another. */
public final class PollOneNodeAtATime {
    private PollOneNodeAtATime() {}

    public static void main(String[] arguments) throws InterruptedException {
        Set<ClusterMember> here = ConcurrentHashMap.newKeySet();
        here.add(ClusterMember.of("gateway-1", "west"));
        here.add(ClusterMember.of("gateway-2", "east"));
        CompletableFuture<Void> never = new CompletableFuture<>();
        // In a real cluster this sends the job to its node, with the epoch, and is done when the node has polled.
        PollOrchestrator polls = new PollOrchestrator(
                () -> Set.copyOf(here),
                (job, accepted) -> {
                    System.out.println(
                            job.node().orElseThrow() + " polls " + job.what() + " under epoch " + job.epoch());
                    accepted.run();
                    return job.attempts() == 1 && job.what().equals("router")
                            ? never
                            : CompletableFuture.completedFuture(null);
                },
                PollOrchestrator.INTERVAL);
        try (Baton node = Baton.node("a").start(new InMemoryLeases().elector())) {
            Candidate leader = node.stand("coordinator").duty(polls).start();
            System.out.println(
                    "a leads under epoch " + leader.whenLeading().join().epoch());
            awaitDuties(leader);

            PollJob meter = polls.poll("meter", new NodeRule.Zone("east"));
            await(polls, meter, PollJob.State.COMPLETED);
            PollJob router = polls.poll("router", new NodeRule.Any());
            await(polls, router, PollJob.State.RUNNING);

            here.remove(ClusterMember.of("gateway-1", "west"));
            polls.assign();
            await(polls, router, PollJob.State.COMPLETED);
        }
    }

    /** Duties start a moment after leadership is won. */
    private static void awaitDuties(Candidate leader) throws InterruptedException {
        while (leader.status().duties().stream().anyMatch(it -> it.state() != Duty.State.RUNNING)) {
            Thread.sleep(1);
        }
    }

    /** Jobs are also given out by the orchestrator's own thread, a moment later. */
    private static void await(PollOrchestrator polls, PollJob job, PollJob.State state) throws InterruptedException {
        while (polls.job(job.number()).orElseThrow().state() != state) {
            Thread.sleep(1);
        }
        System.out.println(job.what() + " is " + state);
    }
}
