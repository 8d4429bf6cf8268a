// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.testkit.lab.Namespaces;
import dev.baton.testkit.lab.ProcessLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Servers that are brokers, with idempotent producers, one of them of large batches to a topic whose old records are deleted, one that never tries again, a classic group and one of KIP-848, and
 * what happens to real machines. Whatever it is: no acknowledged record is lost or duplicated, what was refused is not
 * there, offsets have no gaps, one offset has one value for every reader and on every replica's disk, a producer's records
 * stay in order, and no high watermark or epoch goes back.
 */
@Isolated
class BrokersUnderFaultsIT {
    /** Longer than Raft waits before it elects another. */
    private static final Duration LONG = Duration.ofSeconds(6);

    private static final int ROUNDS_OF_RESTARTS = 3;

    @Test
    @Timeout(1800)
    void nothingIsLostWhenTheLeaderIsIsolatedAndThenItAndTheControllersLeaderAreKilled() throws IOException {
        assumeNamespaces();
        try (Namespaces network = new Namespaces(4);
                BrokersLab lab = new BrokersLab(kept(), 3, Optional.of(network)).startAll()) {
            Load load = lab.load();

            isolateFromTheOthers(lab, load, network);
            killLeaderAndController(lab, load);

            end(lab, load);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "baton.long", matches = "true")
    @Timeout(2400)
    void nothingIsLostDoubledOrReorderedWhenLeadersAreKilledPausedAndRestarted() throws IOException {
        try (BrokersLab lab = new BrokersLab(kept(), 3, Optional.empty()).startAll()) {
            Load load = lab.load();

            kill(lab, load);
            pause(lab, load);
            killLeaderAndController(lab, load);

            end(lab, load);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "baton.long", matches = "true")
    @Timeout(7200)
    void nothingIsLostDoubledOrReorderedWhateverHappensToNetworksDisksAndNodes() throws Exception {
        assumeNamespaces();
        Path kept = kept();
        try (SmallDisk disk = new SmallDisk(kept.resolve("small"), 200);
                Namespaces network = new Namespaces(5);
                BrokersLab lab = new BrokersLab(kept, 4, Optional.of(network))
                        .keep(2, disk.folder())
                        .startAll()) {
            lab.awaitAll();
            Load load = lab.load();

            kill(lab, load);
            pause(lab, load);
            isolateFromAll(lab, load, network);
            fillTheDisk(lab, load, disk);
            for (int round = 0; round < ROUNDS_OF_RESTARTS; round++) {
                restartOneByOne(lab, load);
            }
            moveReplicas(lab, load);
            killLeaderAndController(lab, load);
            isolateFromTheOthers(lab, load, network);

            String summary = end(lab, load);
            assertThat(Load.sentAgain(summary))
                    .as("records were sent again, and are there once: %s", summary)
                    .isPositive();
        }
    }

    private static void assumeNamespaces() {
        String obstacle = Namespaces.obstacle();
        assumeTrue(obstacle.isEmpty(), "network namespaces are not to be had here: " + obstacle);
    }

    /** Logs stay there if something goes wrong. */
    private static Path kept() throws IOException {
        Path kept = Files.createDirectories(
                Path.of("target", "brokers-" + System.nanoTime()).toAbsolutePath());
        say("logs are in " + kept);
        return kept;
    }

    private static String end(BrokersLab lab, Load load) {
        String summary = load.check();
        say(summary);
        say(load.bulk());
        lab.checkReplicas();
        lab.checkBulk();
        say(lab.endedByThemselves().size() + " times a node ended by itself, and was started again");
        return summary;
    }

    static void say(String fault) {
        System.out.println("brokers under faults: " + fault);
    }

    private static void kill(BrokersLab lab, Load load) {
        int leader = load.leader(0);
        say("kill " + leader);
        lab.unmanaged(leader).kill();
        load.awaitMore();
        awaitAnotherLeader(load, leader);
        lab.start(leader);
        load.awaitMore();
    }

    private static void pause(BrokersLab lab, Load load) {
        int leader = load.leader(0);
        say("pause " + leader);
        lab.node(leader).pause();
        ProcessLab.let(LONG);
        load.awaitMore();
        awaitAnotherLeader(load, leader);
        lab.node(leader).resume();
        load.awaitMore();
    }

    /** Clients still reach the leader: it must not acknowledge anything to them. */
    private static void isolateFromTheOthers(BrokersLab lab, Load load, Namespaces network) {
        int leader = load.leader(0);
        say("isolate " + leader + " from other nodes");
        lab.others(leader).forEach(it -> network.cutBothWays(leader, it));
        isolated(load, network, leader);
    }

    private static void isolateFromAll(BrokersLab lab, Load load, Namespaces network) {
        int leader = load.leader(0);
        say("isolate " + leader + " from all");
        lab.others(leader).forEach(it -> network.cutBothWays(leader, it));
        network.cutBothWays(leader, lab.size() + 1);
        isolated(load, network, leader);
    }

    private static void isolated(Load load, Namespaces network, int leader) {
        ProcessLab.let(LONG);
        load.awaitMore();
        awaitAnotherLeader(load, leader);
        network.mendAll();
        load.awaitMore();
    }

    /** Brokers that have no replica of the partition hear of it a little later. */
    private static void awaitAnotherLeader(Load load, int leader) {
        eventually(
                "clients hear of another leader",
                BrokersLab.PATIENCE,
                () -> load.leader(0) != leader,
                () -> leader + " still leads");
    }

    private static void fillTheDisk(BrokersLab lab, Load load, SmallDisk disk) throws IOException {
        say("fill the disk of 2");
        eventually("node 2 leads something", BrokersLab.PATIENCE, () -> load.isLedBy(2), () -> "node 2 leads nothing");
        lab.unmanaged(2);
        disk.fill();
        eventually(
                "node 2 ends, or leads nothing",
                BrokersLab.PATIENCE,
                () -> !lab.node(2).isAlive() || !load.isLedBy(2),
                () -> "node 2 leads");
        load.awaitMore();
        disk.free();
        if (lab.node(2).isAlive()) {
            lab.node(2).terminate();
            lab.node(2).awaitEnd();
        }
        lab.start(2);
        lab.awaitAll();
        load.awaitMore();
    }

    private static void restartOneByOne(BrokersLab lab, Load load) {
        for (int node = 1; node <= lab.size(); node++) {
            say("restart " + node);
            lab.unmanaged(node).terminate();
            assertThat(lab.node(node).awaitEnd()).as("node %s", node).isIn(0, 143);
            lab.start(node);
            lab.awaitSaying(node, "Kafka clients can connect");
            lab.awaitAll();
            load.awaitMore();
        }
    }

    private static void moveReplicas(BrokersLab lab, Load load) {
        int moved = load.leader(0);
        say("drain " + moved);
        String id = lab.baton(1, "topics", "describe", LoadClients.TOPIC)
                .path("topic")
                .path("id")
                .asText();
        lab.baton(1, "nodes", "drain", Integer.toString(moved), "--yes");
        eventually(
                "node " + moved + " has no replica any more",
                BrokersLab.PATIENCE,
                () -> IntStream.range(0, LoadClients.PARTITIONS)
                        .allMatch(it -> ReplicaFiles.files(lab.data(moved), id + "-" + it)
                                .isEmpty()),
                () -> moved);
        load.awaitMore();
        lab.baton(1, "nodes", "resume", Integer.toString(moved));
    }

    private static void killLeaderAndController(BrokersLab lab, Load load) {
        int controller = lab.controllerLeader();
        int leader = load.leader(0);
        say("kill " + leader + ", which leads a partition, and " + controller + ", which leads the controller's group");
        lab.unmanaged(leader).kill();
        lab.unmanaged(controller).kill();
        IntStream.of(leader, controller).distinct().forEach(lab::start);
        load.awaitMore();
        lab.awaitAll();
        load.awaitMore();
    }
}
