// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import java.time.Duration;

/**
 * What the application does with the partitions of a worker. Calls for one partition never overlap; those for different
 * partitions come from several threads.
 */
public interface PartitionHandler {
    /** The partition is this worker's. Begins to work on it and returns; one that throws is called again after a pause. */
    void assigned(Partition partition) throws Exception;

    /**
     * The partition is to be given away. Stops, and returns only when nothing acts on it. Once it is overdue it
     * is interrupted, and if it has still not returned after as long again, the process ends. After a throw everything of
     * this worker is stopped, and this is called once more for the partition; if it throws again, the process ends.
     *
     * @param within how long it may take; less than {@link WorkerPolicy#revokeTimeout} where the session ends before
     */
    void revoked(Partition partition, Duration within) throws Exception;

    /** What is done with a partition on a thread of its own: interrupted when the partition is to be given away. */
    @FunctionalInterface
    interface Body {
        void run(Partition partition) throws Exception;
    }

    /**
     * A handler with one thread for each partition. A body that throws is run again after a pause. One that returns before
     * it is interrupted is done: the partition stays this worker's with nothing running, which is logged as a warning.
     */
    static PartitionHandler loop(Body body) {
        return new PartitionLoops(body);
    }
}
