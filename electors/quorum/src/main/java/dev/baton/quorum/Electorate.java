// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.spi.Alarm;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who is here, whose votes count, and how many decide. Asked on the lane of its {@link Voting}, afresh at every step, so
 * that members may come and go. Two majorities by {@link #required} must share a voter; seeing to that is its one duty.
 */
public interface Electorate {
    /** Who can be reached, this node included. */
    List<Node> members();

    /** The voters among the members, best in an order that all members agree on: everyone asks the first one first. */
    List<Node> voters();

    /** The voters that cannot prove the end of a process themselves, since they have none: they are told. */
    default List<Node> votersWithoutProcess() {
        return List.of();
    }

    /** Whether those who could ask have settled who does, so that all voters are asked at once and none of them first. */
    default boolean hasSettledWhoAsks() {
        return false;
    }

    /** How many promises decide. */
    int required();

    /** Whether these promises do. The promise of a former voter has no weight. */
    default boolean isDecidedBy(Set<Node> promised) {
        return voters().stream().filter(promised::contains).count() >= required();
    }

    /** No epoch up to this one is given: others know of it, even if this voter does not. */
    default Epoch floor() {
        return Epoch.NONE;
    }

    /** How many voters the whole cluster has, as this node itself was told; it says so with every message. */
    int size();

    /** Another node was told of so many. */
    void heardOf(int otherSize);

    /** Whether this node gives its own vote. */
    boolean votes();

    /** Why no node can be elected from here, if so. */
    Optional<Alarm> objection(long now);

    /** What is told when only so many voters answer, which is too few. */
    default Alarm tooFewAnswer(int answers) {
        return new Alarm(
                Alarm.Kind.UNREACHABLE,
                "no majority: " + answers + " of " + size() + " voters answer, " + required() + " are needed");
    }

    /** When {@link #objection} may change by itself. */
    long wakeAt(long now);
}
