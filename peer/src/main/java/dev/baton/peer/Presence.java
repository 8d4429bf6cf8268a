// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.Alarm;
import dev.baton.Node;
import dev.baton.spi.ElectionEntry;
import java.time.Duration;
import java.util.Optional;

/** Proves that the process of another node has ended, where that is possible, and lets others watch this process. */
public interface Presence extends AutoCloseable {
    /** The endpoint under which a node publishes how to watch it. */
    String PURPOSE = "peer";

    /** Proves nothing: others wait for a process that falls silent. */
    Presence NONE = new Presence() {
        @Override
        public void watch(Node process, String address, Listener told) {}

        @Override
        public void unwatch(Node process) {}

        @Override
        public void closeAfter(Duration mayStillAct) {}
    };

    /** Receives what is found out, from any thread. */
    interface Listener {
        /** This process has ended: nothing acts in it, and nothing ever will. */
        void gone(Node process);

        /** This process was reported as gone, but answers: the report is withdrawn. */
        void answers(Node process);
    }

    /** The address at which others watch this process; empty if they cannot. */
    default String address() {
        return "";
    }

    /** The reason why others cannot find out that this process has ended, if there is one. */
    default Optional<Alarm> alarm() {
        return Optional.empty();
    }

    /** Returns the entry with the address at which its process can be watched. */
    default ElectionEntry publish(ElectionEntry entry) {
        return address().isEmpty()
                ? entry
                : new ElectionEntry(
                        entry.election(), entry.self(), entry.endpoints().with(PURPOSE, address()));
    }

    /** @param address the {@link #address()} that the process itself has published */
    void watch(Node process, String address, Listener told);

    /** The end of this process no longer matters. */
    void unwatch(Node process);

    /**
     * Stops watching.
     *
     * @param mayStillAct how long something in this process may still act; until then no other process may consider it
     *     gone
     */
    void closeAfter(Duration mayStillAct);

    @Override
    default void close() {
        closeAfter(Duration.ZERO);
    }
}
