// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.witness;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.UnavailableException;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.WitnessMember;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.spi.lease.LeaseToken;
import java.sql.SQLException;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The witness that is a row: what it is told goes through {@link WitnessVoter}, and the next state replaces the row. */
public final class RowWitness {
    private static final Node PROCESS = new Node(WitnessMember.ID, new Incarnation(2));
    private static final int TRIES = 5;

    private final WitnessRows rows;
    private final RandomGenerator chance;

    public RowWitness(WitnessRows rows, RandomGenerator chance) {
        this.rows = rows;
        this.chance = chance;
    }

    /** @param formed the membership that the asker goes by, if nobody has led it yet: only then may the row be missing */
    public Envelope hear(Envelope request, Optional<Membership> formed) throws SQLException {
        begin(formed);
        for (int i = 0; i < TRIES; i++) {
            WitnessRows.Row row = present();
            WitnessState state = WitnessState.read(row.state());
            requireSame(state, request.cluster());
            WitnessVoter.Said said = WitnessVoter.hear(WitnessMember.ID, state, request, row.now());
            if (!said.isToBeStoredAfter(state)
                    || rows.replace(row.version(), said.state().write(), token())) {
                Membership known = said.state().membership();
                return new Envelope(
                        known.cluster(),
                        PROCESS,
                        state.mark(),
                        WitnessMember.ADDRESS,
                        row.version(),
                        known.stamp(),
                        said.answers());
            }
        }
        throw new UnavailableException("others were faster " + TRIES + " times");
    }

    /** Also makes the row, since a witness that does not live is not asked for a vote. */
    public NodeStatus status(String cluster, Optional<Membership> formed) throws SQLException {
        begin(formed);
        WitnessState state = WitnessState.read(present().state());
        requireSame(state, cluster);
        Membership known = state.membership();
        return new NodeStatus(known.cluster(), PROCESS, state.mark(), known.stamp());
    }

    private void begin(Optional<Membership> formed) throws SQLException {
        if (formed.isEmpty()) {
            return;
        }
        Optional<BullyMember> witness = formed.get().find(WitnessMember.ID);
        rows.create();
        if (witness.isPresent() && rows.read().isEmpty()) {
            WitnessState begun = WitnessState.begun(witness.get().mark(), formed.get(), rows.now());
            rows.insert(begun.write(), token());
        }
    }

    private WitnessRows.Row present() throws SQLException {
        return rows.read().orElseThrow(() -> new UnavailableException("there is no such row"));
    }

    private static void requireSame(WitnessState state, String cluster) {
        if (!state.membership().cluster().equals(cluster)) {
            throw new UnavailableException(
                    "its row belongs to a cluster that was formed earlier, or elsewhere: give this one"
                            + " a row of another name, or delete the row if that cluster is gone");
        }
    }

    private String token() {
        return LeaseToken.random(chance).toString();
    }
}
