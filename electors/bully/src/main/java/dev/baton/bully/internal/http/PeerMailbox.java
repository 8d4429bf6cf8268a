// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * What is to be said to one peer and has not left yet, in order. Leaves in bundles, each of which fits into one request
 * or answer, by its count and by its bytes, and is sent under one membership: a node that is asked for a promise must know
 * by which one the question was put.
 */
public final class PeerMailbox {
    /** More than a peer is ever told within a lease. What waits for longer is of no use to anybody. */
    static final int MAX_WAITING = 64 * Envelope.MAX_MESSAGES;
    /** How much of a body is left to what stands around the messages. */
    private static final int AROUND = 8 * 1_024;

    private final Deque<Item> waiting = new ArrayDeque<>();

    private record Item(NodeStatus as, BullyMessage message) {}

    /**
     * What fits into one request or answer.
     *
     * @param as what the sender was when it wanted this said
     */
    public record Bundle(NodeStatus as, List<BullyMessage> messages) {}

    /** @param as what the sender is now */
    public void add(NodeStatus as, BullyMessage message) {
        waiting.add(new Item(as, message));
        if (waiting.size() > MAX_WAITING) {
            waiting.remove();
        }
    }

    public boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The next bundle; there must be something to take. Any single message fits. */
    public Bundle take() {
        Item first = waiting.remove();
        List<BullyMessage> messages = new ArrayList<>(List.of(first.message));
        if (!waiting.isEmpty()) {
            int bytes = AROUND + MessageJson.bytes(first.message);
            while (messages.size() < Envelope.MAX_MESSAGES && isSaidAs(first.as)) {
                BullyMessage next = waiting.element().message;
                bytes += MessageJson.bytes(next);
                if (bytes > HttpLimits.BODY) {
                    break;
                }
                messages.add(next);
                waiting.remove();
            }
        }
        return new Bundle(first.as, messages);
    }

    private boolean isSaidAs(NodeStatus as) {
        Item next = waiting.peek();
        return next != null && Objects.equals(next.as, as);
    }
}
