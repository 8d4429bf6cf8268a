// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.UnavailableException;
import dev.baton.quorum.Ledger;
import dev.baton.quorum.VoterState;
import dev.baton.quorum.VotingEffect;
import java.util.ArrayList;
import java.util.List;

/** Performs what the rules want to be durable at once, for tests that are about something else. */
record WrittenAtOnce(RegistryRules rules, Ledger ledger) {
    /** What else is to be done. */
    List<RegistryEffect> after(List<RegistryEffect> effects, long now) {
        List<RegistryEffect> others = new ArrayList<>();
        for (RegistryEffect effect : effects) {
            if (effect instanceof RegistryEffect.Elect elect
                    && elect.effect() instanceof VotingEffect.Persist persist) {
                others.addAll(after(rules.persisted(persist.number(), isWritten(persist.change()), now), now));
            } else if (effect instanceof RegistryEffect.Remember remember) {
                boolean written = isWritten(VoterState.ofVoters(remember.voters()));
                others.addAll(after(rules.remembered(written, now), now));
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
