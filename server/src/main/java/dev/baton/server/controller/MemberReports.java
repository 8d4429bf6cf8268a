// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import dev.baton.NodeId;
import dev.baton.admin.AdminClient;
import dev.baton.admin.ControllerMembers;
import dev.baton.admin.ControllerReport;
import dev.baton.admin.StateComparison;
import dev.baton.admin.StateComparison.Agreement;
import dev.baton.server.cluster.Fanout;
import dev.baton.server.partitions.ClusterQuery;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Asks the other members of the group, by their admin API, what each of them has. */
final class MemberReports {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    /** Members are rarely at the same entry while many are written. */
    private static final int MAX_ROUNDS = 4;

    private final ControllerQueries queries;
    private final Optional<AdminClient> client;
    private final ClusterQuery nodes;

    MemberReports(ControllerQueries queries, Optional<AdminClient> client, ClusterQuery nodes) {
        this.queries = queries;
        this.client = client;
        this.nodes = nodes;
    }

    /** All members, and whether their states are equal. */
    ControllerMembers members() {
        for (int round = 1; ; round++) {
            ControllerReport own = queries.report();
            Map<String, ControllerReport> told = ask(own);
            StateComparison states = StateComparison.of(taking(own, told.values()));
            if (round == MAX_ROUNDS || told.size() < 2 || states.agreement() != Agreement.NOT_COMPARED) {
                return show(own, told, states);
            }
        }
    }

    /** The group as its leader knows it, who alone knows of lag and silence; as this member does if it does not answer. */
    ControllerReport leaders() {
        ControllerReport own = queries.report();
        return Optional.ofNullable(own.leader())
                .filter(leader -> !leader.equals(own.node()))
                .flatMap(leader -> ask(leader).join())
                .orElse(own);
    }

    private static List<ControllerReport> taking(ControllerReport own, Collection<ControllerReport> told) {
        return told.stream()
                .filter(it -> it.ended() == null
                        && it.cluster() != null
                        && it.cluster().equals(own.cluster()))
                .toList();
    }

    private Map<String, ControllerReport> ask(ControllerReport own) {
        Map<String, CompletableFuture<Optional<ControllerReport>>> asked = new HashMap<>();
        own.members().stream()
                .map(ControllerReport.GroupMember::node)
                .filter(node -> !node.equals(own.node()))
                .forEach(node -> asked.put(node, ask(node)));
        Map<String, ControllerReport> told = new HashMap<>(Map.of(own.node(), own));
        asked.forEach((node, answer) -> answer.join().ifPresent(it -> told.put(node, it)));
        return told;
    }

    private CompletableFuture<Optional<ControllerReport>> ask(String node) {
        Optional<String> where = nodes.adminOf(NodeId.of(node));
        if (client.isEmpty() || where.isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return Fanout.ask(client.get(), where.get(), ControllerRoutes.PATH, ControllerReport.class, PATIENCE)
                .thenApply(report -> report.filter(it -> it.node().equals(node)));
    }

    private static ControllerMembers show(
            ControllerReport own, Map<String, ControllerReport> told, StateComparison states) {
        ControllerReport leaders =
                Optional.ofNullable(own.leader()).map(told::get).orElse(own);
        return new ControllerMembers(
                own.node(),
                own.leader(),
                leaders.term(),
                leaders.committed(),
                states.agreement().name(),
                own.members().stream()
                        .map(it -> show(it, leaders, told.get(it.node()), states))
                        .toList());
    }

    private static ControllerMembers.Member show(
            ControllerReport.GroupMember member,
            ControllerReport leaders,
            @Nullable ControllerReport itself,
            StateComparison states) {
        Optional<ControllerReport.GroupMember> known = leaders.members().stream()
                .filter(it -> it.node().equals(member.node()))
                .findFirst();
        return new ControllerMembers.Member(
                member.node(),
                member.role(),
                member.address(),
                itself != null,
                known.map(ControllerReport.GroupMember::lag).orElse(null),
                known.map(ControllerReport.GroupMember::silentMillis).orElse(null),
                itself == null ? null : itself.term(),
                itself == null ? null : itself.applied(),
                itself == null ? null : itself.snapshot(),
                states.differing().contains(member.node()),
                itself == null ? null : itself.ended());
    }
}
