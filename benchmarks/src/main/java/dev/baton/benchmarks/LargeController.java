// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.controller.ClusterNode;
import dev.baton.controller.ControllerClient;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.ControllerSettings;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.raft.member.RaftMember;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.FreePorts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A controller with many partitions, and a member that joins it: what the state takes, and how long it takes to get it. */
final class LargeController {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int PARTITIONS = 100;
    private static final int NODES = 5;

    private final Path folder;
    private final int topics;

    LargeController(Path folder, int topics) {
        this.folder = folder;
        this.topics = topics;
    }

    private static ControllerPart part() {
        return new ControllerPart(ControllerSettings.DEFAULT, System::nanoTime, UUID::randomUUID);
    }

    List<Figure> run(Options options) throws IOException {
        MemberAddress first = MemberAddress.of("n1", "127.0.0.1", FreePorts.take());
        ControllerPart part = part();
        String what = "baton, " + topics * PARTITIONS + " partitions: ";
        List<Figure> figures = new ArrayList<>();
        try (RaftMember member = RaftMember.start(
                MemberSettings.bootstrap(first, folder.resolve("n1"), List.of(first)),
                List.of(part),
                (it, why) -> {})) {
            ControllerClient client = ControllerClient.on(member.client());
            for (int i = 1; i <= NODES; i++) {
                client.register(ClusterNode.of(NodeId.of("node-" + i), new Incarnation(i)), PATIENCE)
                        .join();
            }
            long start = System.nanoTime();
            for (int i = 0; i < topics; i++) {
                client.createTopic("topic-" + i, PARTITIONS, 3, Map.of(), PATIENCE)
                        .join();
            }
            figures.add(Figure.of(what + "created one topic at a time, one member", millis(start), "ms"));
            figures.addAll(copied(part, what));
            long taken = System.nanoTime();
            member.takeSnapshot();
            figures.add(Figure.of(what + "snapshot on disk", millis(taken), "ms"));
            options.say("a state of " + topics * PARTITIONS + " partitions is there");
            figures.add(Figure.of(what + "start of a further member until it has all", joined(first, part), "ms"));
        }
        return figures;
    }

    private static List<Figure> copied(ControllerPart part, String what) throws IOException {
        long written = System.nanoTime();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        part.snapshot(new DataOutputStream(bytes));
        double writing = millis(written);
        long before = usedHeap();
        ControllerPart other = part();
        long read = System.nanoTime();
        other.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        double reading = millis(read);
        long heap = usedHeap() - before;
        if (other.version() != part.version()) {
            throw new IllegalStateException("a copy has version " + other.version());
        }
        return List.of(
                Figure.of(what + "heap", heap / 1024.0, "kB"),
                Figure.of(what + "snapshot", bytes.size() / 1024.0, "kB"),
                Figure.of(what + "snapshot written to memory", writing, "ms"),
                Figure.of(what + "snapshot restored from memory", reading, "ms"));
    }

    private double joined(MemberAddress first, ControllerPart leaders) {
        MemberAddress self = MemberAddress.of("n2", "127.0.0.1", FreePorts.take());
        ControllerPart part = part();
        long start = System.nanoTime();
        try (RaftMember joining = RaftMember.start(
                MemberSettings.joining(self, folder.resolve("n2"), List.of(first.host() + ":" + first.port())),
                List.of(part),
                (it, why) -> {})) {
            Eventually.eventually(
                    "it has all",
                    PATIENCE,
                    () -> part.version() >= leaders.version(),
                    () -> joining.appliedIndex() + ": version " + part.version() + " of " + leaders.version());
            return millis(start);
        }
    }

    private static double millis(long since) {
        return (System.nanoTime() - since) / 1e6;
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
