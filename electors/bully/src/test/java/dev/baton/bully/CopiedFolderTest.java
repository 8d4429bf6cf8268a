// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.FaultHandler;
import dev.baton.Node;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Priority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A second process under the id of a node that lives. */
@Timeout(120)
class CopiedFolderTest {
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    @TempDir
    Path folder;

    private final ThreadLanes lanes = new ThreadLanes("copied", 2, FaultHandler.halting());
    private final List<BullyElector> running = new ArrayList<>();

    @AfterEach
    void stop() {
        running.forEach(BullyElector::close);
        lanes.close();
    }

    private BullyElector start(String id, String state, Address... members) {
        BullyConfiguration.Builder configuration = LocalCluster.joining(
                        List.of(members), BullyConfiguration.of(LocalCluster.CREDENTIALS, folder.resolve(state)))
                .settings(LocalCluster.SETTINGS);
        BullyElector elector = LocalCluster.start(id, configuration, lanes);
        running.add(elector);
        return elector;
    }

    /** Stands for election on a node, and collects the kinds of alarms that it hears. */
    private static Set<Alarm.Kind> alarms(BullyElector elector) {
        Set<Alarm.Kind> heard = ConcurrentHashMap.newKeySet();
        Node self = elector.node().status().node();
        elector.enter(new ElectionEntry(ElectionName.of("coordinator"), self, Endpoints.NONE), event -> {
                    if (event instanceof ElectorEvent.Trouble trouble) {
                        heard.add(trouble.alarm().kind());
                    }
                })
                .campaign(Priority.DEFAULT);
        return heard;
    }

    private void copy(String from, String to) throws IOException {
        Files.createDirectory(folder.resolve(to));
        try (Stream<Path> files = Files.list(folder.resolve(from))) {
            // A backup has no sockets.
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, folder.resolve(to).resolve(file.getFileName()));
            }
        }
    }

    @Test
    void aCopyIsNotLetInWhileTheOriginalLivesAndAllAreAlarmed() throws IOException {
        BullyElector first = start("node1", "node1");
        BullyElector second = start("node2", "node2", first.address());
        BullyElector third = start("node3", "node3", first.address());
        for (BullyElector each : running) {
            eventually("three members", PATIENCE, () -> each.view().peers().size() == 3, each::view);
        }
        List<Set<Alarm.Kind>> ofMembers = List.of(alarms(first), alarms(third));
        copy("node2", "copy");

        BullyElector copied = start("node2", "copy", first.address());
        Set<Alarm.Kind> ofTheCopy = alarms(copied);

        eventually(
                "the copy is alarmed",
                PATIENCE,
                () -> ofTheCopy.contains(Alarm.Kind.DUPLICATE_NODE_ID),
                ofTheCopy::toString);
        eventually(
                "the one that refused it is alarmed",
                PATIENCE,
                () -> ofMembers.stream().anyMatch(it -> it.contains(Alarm.Kind.DUPLICATE_NODE_ID)),
                ofMembers::toString);
        assertThat(copied.node().status().mark())
                .isNotEqualTo(second.node().status().mark());
        assertThat(first.view().peers())
                .filteredOn(peer -> peer.id().value().equals("node2"))
                .extracting(BullyClusterView.Peer::address)
                .containsExactly(second.address());

        second.close();
        eventually(
                "without the original the copy is let in, as another voter",
                PATIENCE,
                () -> first.view().peers().stream()
                        .anyMatch(peer -> peer.address().equals(copied.address())),
                first::view);
    }
}
