// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import java.net.InetAddress;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Stands between a node and the addresses it calls. A call through a closed gate gets no answer, as behind a dead switch. */
final class Gate {
    private static final long NO_ANSWER_MILLIS = 200;

    private final Set<Address> closed = ConcurrentHashMap.newKeySet();
    private volatile boolean all;

    void closeTo(Address address) {
        closed.add(address);
    }

    void closeToAll() {
        all = true;
    }

    void openToAll() {
        all = false;
        closed.clear();
    }

    private <T> void pass(Address to, Runnable call, Consumer<Outcome<T>> answer) {
        if (all || closed.contains(to)) {
            CompletableFuture.delayedExecutor(NO_ANSWER_MILLIS, TimeUnit.MILLISECONDS)
                    .execute(() -> answer.accept(new Outcome.Failed<>(false, "the gate is closed")));
        } else {
            call.run();
        }
    }

    Transport before(Transport transport) {
        return new Transport() {
            @Override
            public void post(Address to, Envelope envelope, Consumer<Outcome<Envelope>> answer) {
                pass(to, () -> transport.post(to, envelope, answer), answer);
            }

            @Override
            public void beat(Address to, Consumer<Outcome<Status>> answer) {
                pass(to, () -> transport.beat(to, answer), answer);
            }

            @Override
            public void join(Address to, JoinRequest request, Consumer<Outcome<Answer>> answer) {
                pass(to, () -> transport.join(to, request, answer), answer);
            }

            @Override
            public void verify(JoinRequest request, InetAddress from, Consumer<Outcome<Boolean>> answer) {
                pass(request.member().address(), () -> transport.verify(request, from, answer), answer);
            }

            @Override
            public void close() {
                transport.close();
            }
        };
    }
}
