// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.testkit.lab.Namespaces;
import dev.baton.testkit.lab.ProcessLab;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Servers that are brokers, with idempotent producers, a classic group and one of KIP-848, and what happens to real machines.
 * Whatever it is: no acknowledged record is lost or there twice, offsets have no gaps, one offset has one value for every
 * reader and on every replica's disk, a producer's records stay in order, and no high watermark goes back.
 */
@Isolated
class BrokersUnderFaultsIT {
    /** Longer than Raft waits before it elects another. */
    private static final Duration LONG = Duration.ofSeconds(6);

    @TempDir
    private Path folder;

    @Test
    @EnabledIfSystemProperty(named = "baton.long", matches = "true")
    @Timeout(600)
    void nothingIsLostDoubledOrReorderedWhenLeadersAreKilledPausedAndRestarted() {
        try (BrokersLab lab = new BrokersLab(folder, 3, Optional.empty()).startAll()) {
            Load load = lab.load();

            kill(lab, load);
            pause(lab, load);
            killLeaderAndController(lab, load);

            say(load.check());
            lab.checkReplicas();
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "baton.long", matches = "true")
    @Timeout(1800)
    void nothingIsLostDoubledOrReorderedWhateverHappensToNetworksDisksAndNodes() throws Exception {
        String obstacle = Namespaces.obstacle();
        assumeTrue(obstacle.isEmpty(), "network namespaces are not to be had here: " + obstacle);
        // Logs stay here.
        Path kept = Files.createDirectories(
                Path.of("target", "brokers-" + System.nanoTime()).toAbsolutePath());
        say("logs are in " + kept);
        try (SmallDisk disk = new SmallDisk(kept.resolve("small"), 200);
                Namespaces network = new Namespaces(5);
                BrokersLab lab = new BrokersLab(kept, 4, Optional.of(network))
                        .keep(2, disk.folder())
                        .startAll()) {
            lab.awaitAll();
            Load load = lab.load();

            kill(lab, load);
            pause(lab, load);
            isolateFromAll(load, network);
            fillTheDisk(lab, load, disk);
            restartOneByOne(lab, load);
            moveReplicas(lab, load);
            killLeaderAndController(lab, load);
            isolateFromTheOthers(load, network);

            say(load.check());
            lab.checkReplicas();
        }
    }

    private static void say(String fault) {
        System.out.println("brokers under faults: " + fault);
    }

    private static void kill(BrokersLab lab, Load load) {
        int leader = load.leader(0);
        say("kill " + leader);
        lab.node(leader).kill();
        load.awaitMore();
        lab.start(leader);
        load.awaitMore();
    }

    private static void pause(BrokersLab lab, Load load) {
        int leader = load.leader(0);
        say("pause " + leader);
        lab.node(leader).pause();
        ProcessLab.let(LONG);
        load.awaitMore();
        lab.node(leader).resume();
        load.awaitMore();
    }

    /** Clients still reach the leader: it must not acknowledge anything to them. */
    private static void isolateFromTheOthers(Load load, Namespaces network) {
        int leader = load.leader(0);
        say("isolate " + leader + " from other nodes");
        IntStream.rangeClosed(1, 4).filter(it -> it != leader).forEach(it -> network.cutBothWays(leader, it));
        ProcessLab.let(LONG);
        load.awaitMore();
        network.mendAll();
        load.awaitMore();
    }

    private static void isolateFromAll(Load load, Namespaces network) {
        int leader = load.leader(0);
        say("isolate " + leader + " from all");
        IntStream.rangeClosed(1, 5).filter(it -> it != leader).forEach(it -> network.cutBothWays(leader, it));
        ProcessLab.let(LONG);
        load.awaitMore();
        network.mendAll();
        load.awaitMore();
    }

    private static void fillTheDisk(BrokersLab lab, Load load, SmallDisk disk) throws IOException {
        say("fill the disk of 2");
        disk.fill();
        eventually(
                "node 2 ends, or leads nothing",
                BrokersLab.PATIENCE,
                () -> !lab.node(2).isAlive() || IntStream.range(0, 6).noneMatch(it -> load.leader(it) == 2),
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
        for (int node = 1; node <= 4; node++) {
            say("restart " + node);
            lab.node(node).terminate();
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
                () -> IntStream.range(0, 6)
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
        lab.node(leader).kill();
        lab.node(controller).kill();
        IntStream.of(leader, controller).distinct().forEach(lab::start);
        load.awaitMore();
        lab.awaitAll();
        load.awaitMore();
    }

    /** A file system in memory, of some megabytes. Needs root. */
    private record SmallDisk(Path folder, Path filler) implements AutoCloseable {
        SmallDisk(Path folder, int megabytes) throws IOException, InterruptedException {
            this(Files.createDirectories(folder), folder.resolve("filler"));
            run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", folder.toString());
        }

        void fill() throws IOException {
            try (OutputStream out = Files.newOutputStream(filler)) {
                byte[] much = new byte[1 << 16];
                while (true) {
                    out.write(much);
                }
            } catch (IOException full) {
                say("the disk is full: " + full.getMessage());
            }
        }

        void free() throws IOException {
            Files.delete(filler);
        }

        private static void run(String... command) throws IOException, InterruptedException {
            Process process = new ProcessBuilder(command).inheritIO().start();
            assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
        }

        @Override
        public void close() throws IOException, InterruptedException {
            run("umount", "--lazy", folder.toString());
        }
    }
}
