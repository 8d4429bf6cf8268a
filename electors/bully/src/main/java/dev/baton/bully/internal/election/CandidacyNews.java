// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.election;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.util.Optional;

/** What an election's news mean for this node's own candidacy in it. */
record CandidacyNews(Candidacies candidacies, ElectionName election, NodeId self, long now)
        implements ElectorEvent.Handler {
    @Override
    public void granted(Epoch epoch, Validity validity) {
        candidacies.won(election, now);
    }

    @Override
    public void lost(Epoch epoch) {
        candidacies.lost(election);
    }

    @Override
    public void leaderSeen(Leader leader) {
        if (!leader.node().id().equals(self)) {
            candidacies.decided(election, now);
        }
    }

    @Override
    public void vacant(Vacancy vacancy) {
        candidacies.vacant(election, vacancy, now);
    }

    @Override
    public void extended(Epoch epoch, Validity validity) {
        // It leads, and asks nobody.
    }

    @Override
    public void released(Epoch epoch) {
        // It has stopped to stand when it gave the leadership back.
    }

    @Override
    public void preferred(Optional<Node> better) {
        // A leader's matter.
    }

    @Override
    public void trouble(Alarm alarm) {
        // Changes nothing by itself.
    }
}
