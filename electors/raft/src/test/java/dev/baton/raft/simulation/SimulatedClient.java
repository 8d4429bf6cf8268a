// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.simulation;

import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.raft.group.GroupClient;
import dev.baton.testkit.simulation.SeededRandom;
import dev.baton.testkit.simulation.SimulatedProcess;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Asks one member after the other until the leader answers. A call may reach leaders more than once. */
final class SimulatedClient implements GroupClient {
    private static final long MILLI = 1_000_000;

    private final SimulatedGroup group;
    private final String name;
    private final SimulatedProcess process;
    private final SeededRandom chance;
    private @Nullable String leader;

    SimulatedClient(SimulatedGroup group, String name, SimulatedProcess process, SeededRandom chance) {
        this.group = group;
        this.name = name;
        this.process = process;
        this.chance = chance;
    }

    @Override
    public CompletableFuture<byte[]> call(String part, byte[] request, Duration within) {
        Call call = new Call(part, request);
        process.after(within.toNanos(), call::giveUp);
        call.ask();
        return call.result;
    }

    @Override
    public void close() {}

    private final class Call {
        private final String part;
        private final byte[] request;
        private final CompletableFuture<byte[]> result = new CompletableFuture<>();
        /** Tries that no member has turned away: each of them may have been done, or may be yet. */
        private final Set<Integer> open = new HashSet<>();

        private final Set<Integer> arrived = new HashSet<>();
        private int tries;

        Call(String part, byte[] request) {
            this.part = part;
            this.request = request;
        }

        private void ask() {
            if (result.isDone()) {
                return;
            }
            tries++;
            int number = tries;
            String to = leader == null ? chance.pick(group.voters()) : leader;
            open.add(number);
            group.network()
                    .send(
                            name,
                            to,
                            () -> group.at(to, member -> {
                                // As on a connection: what was sent once arrives once at most.
                                if (arrived.add(number)) {
                                    ask(member, number);
                                }
                            }));
            process.after(chance.nanos(200 * MILLI, 1_000 * MILLI), () -> {
                if (number == tries && !result.isDone()) {
                    leader = null;
                    ask();
                }
            });
        }

        private void ask(SimulatedMember member, int number) {
            CompletableFuture<?> unused = member.call(part, request)
                    .whenComplete((reply, failed) -> group.network()
                            .send(
                                    member.name(),
                                    name,
                                    () -> process.run(() -> answered(member, number, reply, failed))));
        }

        private void answered(SimulatedMember by, int number, byte @Nullable [] reply, @Nullable Throwable failed) {
            Throwable why = failed instanceof CompletionException wrapped ? wrapped.getCause() : failed;
            if (reply != null) {
                leader = by.name();
                result.complete(reply);
            } else if (why instanceof NotLeaderException) {
                open.remove(number);
                if (number == tries) {
                    leader = by.knownLeader();
                    process.after(chance.nanos(10 * MILLI, 100 * MILLI), () -> {
                        if (number == tries) {
                            ask();
                        }
                    });
                }
            } else if (why != null) {
                result.completeExceptionally(why);
            }
        }

        private void giveUp() {
            result.completeExceptionally(
                    open.isEmpty()
                            ? new UnavailableException("no leader")
                            : new OutcomeUnknownException("a leader did not answer"));
        }
    }
}
