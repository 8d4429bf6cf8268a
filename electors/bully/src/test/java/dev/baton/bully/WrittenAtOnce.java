// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.UnavailableException;
import dev.baton.quorum.Ledger;
import dev.baton.quorum.VoterState;
import java.util.ArrayList;
import java.util.List;

/** Performs what the rules want to be durable at once, for tests that are about something else. */
record WrittenAtOnce(BullyRules rules, Ledger ledger) {
    /** What else is to be done. */
    List<BullyEffect> after(List<BullyEffect> effects, long now) {
        List<BullyEffect> others = new ArrayList<>();
        for (BullyEffect effect : effects) {
            if (effect instanceof BullyEffect.Persist persist) {
                others.addAll(after(rules.persisted(persist.number(), isWritten(persist.change()), now), now));
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
}
