// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.view;

import dev.baton.NodeId;
import dev.baton.admin.CandidateView;
import dev.baton.spi.Priority;
import java.util.Comparator;

/**
 * The order of succession by which an elector would choose: of the nodes that may lead, the most preferred one.
 *
 * @param most the highest priority of this node, whatever an election says
 * @param leads whether this node can lead at all
 * @param among which of equally preferred nodes comes first
 */
public record Succession(Priority most, boolean leads, Comparator<NodeId> among) {
    /** For electors that compare only priorities. Equal nodes race; they are sorted by id only for display. */
    public static final Succession BY_PRIORITY =
            new Succession(new Priority(Priority.MAX), true, Comparator.naturalOrder());

    /** How much this node is preferred in an election. */
    Priority priority(Priority wanted) {
        return wanted.compareTo(most) < 0 ? wanted : most;
    }

    /** Sorts candidates, the next leader first. */
    public Comparator<CandidateView> order() {
        return Comparator.comparing((CandidateView it) -> -it.priority())
                .thenComparing(it -> NodeId.of(it.node()), among);
    }
}
