// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of appends may wait to be replicated, in all groups that this node leads together. Any thread. */
final class AppendBudget {
    private static final int PART_OF_HEAP = 8;

    private final long most;
    private final AtomicLong taken = new AtomicLong();

    AppendBudget(long most) {
        this.most = most;
    }

    static AppendBudget ofHeap() {
        return new AppendBudget(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    /** @return whether there was so much left */
    boolean take(int bytes) {
        if (taken.addAndGet(bytes) > most) {
            taken.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void release(int bytes) {
        taken.addAndGet(-bytes);
    }

    @Override
    public String toString() {
        return taken + " of " + most + " bytes";
    }
}
