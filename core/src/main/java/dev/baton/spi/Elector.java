// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * How elections are decided. One elector serves any number of elections of its process.
 *
 * <p>An elector only decides who leads. The candidate decides when to ask for leadership, what to run under it and when
 * to give it back. Every elector keeps these guarantees, which {@code ElectorContract} checks:
 *
 * <ol>
 *   <li>An epoch of an election is granted to one node and incarnation, once; each grant is above every earlier one.
 *   <li>A grant names the local instants up to which it is certain and from which another may be elected. They are
 *       measured from before the granting request was sent, and the first is before the second.
 *   <li>{@link #guarantee()} says whether two nodes can ever be certain at once. Most electors say no.
 *   <li>Events of one contest arrive one after another, from any thread.
 * </ol>
 */
public interface Elector extends AutoCloseable {
    Guarantee guarantee();

    /**
     * The minimum time for which a grant is still certain when its renewal is due. Candidates must wind down faster
     * than that.
     */
    Duration certainty();

    /**
     * Enters an election as an observer that may campaign. The first event tells who leads, or that no node does.
     *
     * @throws IllegalStateException if this elector is closed, or the node is in that election already
     */
    Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events);

    /** Leaves all contests and frees what the elector holds. Close the candidates first. */
    @Override
    void close();
}
