// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.api.ApiError;
import dev.baton.server.api.ApiException;
import dev.baton.server.api.Operation;
import dev.baton.server.api.Outcome;
import dev.baton.server.view.ClusterView;
import dev.baton.server.view.ElectionView;
import dev.baton.server.view.LeaderView;
import dev.baton.server.view.NodeView;
import dev.baton.server.view.ThisNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** Brings an operation to the node that it concerns, which may be this one. */
public final class Operations {
    private final ThisNode self;
    private final LocalOperations local;
    private final Cluster cluster;
    private final NodeClient client;
    private final Duration patience;

    public Operations(ThisNode self, LocalOperations local, Cluster cluster, NodeClient client, Duration patience) {
        this.self = self;
        this.local = local;
        this.cluster = cluster;
        this.client = client;
        this.patience = patience;
    }

    public Outcome perform(String election, Operation operation, String actor) {
        ClusterView view = cluster.view();
        ElectionView seen = view.elections().stream()
                .filter(it -> it.name().equals(election))
                .findFirst()
                .orElseThrow(() -> new ApiException(ApiError.NOT_FOUND, "there is no such election"));
        String target = target(seen, operation);
        if (target.equals(self.node().id().value())) {
            return local.perform(election, operation);
        }
        return forward(view, target, election, operation, actor);
    }

    /** The node that has to do it. What is already known to be stale goes no further. */
    private static String target(ElectionView seen, Operation operation) {
        if (operation instanceof Operation.Eligibility wish) {
            return requireCandidate(
                    seen, LocalOperations.nodeId("node", wish.node()).value());
        }
        long epoch = LocalOperations.epoch(operation).value();
        if (operation instanceof Operation.Transfer transfer) {
            requireCandidate(seen, LocalOperations.nodeId("to", transfer.to()).value());
        }
        LeaderView leader = seen.leader();
        if (leader == null || leader.epoch() != epoch) {
            throw LocalOperations.stale(
                    Optional.ofNullable(leader).map(it -> it.node() + " leads under epoch " + it.epoch()));
        }
        return leader.node();
    }

    private static String requireCandidate(ElectionView seen, String node) {
        if (seen.candidates().stream().noneMatch(it -> it.node().equals(node))) {
            throw new ApiException(ApiError.NOT_FOUND, "no such node stands in that election, or it does not answer");
        }
        return node;
    }

    private Outcome forward(ClusterView view, String target, String election, Operation operation, String actor) {
        String admin = view.nodes().stream()
                .filter(it -> it.id().equals(target) && it.status() == NodeView.Status.UP)
                .map(NodeView::admin)
                .findFirst()
                .orElseThrow(() -> new ApiException(ApiError.UNAVAILABLE, "the node concerned cannot be reached"));
        String path = "/api/v1/local/elections/" + election + "/" + operation.name();
        try {
            NodeClient.Reply reply =
                    client.post(admin, path, operation, actor, patience).join();
            if (reply.status() == 200) {
                return reply.as(Outcome.class);
            }
            throw refusal(reply);
        } catch (IOException | CompletionException failed) {
            throw new ApiException(ApiError.TIMEOUT, "the node concerned did not answer; it may have been done");
        }
    }

    /** What the other node said, in its own words. */
    private static ApiException refusal(NodeClient.Reply reply) throws IOException {
        JsonNode error = reply.as(JsonNode.class).path("error");
        return ApiError.find(error.path("code").asText())
                .map(code -> new ApiException(code, error.path("message").asText()))
                .orElseGet(() -> new ApiException(ApiError.UNAVAILABLE, "the node concerned refused"));
    }
}
