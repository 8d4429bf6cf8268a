// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.AdminClient;
import dev.baton.admin.ApiException;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LeaderView;
import dev.baton.admin.NodeView;
import dev.baton.admin.Operation;
import dev.baton.admin.OperationOutcome;
import dev.baton.admin.Requester;
import dev.baton.server.cluster.OperationRules.Target;
import dev.baton.server.view.ThisNode;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Routes an operation to the node that it concerns: straight to the address that the leader publishes or, if that is
 * not known, to the node that others name. It is recorded once: by the node that performs or refuses it.
 */
public final class Operations {
    private final ThisNode self;
    private final LocalOperations local;
    private final ClusterOverview cluster;
    private final Forwarding forwarding;
    private final Audit audit;

    /** @param patience how long another node may take to perform an operation */
    public Operations(
            ThisNode self,
            LocalOperations local,
            ClusterOverview cluster,
            AdminClient client,
            Audit audit,
            Duration patience) {
        this.self = self;
        this.local = local;
        this.cluster = cluster;
        this.forwarding = new Forwarding(client, patience);
        this.audit = audit;
    }

    /** Performs the operation on the node concerned, whichever that is. */
    public OperationOutcome perform(String election, Operation operation, Requester who) {
        Optional<String> elsewhere = audit.ifRefused(who, election, operation, () -> elsewhere(election, operation));
        return elsewhere.isEmpty()
                ? here(election, operation, who)
                : forward(elsewhere.get(), election, operation, who);
    }

    /** Performs the operation on this node, or refuses. */
    public OperationOutcome here(String election, Operation operation, Requester who) {
        return audit.of(who, election, operation, () -> local.perform(election, operation));
    }

    /** The admin API of the node that has to perform the operation; empty if that is this node. */
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
        return Optional.ofNullable(node.admin()).orElseThrow(Forwarding::unreachable);
    }

    private static ApiException stale(@Nullable LeaderView leader) {
        return LocalOperations.stale(
                Optional.ofNullable(leader).map(it -> it.node() + " leads under epoch " + it.epoch()));
    }

    private OperationOutcome forward(String admin, String election, Operation operation, Requester who) {
        String path = "/api/v1/local/elections/" + election + "/" + operation.name();
        Requester behalf = who.through(self.node().id().value());
        try {
            return forwarding.post(admin, path, operation, behalf, OperationOutcome.class);
        } catch (Forwarding.NotAnswered lost) {
            return audit.ifRefused(who, election, operation, () -> {
                throw lost.told();
            });
        }
    }
}
