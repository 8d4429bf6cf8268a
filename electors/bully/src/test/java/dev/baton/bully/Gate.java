// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.message.CallOutcome;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.bully.internal.message.PeerTransport;
import java.net.InetAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Stands between a node and the addresses it calls. A call through a closed gate gets no answer, as behind a dead switch. */
final class Gate {
    private static final long NO_ANSWER_MILLIS = 200;

    private final Set<Address> closed = ConcurrentHashMap.newKeySet();
    private final AtomicInteger failedJoins = new AtomicInteger();
    private final Map<Address, Integer> posts = new ConcurrentHashMap<>();
    private volatile boolean all;
    private volatile long slowMillis;

    void closeTo(Address address) {
        closed.add(address);
    }

    void closeToAll() {
        all = true;
    }

    /** Every call takes so much longer to get there. */
    void slow(long millis) {
        slowMillis = millis;
    }

    void openToAll() {
        all = false;
        slowMillis = 0;
        closed.clear();
    }

    /** How often the node has asked to be let in, and was not answered as by a node of its cluster. */
    int failedJoins() {
        return failedJoins.get();
    }

    /** How many requests of an election the node has sent to an address. */
    int posts(Address to) {
        return posts.getOrDefault(to, 0);
    }

    private <T> void pass(Address to, Runnable call, Consumer<CallOutcome<T>> answer) {
        if (all || closed.contains(to)) {
            CompletableFuture.delayedExecutor(NO_ANSWER_MILLIS, TimeUnit.MILLISECONDS)
                    .execute(() -> answer.accept(new CallOutcome.Failed<>(false, "the gate is closed")));
        } else if (slowMillis > 0) {
            CompletableFuture.delayedExecutor(slowMillis, TimeUnit.MILLISECONDS).execute(call);
        } else {
            call.run();
        }
    }

    PeerTransport before(PeerTransport transport) {
        return new PeerTransport() {
            @Override
            public void post(Address to, Envelope envelope, Consumer<CallOutcome<Envelope>> answer) {
                posts.merge(to, 1, Integer::sum);
                pass(to, () -> transport.post(to, envelope, answer), answer);
            }

            @Override
            public void beat(Address to, Consumer<CallOutcome<NodeStatus>> answer) {
                pass(to, () -> transport.beat(to, answer), answer);
            }

            @Override
            public void join(Address to, JoinRequest request, Consumer<CallOutcome<JoinAnswer>> answer) {
                Consumer<CallOutcome<JoinAnswer>> counted = outcome -> {
                    if (outcome instanceof CallOutcome.Failed<JoinAnswer>) {
                        failedJoins.incrementAndGet();
                    }
                    answer.accept(outcome);
                };
                pass(to, () -> transport.join(to, request, counted), counted);
            }

            @Override
            public void verify(JoinRequest request, InetAddress from, Consumer<CallOutcome<Boolean>> answer) {
                pass(request.member().address(), () -> transport.verify(request, from, answer), answer);
            }

            @Override
            public void close() {
                transport.close();
            }
        };
    }
}
