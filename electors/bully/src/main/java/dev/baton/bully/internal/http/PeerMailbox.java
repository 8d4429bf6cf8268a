// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.MessageTopic;
import dev.baton.bully.internal.message.NodeStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is to be said to one peer and has not left yet, in order within a topic. Leaves in bundles, each of which fits into
 * one request or answer, by its count and by its bytes, has one topic, and is sent under one membership: a node that is
 * asked for a promise must know by which one the question was put.
 */
public final class PeerMailbox {
    /** More than a peer is ever told within a lease. What waits for longer is of no use to anybody. */
    static final int MAX_WAITING = 64 * Envelope.MAX_MESSAGES;
    /** How much of a body is left to what stands around the messages. */
    private static final int AROUND = 8 * 1_024;

    private final Map<MessageTopic, Deque<Item>> waiting = new EnumMap<>(MessageTopic.class);
    private long added;

    private record Item(long number, NodeStatus as, BullyMessage message) {}

    /**
     * What fits into one request or answer.
     *
     * @param as what the sender was when it wanted this said
     */
    public record Bundle(NodeStatus as, List<BullyMessage> messages) {}

    /** @param as what the sender is now */
    public void add(NodeStatus as, BullyMessage message) {
        added++;
        waiting.computeIfAbsent(message.topic(), first -> new ArrayDeque<>()).add(new Item(added, as, message));
        if (waiting.values().stream().mapToInt(Deque::size).sum() > MAX_WAITING) {
            longestWaiting().remove();
        }
    }

    /** The topic whose turn it is. */
    private Deque<Item> longestWaiting() {
        return waiting.values().stream()
                .filter(items -> !items.isEmpty())
                .min(Comparator.comparingLong(items -> items.element().number))
                .orElseThrow();
    }

    public boolean isEmpty() {
        return waiting.values().stream().allMatch(Deque::isEmpty);
    }

    /** The next bundle; there must be something to take. Any single message fits. */
    public Bundle take() {
        Deque<Item> items = longestWaiting();
        Item first = items.remove();
        List<BullyMessage> messages = new ArrayList<>(List.of(first.message));
        if (!items.isEmpty()) {
            int bytes = AROUND + MessageJson.bytes(first.message);
            while (messages.size() < Envelope.MAX_MESSAGES && isSaidAs(first.as, items)) {
                BullyMessage next = items.element().message;
                bytes += MessageJson.bytes(next);
                if (bytes > HttpLimits.BODY) {
                    break;
                }
                messages.add(next);
                items.remove();
            }
        }
        return new Bundle(first.as, messages);
    }

    private static boolean isSaidAs(NodeStatus as, Deque<Item> items) {
        Item next = items.peek();
        return next != null && Objects.equals(next.as, as);
    }
}
