// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A {@link Voting} whose changes are durable at once: for tests that are about something else. */
final class DurableVoting {
    private final Voting voting;
    private final Ledger ledger;

    DurableVoting(
            Node self,
            LeaseTerms terms,
            QuorumMode quorum,
            Electorate electorate,
            Ledger ledger,
            RandomGenerator chance,
            long now) {
        this.voting = new Voting(self, terms, quorum, electorate, ledger.read(), chance, now);
        this.ledger = ledger;
    }

    private List<VotingEffect> persist(List<VotingEffect> effects, long at) {
        List<VotingEffect> others = new ArrayList<>();
        for (VotingEffect effect : effects) {
            if (effect instanceof VotingEffect.Persist persist) {
                others.addAll(persist(voting.persisted(persist.number(), isWritten(persist.change()), at), at));
            } else {
                others.add(effect);
            }
        }
        return others;
    }

    private boolean isWritten(VoterState change) {
        try {
            ledger.write(change);
            return true;
        } catch (UnavailableException full) {
            return false;
        }
    }

    List<VotingEffect> received(Node from, VotingMessage message, long at) {
        return persist(voting.received(from, message, at), at);
    }

    List<VotingEffect> gone(Node node, long at) {
        return persist(voting.gone(node, at), at);
    }

    List<VotingEffect> tick(long at) {
        return persist(voting.tick(at), at);
    }

    List<VotingEffect> enter(ElectionEntry entry, long at) {
        return persist(voting.enter(entry, at), at);
    }

    List<VotingEffect> campaign(ElectionName election, Priority priority, long at) {
        return persist(voting.campaign(election, priority, at), at);
    }

    List<VotingEffect> release(ElectionName election, Epoch epoch, Optional<NodeId> successor, long at) {
        return persist(voting.release(election, epoch, successor, at), at);
    }

    List<VotingEffect> leave(ElectionName election, long at) {
        return persist(voting.leave(election, at), at);
    }

    long mayActUntil(long at) {
        return voting.mayActUntil(at);
    }

    long wakeAt() {
        return voting.wakeAt();
    }
}
