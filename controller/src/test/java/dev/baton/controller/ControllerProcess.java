// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.raft.member.GroupNode;
import dev.baton.raft.member.RaftMember;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A node of the controller in a process of its own. Lists its topics as {@code NAME:ID:PARTITIONS}, checks its state, and
 * says who leads which group, and all else that clients are told, whenever that changes.
 */
final class ControllerProcess {
    /** No node is fenced because the machine is busy: its topics would be refused. */
    private static final ControllerSettings SETTINGS =
            new ControllerSettings(Duration.ofSeconds(20), Duration.ofSeconds(1), 2);

    private static final Duration HEARTBEAT = Duration.ofMillis(500);

    private ControllerProcess() {}

    public static void main(String[] args) throws Exception {
        NodeId self = NodeId.of(args[0].split(":", 2)[0]);
        ControllerPart part = new ControllerPart(SETTINGS, System::nanoTime, UUID::randomUUID);
        Runnable unused = part.onChange(() -> System.out.println(leaders(part)));
        GroupNode.run(args, part, () -> topics(part), member -> node(self, part, member));
    }

    /** For a history: the topics are in the version, and so in the comparison. */
    private static String leaders(ControllerPart part) {
        return part.read(view -> "leaders " + view.version() + " "
                + view.groups().stream()
                        .filter(group -> group.lastLeader().isPresent())
                        .map(group -> group.id() + "=" + group.lastLeader().orElseThrow() + ":"
                                + group.leaderEpoch().value())
                        .collect(Collectors.joining(","))
                + " topics " + view.topics().size() + " "
                + view.topics().stream().map(ControllerProcess::topic).toList().hashCode());
    }

    private static ControllerNode node(NodeId self, ControllerPart part, RaftMember member) {
        ControllerNode node = new ControllerNode(
                ControllerClient.on(member.client()),
                ClusterNode.of(self, new Incarnation(System.nanoTime() | 1)),
                new ClaimedLeads(self, part),
                HEARTBEAT);
        node.start();
        return node;
    }

    private static List<String> topics(ControllerPart part) {
        return part.readApplied(applied -> {
            applied.state.check();
            return new ControllerView(applied.state, applied.version, applied.index)
                    .topics().stream().map(ControllerProcess::topic).toList();
        });
    }

    private static String topic(Topic topic) {
        long assigned = IntStream.range(0, topic.partitions())
                .filter(partition -> topic.group(partition).value() > 0)
                .count();
        return topic.name() + ":" + topic.id() + ":" + assigned;
    }
}
