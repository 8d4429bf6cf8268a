// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.FaultHandler;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.testkit.contract.TestContext;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a port has to bear, and what a node makes of a lost folder, over real sockets. */
@Timeout(150)
@Execution(ExecutionMode.CONCURRENT)
class BullyPortIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final ThreadLanes lanes = new ThreadLanes("port", 2, FaultHandler.halting());
    private final List<BullyElector> started = new ArrayList<>();

    private BullyConfiguration.Builder node(String id) {
        return BullyConfiguration.of(LocalCluster.CREDENTIALS, folder.resolve(id))
                .settings(BullySettings.every(Duration.ofMillis(300)));
    }

    private BullyElector start(String id, BullyConfiguration.Builder configuration) {
        return start(id, configuration, new Gate());
    }

    private BullyElector start(String id, BullyConfiguration.Builder configuration, Gate gate) {
        BullyElector elector = configuration.build().start(TestContext.of(id, lanes), gate::before);
        started.add(elector);
        return elector;
    }

    private static void awaitMembers(int count, BullyElector... electors) {
        eventually(
                count + " members",
                PATIENCE,
                () -> Stream.of(electors).allMatch(it -> it.view().peers().size() == count),
                () -> Stream.of(electors).map(BullyElector::view).toList());
    }

    @AfterEach
    void stop() {
        started.forEach(BullyElector::close);
        lanes.close();
    }

    @Test
    void aBootstrapNodeThatLostItsFolderGoesBackToItsCluster() throws Exception {
        int port = FreePorts.take();
        BullyElector first = start("node1", node("node1").form().listen("127.0.0.1", port));
        BullyElector second = start("node2", node("node2").join(List.of(first.address())));
        BullyElector third = start("node3", node("node3").join(List.of(first.address())));
        awaitMembers(3, first, second, third);
        first.close();
        try (Stream<Path> files = Files.walk(folder.resolve("node1"))) {
            files.filter(Files::isRegularFile).forEach(file -> file.toFile().delete());
        }

        assertThatThrownBy(() -> start("node1", node("node1").listen("127.0.0.1", port)))
                .as("it does not lead beside its cluster")
                .isInstanceOf(UnavailableException.class);
        // Told to form a cluster all the same, it leads alone until a member of its former one addresses it.
        BullyElector again = start("node1", node("node1").form().listen("127.0.0.1", port));

        awaitMembers(3, again, second, third);
        assertThat(again.node().status().cluster())
                .isEqualTo(second.node().status().cluster());
    }

    @Test
    void aRemovedNodeStaysOutUntilItIsStartedAgain() throws Exception {
        BullyElector first = start("node1", node("node1").form());
        BullyElector second = start(
                "node2",
                node("node2")
                        .join(List.of(first.address()))
                        .settings(BullySettings.every(Duration.ofMillis(300)).as(MemberRole.WITNESS)));
        BullyElector third = start(
                "node3",
                node("node3")
                        .join(List.of(first.address()))
                        .settings(BullySettings.every(Duration.ofMillis(300)).as(MemberRole.WITNESS)));
        awaitMembers(3, first, second, third);

        // A leader of the membership that accepts a request, and then no longer leads, has changed nothing.
        eventually(
                "it is removed, and all know it",
                PATIENCE,
                () -> {
                    first.node()
                            .remove(NodeId.of("node3"), first.view().version())
                            .join();
                    return Stream.of(first, second, third)
                            .allMatch(it -> it.view().peers().size() == 2);
                },
                first::view);
        third.close();
        BullyElector again = start(
                "node3",
                node("node3")
                        .join(List.of(first.address()))
                        .settings(BullySettings.every(Duration.ofMillis(300)).as(MemberRole.WITNESS)));

        awaitMembers(3, first, second, again);
    }

    @Test
    void withAKeyNodesTalkOnlyToWhoHasIt() throws Exception {
        SharedTlsKey key = key("cluster");
        BullyElector first = start("node1", node("node1").form().tls(key));
        BullyElector second = start("node2", node("node2").tls(key).join(List.of(first.address())));
        Gate ofAnotherKey = new Gate();
        Gate ofNoKey = new Gate();
        start("node3", node("node3").tls(key("other")).join(List.of(first.address())), ofAnotherKey);
        start("node4", node("node4").join(List.of(first.address())), ofNoKey);

        awaitMembers(2, first, second);

        assertThat(RawHttp.get(first.address(), "/heartbeat").status())
                .as("plain text")
                .isZero();
        eventually(
                "everybody has tried",
                PATIENCE,
                () -> ofAnotherKey.failedJoins() > 2 && ofNoKey.failedJoins() > 2,
                first::view);
        assertThat(first.view().peers()).hasSize(2);
    }

    @Test
    void aKeyThatIsOutOfDateIsRefused() throws Exception {
        Path expired = keyFile("expired", "-startdate", "-10d", "-validity", "5");
        Path early = keyFile("early", "-startdate", "+10d", "-validity", "5");

        for (Path file : List.of(expired, early)) {
            assertThatThrownBy(() -> SharedTlsKey.read(file, "changeit".toCharArray()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageMatching("the certificate of CN=(expired|early) is valid from .* only");
        }
    }

    private SharedTlsKey key(String name) throws Exception {
        Path file = keyFile(name);
        assertThatThrownBy(() -> SharedTlsKey.read(file, "wrong".toCharArray()))
                .isInstanceOf(IllegalArgumentException.class);
        return SharedTlsKey.read(file, "changeit".toCharArray());
    }

    private Path keyFile(String name, String... more) throws Exception {
        Path file = folder.resolve(name + ".p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                "changeit"));
        command.addAll(List.of(more));
        int status =
                new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
        assertThat(status).isZero();
        return file;
    }

    @Test
    void aFolderServesOneProcessAndADamagedOneIsRefused() throws Exception {
        start("node1", node("node1").form());

        assertThatThrownBy(() -> LocalCluster.start("node1", node("node1"), lanes))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("in use");
        Files.createDirectories(folder.resolve("node2"));
        Files.writeString(folder.resolve("node2").resolve("members"), "{\"mark\":");
        assertThatThrownBy(() -> LocalCluster.start("node2", node("node2"), lanes))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("damaged");
    }
}
