// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import java.time.Duration;

/**
 * What the application does with the partitions of a worker. Calls for one partition never overlap; those for different
 * partitions come from several threads.
 */
public interface PartitionHandler {
    /**
     * This worker owns the partition. Begins to work on it and returns. If it throws, it is called again after a pause.
     */
    void assigned(Partition partition) throws Exception;

    /**
     * The partition has to be given away. Stops the work, and returns only when nothing acts on the partition. An
     * overdue call is interrupted, and if it has still not returned after the same time again, the process ends. If it
     * throws, everything of this worker is stopped, and this is called once more for the partition; if it throws again,
     * the process ends.
     *
     * @param within how long it may take; less than {@link WorkerPolicy#revokeTimeout} if the session ends before
     */
    void revoked(Partition partition, Duration within) throws Exception;

    /** Works on a partition on a separate thread, which is interrupted when the partition has to be given away. */
    @FunctionalInterface
    interface Body {
        void run(Partition partition) throws Exception;
    }

    /**
     * Creates a handler with one thread for each partition. A body that throws is run again after a pause. A body that
     * returns before it is interrupted is done: the partition stays with this worker and nothing runs, which is logged
     * as a warning.
     */
    static PartitionHandler loop(Body body) {
        return new PartitionLoops(body);
    }
}
