// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import dev.baton.NodeId;
import dev.baton.OutcomeUnknownException;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.ControllerReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Removes a node from the controller, and then from the Raft group. */
final class NodeRemoval {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final long HEARD_MILLIS = 5_000;
    private static final int MAX_ATTEMPTS = 2;
    private static final String DONE = "done";

    private final ControllerGroup group;
    private final MemberReports reports;

    NodeRemoval(ControllerGroup group, MemberReports reports) {
        this.group = group;
        this.reports = reports;
    }

    /** The answer is a sentence. */
    CompletableFuture<String> remove(NodeId node) {
        ControllerReport known = reports.leaders();
        boolean registered = known.nodes().stream().anyMatch(it -> it.id().equals(node.value()));
        List<RemovalRules.Member> members = members(known);
        RemovalRules.check(node.value(), registered, members);
        boolean member = members.stream().anyMatch(it -> it.node().equals(node.value()));
        CompletableFuture<Void> forgotten =
                registered ? group.client().remove(node, PATIENCE) : CompletableFuture.completedFuture(null);
        if (!member) {
            return forgotten.thenApply(done -> node + " is removed; it was not a member of the Raft group");
        }
        return forgotten.thenCompose(
                done -> leave(node, MAX_ATTEMPTS).thenApply(answer -> said(node, registered, members, answer)));
    }

    /** Asked again if it is not known whether it was done: for a node that is not a member it is. */
    private CompletableFuture<String> leave(NodeId node, int attempts) {
        return group.member().remove(node, PATIENCE).exceptionallyCompose(failure -> {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            if (!(cause instanceof OutcomeUnknownException)) {
                return CompletableFuture.completedFuture(String.valueOf(cause.getMessage()));
            }
            return attempts > 1
                    ? leave(node, attempts - 1)
                    : CompletableFuture.failedFuture(new ApiException(
                            ApiError.TIMEOUT,
                            "it is not known whether " + node + " is still a member of the Raft group: "
                                    + cause.getMessage() + "; ask again"));
        });
    }

    private static List<RemovalRules.Member> members(ControllerReport known) {
        Map<String, ControllerReport.RegisteredNode> nodes = known.nodes().stream()
                .collect(Collectors.toMap(ControllerReport.RegisteredNode::id, Function.identity()));
        return known.members().stream()
                .map(it -> new RemovalRules.Member(
                        it.node(),
                        !it.role().equals("LISTENER"),
                        alive(it, known, Optional.ofNullable(nodes.get(it.node())))))
                .toList();
    }

    /** As the leader of the group heard of it, or else as the controller did. */
    private static Optional<Boolean> alive(
            ControllerReport.GroupMember member,
            ControllerReport known,
            Optional<ControllerReport.RegisteredNode> registered) {
        if (member.node().equals(known.node()) || member.role().equals("LEADER")) {
            return Optional.of(true);
        }
        return Optional.ofNullable(member.silentMillis())
                .map(silent -> silent < HEARD_MILLIS)
                .or(() -> registered.map(it -> !it.fenced()));
    }

    private static String said(NodeId node, boolean registered, List<RemovalRules.Member> members, String answer) {
        if (!answer.equals(DONE)) {
            throw new ApiException(
                    ApiError.UNAVAILABLE,
                    (registered ? node + " is forgotten by the controller" : "nothing was done")
                            + ", but it is still a member of the Raft group: " + answer
                            + "; stop it if it runs, and ask again");
        }
        long voters = members.stream()
                .filter(it -> it.voter() && !it.node().equals(node.value()))
                .count();
        return node + " is removed; the Raft group now has "
                + (voters == 1 ? "1 voter" : voters + " voters")
                + (registered ? "" : "; it had never registered");
    }
}
