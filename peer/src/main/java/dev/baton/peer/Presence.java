// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.Node;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import java.time.Duration;
import java.util.Optional;

/** Proves that the process of another node has ended, where that can be proven, and shows this process to the others. */
public interface Presence extends AutoCloseable {
    /** Where in its endpoints a node says how to watch it. */
    String PURPOSE = "peer";

    /** Proves nothing: a process that falls silent is waited for. */
    Presence NONE = new Presence() {
        @Override
        public void watch(Node process, String address, Listener told) {}

        @Override
        public void unwatch(Node process) {}

        @Override
        public void closeAfter(Duration mayStillAct) {}
    };

    /** Told what is found out, from any thread. */
    interface Listener {
        /** This process has ended: nothing acts in it, and nothing ever will. */
        void gone(Node process);

        /** This process was said to be gone, and answers: what was said no longer holds. */
        void answers(Node process);
    }

    /** Where others watch this process; empty if they cannot. */
    default String address() {
        return "";
    }

    /** What keeps others from finding out that this process has ended. */
    default Optional<Alarm> alarm() {
        return Optional.empty();
    }

    /** An entry, with where its process can be watched. */
    default ElectionEntry publish(ElectionEntry entry) {
        return address().isEmpty()
                ? entry
                : new ElectionEntry(
                        entry.election(), entry.self(), entry.endpoints().with(PURPOSE, address()));
    }

    /** @param address what the process itself has given as its {@link #address()} */
    void watch(Node process, String address, Listener told);

    /** The end of this process no longer matters. */
    void unwatch(Node process);

    /**
     * Stops watching.
     *
     * @param mayStillAct for how long something in this process may still act, during which no other may take it for gone
     */
    void closeAfter(Duration mayStillAct);

    @Override
    default void close() {
        closeAfter(Duration.ZERO);
    }
}
