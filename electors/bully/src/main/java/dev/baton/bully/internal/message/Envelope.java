// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.message;

import dev.baton.Node;
import dev.baton.bully.Address;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.StateId;
import java.util.List;
import java.util.Objects;

/**
 * What travels in one request or answer.
 *
 * @param cluster the cluster that the sender belongs to; empty while it belongs to none
 * @param mark the sender's memory
 * @param address where the sender can be reached
 * @param number rises with every request of an incarnation, so that one is not taken twice
 * @param stamp of the membership that the sender goes by
 */
public record Envelope(
        String cluster,
        Node from,
        StateId mark,
        Address address,
        long number,
        MembershipVersion stamp,
        List<BullyMessage> messages) {
    public static final int MAX_MESSAGES = 1_024;

    public Envelope {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(mark, "mark");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(stamp, "stamp");
        messages = List.copyOf(messages);
        if (messages.size() > MAX_MESSAGES) {
            throw new IllegalArgumentException(messages.size() + " messages are more than " + MAX_MESSAGES);
        }
    }
}
