// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.allocation.AllocationNode;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What a worker says about itself at the start of a session.
 *
 * @param incarnation of the process that it runs in
 * @param zone what fails together with it; empty when that is not known
 * @param weight how much it takes in relation to other workers
 * @param taskLists the task lists that it takes; empty for all
 * @param metadata what the application wants to be shown with it
 * @param draining whether it is being drained and gets nothing new
 */
public record WorkerRegistration(
        Session session,
        Incarnation incarnation,
        String zone,
        int weight,
        Set<TaskListName> taskLists,
        Map<String, String> metadata,
        boolean draining) {
    public static final int MAX_WEIGHT = AllocationNode.MAX_CAPACITY;
    public static final int MAX_ZONE = 64;
    /** The most characters that {@code metadata}, and the names in {@code taskLists}, have together. */
    public static final int MAX_TEXT = 4_000;

    public WorkerRegistration {
        Objects.requireNonNull(session, "session");
        Objects.requireNonNull(incarnation, "incarnation");
        taskLists = Set.copyOf(taskLists);
        metadata = Map.copyOf(metadata);
        String who = "worker " + session.worker();
        checkWeight(session.worker(), weight);
        require(
                isText(zone) && zone.length() <= MAX_ZONE,
                who + " has a zone that is not plain text of at most " + MAX_ZONE + " characters");
        checkMetadata(session.worker(), metadata);
        int names =
                taskLists.stream().mapToInt(it -> it.toString().length() + 1).sum();
        require(names <= MAX_TEXT, who + " names task lists with " + names + " characters; use at most " + MAX_TEXT);
    }

    /** @throws IllegalArgumentException if it cannot be stored */
    public static void checkMetadata(NodeId worker, Map<String, String> metadata) {
        String who = "worker " + worker;
        metadata.forEach((key, value) -> require(
                isText(key) && isText(value) && !key.isEmpty() && key.indexOf('=') < 0,
                who + " has metadata that is not plain text, or a key that is empty or has a = in it"));
        int text = metadata.entrySet().stream()
                .mapToInt(it -> it.getKey().length() + it.getValue().length() + 2)
                .sum();
        require(text <= MAX_TEXT, who + " has metadata of " + text + " characters; use at most " + MAX_TEXT);
    }

    static void checkWeight(NodeId worker, int weight) {
        require(
                weight >= 1 && weight <= MAX_WEIGHT,
                "worker " + worker + " has the weight " + weight + "; use 1 to " + MAX_WEIGHT);
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(problem);
        }
    }

    /** Printable ASCII: what every database stores as it is, and no line can be broken with. */
    private static boolean isText(String text) {
        return text.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    /** A worker of weight 1 that takes every task list. */
    public static WorkerRegistration of(Session session, Incarnation incarnation) {
        return new WorkerRegistration(session, incarnation, "", 1, Set.of(), Map.of(), false);
    }

    public NodeId worker() {
        return session.worker();
    }

    public boolean takes(TaskListName list) {
        return taskLists.isEmpty() || taskLists.contains(list);
    }

    public WorkerRegistration withDraining(boolean drains) {
        return new WorkerRegistration(session, incarnation, zone, weight, taskLists, metadata, drains);
    }

    public WorkerRegistration withWeight(int changed) {
        return new WorkerRegistration(session, incarnation, zone, changed, taskLists, metadata, draining);
    }

    public WorkerRegistration inZone(String changed) {
        return new WorkerRegistration(session, incarnation, changed, weight, taskLists, metadata, draining);
    }

    public WorkerRegistration taking(Set<TaskListName> lists) {
        return new WorkerRegistration(session, incarnation, zone, weight, lists, metadata, draining);
    }

    public WorkerRegistration withMetadata(Map<String, String> shown) {
        return new WorkerRegistration(session, incarnation, zone, weight, taskLists, shown, draining);
    }
}
