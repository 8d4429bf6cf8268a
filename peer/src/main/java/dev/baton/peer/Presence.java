// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.Node;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.lease.HolderWatch;
import java.time.Duration;

/** A watch of processes whose ends matter whether they lead or not, as where nodes vote; and shows this one to the others. */
public interface Presence extends HolderWatch {
    /** Where in its endpoints a node says how to watch it. */
    String PURPOSE = "peer";

    /** Proves nothing: a process that falls silent is waited for. */
    Presence NONE = new Presence() {};

    /** Where others watch this process; empty if they cannot. */
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
     * Watches a process for its own sake; if it was said to be gone before, that is proven again.
     *
     * @param address what the process itself has given as its {@link #address()}
     */
    default void watch(Node process, String address) {}

    /** Ends what {@link #watch(Node, String)} began. */
    default void unwatch(Node process) {}

    /**
     * Stops watching.
     *
     * @param mayStillAct for how long something in this process may still act, during which no other may take it for gone
     */
    default void closeAfter(Duration mayStillAct) {}

    @Override
    default void close() {
        closeAfter(Duration.ZERO);
    }
}
