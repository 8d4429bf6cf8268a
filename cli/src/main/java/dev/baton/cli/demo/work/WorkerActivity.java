// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import dev.baton.cli.demo.ActivityFile;
import dev.baton.work.Coordinator;
import dev.baton.work.Partition;
import dev.baton.work.PartitionId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The work of the demo's workers: it notes every millisecond on which partitions the worker may act, as real work would
 * ask before each of its effects, and whether it coordinates.
 */
final class WorkerActivity {
    /** The subject of a coordinator's activity; partitions have their numbers. */
    static final long COORDINATOR = -1;

    private static final Duration PAUSE = Duration.ofMillis(1);

    private final ActivityFile file;
    private final Coordinator coordinator;
    private final Map<PartitionId, Partition> partitions = new HashMap<>();

    WorkerActivity(ActivityFile file, Coordinator coordinator) {
        this.file = file;
        this.coordinator = coordinator;
    }

    void start() {
        Thread thread = new Thread(this::act, "baton-demo-activity");
        thread.setDaemon(true);
        thread.start();
    }

    private void act() {
        while (!Thread.currentThread().isInterrupted()) {
            note();
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    synchronized void assigned(Partition partition) {
        partitions.put(partition.id(), partition);
        note(partition);
    }

    /** Once this has returned, nothing more is noted for the partition. */
    synchronized void revoked(Partition partition) {
        partitions.remove(partition.id());
    }

    private synchronized void note() {
        partitions.values().forEach(this::note);
        coordinator.candidate().leadership().ifPresent(leadership -> {
            long now = System.nanoTime();
            if (leadership.mayAct()) {
                file.acts(COORDINATOR, leadership.epoch().value(), now);
            }
        });
    }

    private void note(Partition partition) {
        // The clock before the question: at that instant the answer was certainly yes.
        long now = System.nanoTime();
        if (partition.mayAct()) {
            file.acts(partition.id().number(), partition.token(), now);
        }
    }
}
