// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A hundred thousand partitions: what they take. The figures are in docs/controller.md. */
class LargeStateTest {
    private static final int TOPICS = 1_000;
    private static final int PARTITIONS = 100;

    @Test
    void aHundredThousandPartitionsAreSmallAndQuick() {
        long before = usedHeap();
        ControllerFixture controller = ControllerFixture.withNodes("n1", "n2", "n3", "n4", "n5");
        long start = System.nanoTime();
        for (int topic = 0; topic < TOPICS; topic++) {
            controller.create("topic-" + topic, PARTITIONS, 3);
        }
        long created = System.nanoTime();
        byte[] snapshot = SnapshotBytes.of(controller.part);
        long written = System.nanoTime();
        ControllerPart other = controller.newPart();
        SnapshotBytes.restore(other, snapshot);
        long restored = System.nanoTime();
        String hash = SnapshotBytes.hash(controller.part);
        long hashed = System.nanoTime();
        assertThat(SnapshotBytes.hash(other)).isEqualTo(hash);
        long heap = (usedHeap() - before) / 2;

        System.out.printf(
                "100 000 partitions: created one topic at a time in %d ms, heap %d kB, snapshot %d kB, written in %d ms,"
                        + " restored in %d ms, hashed in %d ms%n",
                millis(created - start),
                heap / 1024,
                snapshot.length / 1024,
                millis(written - created),
                millis(restored - written),
                millis(hashed - restored));
        assertThat(snapshot.length).isLessThan(1 << 20);
        assertThat(heap).isLessThan(16 << 20);
        assertThat(other.read(ControllerView::partitions) + controller.state().partitions)
                .isEqualTo(2 * TOPICS * PARTITIONS);
    }

    private static long millis(long nanos) {
        return Duration.ofNanos(nanos).toMillis();
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
