// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import dev.baton.bully.Address;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.message.CallOutcome;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.bully.internal.message.PeerTransport;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Reaches nobody, and knows what was tried. */
final class UnreachableTransport implements PeerTransport {
    final AtomicInteger joins = new AtomicInteger();
    final List<Envelope> posts = new CopyOnWriteArrayList<>();

    private static <T> CallOutcome<T> nobody() {
        return new CallOutcome.Failed<>(false, "nobody is there");
    }

    @Override
    public void post(Address to, Envelope envelope, Consumer<CallOutcome<Envelope>> answer) {
        posts.add(envelope);
        answer.accept(nobody());
    }

    @Override
    public void beat(Address to, Consumer<CallOutcome<NodeStatus>> answer) {
        answer.accept(nobody());
    }

    @Override
    public void join(Address to, JoinRequest request, Consumer<CallOutcome<JoinAnswer>> answer) {
        joins.incrementAndGet();
        answer.accept(nobody());
    }

    @Override
    public void verify(JoinRequest request, InetAddress from, Consumer<CallOutcome<Boolean>> answer) {
        answer.accept(nobody());
    }

    @Override
    public void close() {}
}
