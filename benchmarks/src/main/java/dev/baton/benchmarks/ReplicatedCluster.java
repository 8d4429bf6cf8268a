// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Three processes that replicate what is written to them, of Baton or of a peer. */
interface ReplicatedCluster extends AutoCloseable {
    /** In the names of figures. */
    String name();

    List<String> nodes();

    void start(String node);

    /** With {@code kill -9}; the process is gone when this returns. */
    void kill(String node);

    /** Waits until a node leads. */
    String awaitLeader(Duration within);

    /**
     * Writes something new by a client that is none of the processes, and that is done once it completes; fails if it may
     * have to be written again.
     */
    CompletableFuture<?> write(long number);

    @Override
    void close();
}
