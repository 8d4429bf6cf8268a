// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import dev.baton.NodeId;
import dev.baton.bully.internal.http.ServedNode;
import dev.baton.bully.internal.message.BullyMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The answers to requests that wait until what they promise is durable. Confined to the elector's lane. */
final class Replies {
    private final Deque<Reply> waiting = new ArrayDeque<>();

    /** What is said to a node that has asked. */
    static final class Reply {
        private final NodeId to;
        private final CompletableFuture<ServedNode.Received> received;
        private final List<BullyMessage> messages = new ArrayList<>();
        private long waitsFor;

        Reply(NodeId to, CompletableFuture<ServedNode.Received> received) {
            this.to = to;
            this.received = received;
        }

        NodeId to() {
            return to;
        }

        List<BullyMessage> messages() {
            return messages;
        }

        void complete(ServedNode.Received answer) {
            received.complete(answer);
        }
    }

    /** Keeps an answer until the change with this number is durable, or could not be made so. */
    void await(long number, Reply reply) {
        reply.waitsFor = number;
        waiting.add(reply);
    }

    /** Those that need not wait any longer than for the change with this number, which are given now. */
    List<Reply> take(long number) {
        List<Reply> taken = new ArrayList<>();
        while (!waiting.isEmpty() && waiting.element().waitsFor <= number) {
            taken.add(waiting.remove());
        }
        return taken;
    }
}
