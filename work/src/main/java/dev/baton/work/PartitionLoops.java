// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.internal.duty.DutyThread;
import dev.baton.internal.runtime.AsyncLog;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Runs one thread for each partition; interrupts it and waits for its end when the partition is given away. */
final class PartitionLoops implements PartitionHandler {
    private static final AsyncLog LOG = AsyncLog.of(PartitionHandler.class);

    private final Body body;
    private final Map<Partition, Thread> threads = new ConcurrentHashMap<>();

    PartitionLoops(Body body) {
        this.body = body;
    }

    @Override
    public void assigned(Partition partition) {
        Thread thread = new Thread(() -> run(partition), "baton-work-" + partition.id());
        thread.setDaemon(true);
        threads.put(partition, thread);
        thread.start();
    }

    private void run(Partition partition) {
        try {
            DutyThread.run(partition.session(), () -> body.run(partition));
            if (partition.mayAct()) {
                LOG.warn("the loop on {} has returned: nothing works on it until it is assigned again", partition);
            }
        } catch (Throwable broken) {
            if (partition.mayAct()) {
                partition.failed(broken);
            }
        }
    }

    @Override
    public void revoked(Partition partition, Duration within) throws InterruptedException {
        Thread thread = threads.get(partition);
        if (thread == null) {
            return;
        }
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException overdue) {
                // To return now would mean that it has stopped, and it has not.
                interrupted = true;
                thread.interrupt();
            }
        }
        threads.remove(partition);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
