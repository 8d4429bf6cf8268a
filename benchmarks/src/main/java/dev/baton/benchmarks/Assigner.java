// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

/** Something that assigns partitions to nodes. */
interface Assigner {
    String name();

    /** Puts a case into the terms of this assigner, which is not measured. */
    Prepared prepare(AllocationCase input);

    /** A case that is ready to be assigned. */
    interface Prepared {
        /** What is measured. */
        void assign();

        /** The node of each partition, list by list. */
        int[] plan();
    }
}
