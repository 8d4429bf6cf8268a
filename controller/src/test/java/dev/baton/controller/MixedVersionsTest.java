// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static dev.baton.controller.ControllerFixture.PATIENCE;
import static dev.baton.controller.ControllerFixture.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.NodeId;
import dev.baton.controller.RequestRejectedException.Code;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Nodes of this version beside nodes that pretend to be newer. */
class MixedVersionsTest {
    private static final int NEWER = LogFormatVersion.LATEST + 1;

    private final Random chance = new Random(1);
    private final ControllerPart newer = part(NEWER);
    private final ControllerPart older = part(LogFormatVersion.LATEST);
    private final DirectGroup group = new DirectGroup(newer);
    private final ControllerClient client = new ControllerClient(group, () -> 0, 1);
    private long applied;

    MixedVersionsTest() {
        // Entries are committed by hand, so that both members apply them.
        group.atOnce = false;
    }

    private ControllerPart part(int format) {
        return new ControllerPart(SETTINGS, () -> 0, () -> new UUID(chance.nextLong(), chance.nextLong()), format);
    }

    private void register(String id, int format) {
        CompletableFuture<?> registered = client.register(node(id, format), PATIENCE);
        commit();
        registered.join();
    }

    private static ClusterNode node(String id, int format) {
        return ClusterNode.of(NodeId.of(id), ControllerFixture.incarnation(id)).withFormat(format);
    }

    private void create(String topic) {
        CompletableFuture<?> created = client.createTopic(topic, 3, 1, Map.of(), PATIENCE);
        commit();
        created.join();
    }

    private void commit() {
        group.proposed.forEach(it -> older.apply(++applied, it.entry()));
        group.commit();
    }

    private static byte[] snapshot(ControllerPart part) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        part.snapshot(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    @Test
    void nothingNewerIsWrittenBeforeAllMembersHaveRegistered() throws IOException {
        group.members = Set.of(NodeId.of("new"), NodeId.of("old"));
        register("new", NEWER);
        create("orders");
        assertThat(newer.read(ControllerView::format)).isEqualTo(LogFormatVersion.FIRST);
        assertThat(snapshot(newer)).isEqualTo(snapshot(older));

        group.members = Set.of(NodeId.of("new"));
        CompletableFuture<?> created = client.createTopic("mails", 1, 1, Map.of(), PATIENCE);
        group.commit();
        created.join();
        assertThat(newer.read(ControllerView::format)).isEqualTo(NEWER);
    }

    @Test
    void theLowestFormatOfAllNodesIsWrittenAndBothMembersHaveTheSameState() throws IOException {
        register("old", LogFormatVersion.LATEST);
        register("new", NEWER);
        create("orders");

        assertThat(newer.read(ControllerView::format)).isEqualTo(LogFormatVersion.LATEST);
        assertThat(snapshot(newer)).isEqualTo(snapshot(older));
        ControllerPart restored = part(LogFormatVersion.LATEST);
        restored.restore(new DataInputStream(new ByteArrayInputStream(snapshot(newer))));
        assertThat(snapshot(restored)).isEqualTo(snapshot(newer));
    }

    @Test
    void onceAllNodesAreNewerTheirFormatIsWrittenAndAnOlderMemberStops() throws IOException {
        register("old", LogFormatVersion.LATEST);
        register("new", NEWER);
        // The older node comes back with the newer version; that entry can still be read by all.
        register("old", NEWER);
        assertThat(snapshot(newer)).isEqualTo(snapshot(older));
        CompletableFuture<?> created = client.createTopic("orders", 1, 1, Map.of(), PATIENCE);
        byte[] entry = group.proposed.get(0).entry();
        assertThatThrownBy(() -> older.apply(++applied, entry))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("this version knows " + LogFormatVersion.LATEST);
        group.commit();
        created.join();

        assertThat(newer.read(ControllerView::format)).isEqualTo(NEWER);
        assertThatThrownBy(() -> part(LogFormatVersion.LATEST)
                        .restore(new DataInputStream(new ByteArrayInputStream(snapshot(newer)))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("format " + NEWER);

        CompletableFuture<?> late = client.register(node("late", LogFormatVersion.LATEST), PATIENCE);
        group.commit();
        assertThat(ControllerFixture.refusalOf(late)).isEqualTo(Code.OUTDATED);
    }
}
