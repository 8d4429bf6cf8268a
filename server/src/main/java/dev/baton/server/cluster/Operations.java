// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.AdminClient;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LeaderView;
import dev.baton.admin.NodeView;
import dev.baton.admin.Operation;
import dev.baton.admin.Outcome;
import dev.baton.admin.Requester;
import dev.baton.server.cluster.OperationRules.Target;
import dev.baton.server.view.ThisNode;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Brings an operation to the node that it concerns: straight to the address that the leader publishes, or, where that is
 * not known, to where the other nodes say. It is noted once: by the node that performs or refuses it.
 */
public final class Operations {
    private final ThisNode self;
    private final LocalOperations local;
    private final Cluster cluster;
    private final AdminClient client;
    private final Audit audit;
    private final Duration patience;

    /** @param patience for another node to perform an operation */
    public Operations(
            ThisNode self, LocalOperations local, Cluster cluster, AdminClient client, Audit audit, Duration patience) {
        this.self = self;
        this.local = local;
        this.cluster = cluster;
        this.client = client;
        this.audit = audit;
        this.patience = patience;
    }

    /** Performs on the node concerned, whichever that is. */
    public Outcome perform(String election, Operation operation, Requester who) {
        Optional<String> elsewhere = audit.ifRefused(who, election, operation, () -> elsewhere(election, operation));
        return elsewhere.isEmpty()
                ? here(election, operation, who)
                : forward(elsewhere.get(), election, operation, who);
    }

    /** Performs on this node, or refuses. */
    public Outcome here(String election, Operation operation, Requester who) {
        return audit.of(who, election, operation, () -> local.perform(election, operation));
    }

    /** The admin API of the node that has to perform it; empty if that is this node. */
    private Optional<String> elsewhere(String election, Operation operation) {
        LeaderView leader = self.view(election).map(ElectionView::leader).orElse(null);
        Target target = operation instanceof Operation.Eligibility wish
                ? OperationRules.ofNode(self.node(), wish, leader)
                : OperationRules.ofLeader(
                        self.node(), LocalOperations.epoch(operation).value(), leader);
        if (target instanceof Target.There there) {
            return Optional.of(there.admin());
        }
        if (target instanceof Target.Stale stale) {
            throw stale(stale.leader());
        }
        return target instanceof Target.Here ? Optional.empty() : Optional.of(ask(election, operation));
    }

    private String ask(String election, Operation operation) {
        if (operation instanceof Operation.Eligibility wish) {
            return admin(
                    cluster.find(LocalOperations.nodeId("node", wish.node()).value(), election));
        }
        ElectionView seen = cluster.election(election);
        LeaderView leader = seen.leader();
        if (leader == null || leader.epoch() != LocalOperations.epoch(operation).value()) {
            throw stale(leader);
        }
        return OperationRules.admin(leader).orElseGet(() -> admin(cluster.find(leader.node(), election)));
    }

    private static String admin(NodeView node) {
        return Optional.ofNullable(node.admin()).orElseThrow(Operations::unreachable);
    }

    private static ApiException stale(@Nullable LeaderView leader) {
        return LocalOperations.stale(
                Optional.ofNullable(leader).map(it -> it.node() + " leads under epoch " + it.epoch()));
    }

    private Outcome forward(String admin, String election, Operation operation, Requester who) {
        String path = "/api/v1/local/elections/" + election + "/" + operation.name();
        Requester behalf = who.through(self.node().id().value());
        try {
            AdminClient.Reply reply = client.post(admin, path, operation, Optional.of(behalf), patience)
                    .join();
            if (reply.isOk()) {
                return reply.as(Outcome.class);
            }
            // What the other node said, in its own words; it has noted it.
            throw reply.refusal()
                    .flatMap(it -> ApiError.find(it.code()).map(code -> new ApiException(code, it.message())))
                    .orElseGet(() -> new ApiException(ApiError.UNAVAILABLE, "the node concerned refused"));
        } catch (IOException | CompletionException failed) {
            return audit.ifRefused(who, election, operation, () -> {
                throw failed.getCause() instanceof ConnectException
                        ? unreachable()
                        : new ApiException(
                                ApiError.TIMEOUT, "the node concerned did not answer; it may have been done");
            });
        }
    }

    private static ApiException unreachable() {
        return new ApiException(ApiError.UNAVAILABLE, "the node concerned cannot be reached");
    }
}
