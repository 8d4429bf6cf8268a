// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import dev.baton.NodeId;
import dev.baton.bully.BullyClusterView;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The node that answers what comes to its port. From any thread. */
public interface ServedNode {
    /** The answer to a request of another node, or why there is none. */
    record Received(Optional<Envelope> answer, String objection) {}

    CompletableFuture<Received> request(Envelope envelope);

    /** @param from where the request came from */
    CompletableFuture<JoinAnswer> join(JoinRequest request, InetAddress from);

    /** @param version of the membership that the request is about */
    CompletableFuture<JoinAnswer> remove(NodeId id, String version);

    /** Whether this node wants to be a member, by the request with this nonce. */
    CompletableFuture<Boolean> confirms(StateId nonce);

    NodeStatus status();

    BullyClusterView view();

    boolean isUp();
}
