// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.Node;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.HolderWatch;
import java.time.Duration;

/** Watches processes whose ends matter whether they lead or not, as where nodes vote, and lets others watch this one. */
public interface Presence extends HolderWatch {
    /** The endpoint under which a node publishes how to watch it. */
    String PURPOSE = "peer";

    /** Proves nothing: others wait for a process that falls silent. */
    Presence NONE = new Presence() {};

    /** The address at which others watch this process; empty if they cannot. */
    default String address() {
        return "";
    }

    @Override
    default ElectionEntry publish(ElectionEntry entry) {
        return address().isEmpty()
                ? entry
                : new ElectionEntry(
                        entry.election(), entry.self(), entry.endpoints().with(PURPOSE, address()));
    }

    /**
     * Watches a process without a lease. If it was reported as gone before, a new proof is made.
     *
     * @param address the {@link #address()} that the process itself has published
     */
    default void watch(Node process, String address) {}

    /** Ends what {@link #watch(Node, String)} began. */
    default void unwatch(Node process) {}

    /**
     * Stops watching.
     *
     * @param mayStillAct how long something in this process may still act; until then no other process may consider it
     *     gone
     */
    default void closeAfter(Duration mayStillAct) {}

    @Override
    default void close() {
        closeAfter(Duration.ZERO);
    }
}
