// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.controller.TopicId;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is deleted by settings that may be others by now: by hand, and with a node that starts without the controller. */
class KnownSettingsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private final List<PartitionsNode> open = new ArrayList<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final AtomicLong looks = new AtomicLong();
    private long nanos = 1;

    @AfterEach
    void close() {
        open.forEach(PartitionsNode::close);
        assertThat(faults).isEmpty();
    }

    private PartitionsNode start(MemberAddress self, List<MemberAddress> all) {
        PartitionsNode node = new PartitionsNode(
                MemberSettings.bootstrap(self, folder.resolve(self.node().value()), all),
                () -> {
                    looks.incrementAndGet();
                    return System.currentTimeMillis();
                },
                Duration.ofMillis(20),
                (what, cause) -> faults.add(what));
        open.add(node);
        return node;
    }

    private static void appendTo(PartitionLog log, int records) {
        for (int i = 0; i < records; i++) {
            log.append(Batches.of("x".repeat(400) + i))
                    .committed()
                    .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    .join();
        }
    }

    @Test
    void aNodeThatLeadsBeforeItKnowsTheTopicsDeletesNothing() {
        List<MemberAddress> all = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            all.add(MemberAddress.of("node" + i, "127.0.0.1", FreePorts.take()));
        }
        all.forEach(each -> start(each, all));
        PartitionsNode any = open.get(0);
        eventually(
                "all nodes are registered",
                PATIENCE,
                () -> any.controller.read(view -> view.nodes().size()) == 3,
                () -> any.controller.read(view -> view.nodes().toString()));
        TopicId topic = any.client
                .createTopic("orders", 1, 1, Map.of("retention.ms", "-1", "segment.bytes", "1024"), PATIENCE)
                .join();
        PartitionKey key = new PartitionKey(topic, 0);
        eventually("one leads", PATIENCE, () -> open.stream().anyMatch(it -> leads(it, key)), faults::toString);
        PartitionsNode leader =
                open.stream().filter(it -> leads(it, key)).findFirst().orElseThrow();
        // From long before the default of a week.
        appendTo(leader.partitions.log(key).orElseThrow(), 10);
        open.forEach(PartitionsNode::close);
        open.clear();

        // Its group has all of its one member; the controller's needs another one.
        MemberAddress self = all.stream()
                .filter(it -> it.node().equals(leader.self))
                .findFirst()
                .orElseThrow();
        PartitionsNode alone = start(self, all);
        eventually("it leads again", PATIENCE, () -> leads(alone, key), faults::toString);
        PartitionLog log = alone.partitions.log(key).orElseThrow();
        looks.set(0);
        eventually("it has looked for old records", PATIENCE, () -> looks.get() > 10, looks::get);
        assertThat(log.startOffset()).isZero();

        all.stream().filter(it -> !it.equals(self)).forEach(each -> start(each, all));
        alone.client
                .alterTopic("orders", 0, Map.of("retention.ms", "1000"), PATIENCE)
                .join();
        eventually("what is too old goes", PATIENCE, () -> log.startOffset() > 0, log::startOffset);
    }

    private static boolean leads(PartitionsNode node, PartitionKey key) {
        return node.partitions.log(key).flatMap(PartitionLog::ledIn).isPresent();
    }

    @Test
    void onlyWhatTheControllerConfirmedALittleWhileAgoIsSure() {
        PartitionKey key = new PartitionKey(new TopicId(new UUID(0, 1)), 0);
        LogSettings own = LogSettings.of(Map.of("retention.ms", "-1"));
        KnownSettings settings = new KnownSettings(() -> nanos);

        settings.read(5, Map.of());
        settings.heard(5);
        assertThat(settings.sure(key)).isEmpty();
        assertThat(settings.of(key)).isEqualTo(LogSettings.DEFAULT);

        settings.heard(6);
        settings.read(5, Map.of(key.topic(), own));
        assertThat(settings.of(key)).isEqualTo(own);
        assertThat(settings.sure(key)).isEmpty();

        settings.read(6, Map.of(key.topic(), own));
        assertThat(settings.sure(key)).contains(own);

        nanos += KnownSettings.MAX_UNHEARD.toNanos();
        assertThat(settings.sure(key)).contains(own);
        nanos++;
        assertThat(settings.sure(key)).isEmpty();
        settings.heard(6);
        assertThat(settings.sure(key)).contains(own);
    }
}
