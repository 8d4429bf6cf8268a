// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.partitions;

import dev.baton.NodeId;
import dev.baton.admin.AdminClient;
import dev.baton.admin.ApiException;
import dev.baton.controller.ClusterNode;
import dev.baton.controller.ControllerPart;
import dev.baton.server.part.NodeContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Asks every node that the controller hears from the same question, by its admin API. Any thread; waits for answers.
 */
public final class ClusterQuery {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int NOT_FOUND = 404;

    private final NodeContext context;
    private final ControllerPart controller;

    public ClusterQuery(NodeContext context, ControllerPart controller) {
        this.context = context;
        this.controller = controller;
    }

    /**
     * The answers of the nodes.
     *
     * @param unanswered nodes that should have answered, and did not
     */
    public record Replies<T>(List<T> answers, List<String> unanswered) {}

    /** @param own this node's answer, which needs no call; it may be refused like any other */
    public <T> Replies<T> ask(String path, Class<T> type, Supplier<T> own) {
        Map<NodeId, CompletableFuture<Optional<T>>> asked = new LinkedHashMap<>();
        List<ClusterNode> nodes = controller.read(
                view -> view.nodes().stream().filter(it -> !it.fenced()).toList());
        for (ClusterNode node : nodes) {
            if (!node.id().equals(context.plan().id())) {
                asked.put(node.id(), ask(node.id(), path, type));
            }
        }
        List<T> answers = new ArrayList<>();
        List<String> unanswered = new ArrayList<>();
        try {
            answers.add(own.get());
        } catch (ApiException refused) {
            unanswered.add(context.plan().id().value());
        }
        asked.forEach((node, answer) -> {
            try {
                answer.join().ifPresent(answers::add);
            } catch (CompletionException away) {
                unanswered.add(node.value());
            }
        });
        return new Replies<>(answers, unanswered);
    }

    /** The answer of one; empty if the node has nothing of the kind. */
    private <T> CompletableFuture<Optional<T>> ask(NodeId node, String path, Class<T> type) {
        Optional<String> where = adminOf(node);
        if (context.client().isEmpty() || where.isEmpty()) {
            return CompletableFuture.failedFuture(new IOException("its admin API is not known"));
        }
        return context.client().get().get(where.get(), path, PATIENCE).thenApply(reply -> read(reply, type));
    }

    private static <T> Optional<T> read(AdminClient.Reply reply, Class<T> type) {
        if (reply.status() == NOT_FOUND) {
            return Optional.empty();
        }
        try {
            if (reply.isOk()) {
                return Optional.of(reply.as(type));
            }
        } catch (IOException foreign) {
            throw new CompletionException(foreign);
        }
        throw new CompletionException(new IOException("it answered with status " + reply.status()));
    }

    /** The address of a node's admin API, as nodes report it to each other, or as the node registered it. */
    public Optional<String> adminOf(NodeId node) {
        return context.adminOf()
                .apply(node)
                .or(() -> controller.read(
                        view -> view.node(node).flatMap(it -> it.endpoints().find("admin"))));
    }
}
