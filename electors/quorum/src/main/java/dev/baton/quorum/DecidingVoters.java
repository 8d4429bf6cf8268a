// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Node;
import dev.baton.spi.Alarm;
import java.util.List;
import java.util.Optional;

/** Who decides, as an {@link Electorate} says at some time: if that changes, it concerns every election. */
record DecidingVoters(List<Node> members, List<Node> voters, int required, boolean votes, Optional<Alarm> objection) {
    static DecidingVoters of(Electorate electorate, long now) {
        return new DecidingVoters(
                electorate.members(),
                electorate.voters(),
                electorate.required(),
                electorate.votes(),
                electorate.objection(now));
    }
}
