// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import dev.baton.NodeId;
import dev.baton.admin.CandidateView;
import dev.baton.spi.Priority;
import java.util.Comparator;

/**
 * Who follows a leader that is lost, as an elector would choose: of those who may lead the most preferred one.
 *
 * @param most how much this node is preferred at most, whatever an election says
 * @param leads whether this node can lead at all
 * @param among which of equally preferred nodes comes first
 */
public record Succession(Priority most, boolean leads, Comparator<NodeId> among) {
    /** Electors that ask only for a priority. Equal ones race; by id they are merely shown in one order. */
    public static final Succession BY_PRIORITY =
            new Succession(new Priority(Priority.MAX), true, Comparator.naturalOrder());

    /** How much this node is preferred in an election. */
    Priority priority(Priority wanted) {
        return wanted.compareTo(most) < 0 ? wanted : most;
    }

    /** The next one first. */
    public Comparator<CandidateView> order() {
        return Comparator.comparing((CandidateView it) -> -it.priority())
                .thenComparing(it -> NodeId.of(it.node()), among);
    }
}
