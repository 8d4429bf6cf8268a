// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import dev.baton.UnavailableException;
import dev.baton.bully.internal.election.BullyEffect;
import dev.baton.bully.internal.membership.MembershipStore;
import dev.baton.quorum.Ledger;
import java.util.ArrayList;
import java.util.List;

/** Performs what the rules want to be durable at once, for tests that are about something else. */
record WrittenAtOnce(BullyRules rules, Ledger ledger, MembershipStore store) {
    /** What else is to be done. */
    List<BullyEffect> after(List<BullyEffect> effects, long now) {
        List<BullyEffect> others = new ArrayList<>();
        for (BullyEffect effect : effects) {
            if (effect instanceof BullyEffect.Persist persist) {
                boolean durable = isWritten(() -> ledger.write(persist.change()));
                others.addAll(after(rules.persisted(persist.number(), durable, now), now));
            } else if (effect instanceof BullyEffect.SaveMembership save) {
                boolean durable = isWritten(() -> store.save(save.membership()));
                others.addAll(after(rules.stored(durable, now), now));
            } else if (effect instanceof BullyEffect.BeginAnew anew) {
                others.addAll(after(rules.stored(isWritten(() -> store.forget(anew.mark())), now), now));
            } else {
                others.add(effect);
            }
        }
        return others;
    }

    private static boolean isWritten(Runnable change) {
        try {
            change.run();
            return true;
        } catch (UnavailableException full) {
            return false;
        }
    }
}
