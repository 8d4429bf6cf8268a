// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.raft.group.DataGroupLeadership;
import dev.baton.raft.group.ReplicatedData;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lead that this member has of a further group, if any. Whether it has one, and what the data was told last, are
 * always the same: leads begin on the threads that apply and that look, and end on any. Any thread.
 */
final class OwnDataLead {
    private final ReplicatedData data;
    private final Maker maker;
    private volatile @Nullable Closable lead;

    /** A lead that can be ended. */
    interface Closable extends DataGroupLeadership {
        /** Nothing is appended under it from now on, not even what was proposed before and waits. */
        void close();
    }

    /** Makes the lead of a term. */
    interface Maker {
        /** @param broke told once nothing more is appended under this lead */
        Closable lead(long term, Consumer<DataGroupLeadership> broke);
    }

    OwnDataLead(ReplicatedData data, Maker maker) {
        this.data = data;
        this.maker = maker;
    }

    Optional<DataGroupLeadership> current() {
        return Optional.ofNullable(lead);
    }

    /**
     * Begins to lead in a term, unless it does already.
     *
     * @param isLost whether the lead was lost meanwhile: then that was reported before there was anything to end
     * @return whether this is news
     */
    synchronized boolean begin(long term, BooleanSupplier isLost) {
        DataGroupLeadership before = lead;
        if (before != null && before.term() == term) {
            return false;
        }
        end();
        Closable next = maker.lead(term, this::broke);
        lead = next;
        data.leads(next);
        if (isLost.getAsBoolean()) {
            end();
        }
        return true;
    }

    /** Whatever lead there is. */
    synchronized void end() {
        Closable ended = lead;
        if (ended != null) {
            // Before another one can begin in the same term: it starts from what was applied by then.
            ended.close();
        }
        lead = null;
        data.leadsNoMore();
    }

    /** An earlier lead may be found broken when a later one has begun. */
    private synchronized void broke(DataGroupLeadership which) {
        if (lead == which) {
            end();
        }
    }
}
