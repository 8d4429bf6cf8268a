// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.PolicyViolationException;

/**
 * How many partitions clients may create: each takes memory on its nodes, and in every answer that tells of it. Operators may
 * create more by the admin API. Any thread.
 */
final class PartitionAllowance {
    /** An estimate: what a partition with one segment takes, and a few answers that name it. */
    private static final int PARTITION_BYTES = 16 << 10;

    private final LongSupplier there;
    private final long most;
    /** Asked for, and maybe not there yet. */
    private final AtomicLong coming = new AtomicLong();

    /** @param there how many there are in the cluster */
    PartitionAllowance(LongSupplier there, long most) {
        this.there = there;
        this.most = most;
    }

    static PartitionAllowance ofHeap(LongSupplier there) {
        return new PartitionAllowance(there, Runtime.getRuntime().maxMemory() / PARTITION_BYTES);
    }

    /**
     * Takes room for partitions, until {@link #release}.
     *
     * @throws PolicyViolationException if there is not so much left
     */
    void take(int partitions) {
        long now = there.getAsLong();
        if (now + coming.addAndGet(partitions) > most) {
            coming.addAndGet(-partitions);
            throw new PolicyViolationException("there are " + now + " partitions, and " + most
                    + " at most: that is what this node has memory for");
        }
    }

    /** They are there, or will not be. */
    void release(int partitions) {
        coming.addAndGet(-partitions);
    }
}
