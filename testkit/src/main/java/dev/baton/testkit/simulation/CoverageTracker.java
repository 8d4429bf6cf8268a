// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.LossReason;
import dev.baton.testkit.history.Details;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds facts in what happens. */
final class CoverageTracker implements Consumer<HistoryEvent> {
    private final CoverageCounts facts;
    private final Map<String, String> holders = new HashMap<>();
    /** The last change of each election's row. */
    private final Map<String, HistoryEvent> rows = new HashMap<>();

    CoverageTracker(CoverageCounts facts) {
        this.facts = facts;
    }

    @Override
    public void accept(HistoryEvent event) {
        proof(event);
        if (event.is(Op.STORE_ACQUIRE, Kind.OK)) {
            String holder = event.details().text("holder");
            String before = holders.put(event.election(), holder);
            if (before != null && !before.equals(holder)) {
                facts.seen(CoverageFact.LEADER_CHANGED);
            }
        } else if (event.is(Op.EFFECT, Kind.FAIL)) {
            facts.seen(CoverageFact.STALE_WRITE_REFUSED);
        } else if (event.op() == Op.FAULT) {
            facts.seen(CoverageFact.STUCK_DUTY_CALLED_FAULT_HANDLER);
        } else if (event.op() == Op.REVOKED) {
            revoked(LossReason.valueOf(event.details().text("reason")));
        }
    }

    private void proof(HistoryEvent event) {
        boolean acquire = event.op() == Op.STORE_ACQUIRE;
        if (!acquire && event.op() != Op.STORE_RENEW && event.op() != Op.STORE_RELEASE) {
            return;
        }
        HistoryEvent before = rows.get(event.election());
        if (acquire && before != null) {
            proof(event, before);
        }
        if (event.kind() == Kind.OK) {
            rows.put(event.election(), event);
        }
    }

    private void proof(HistoryEvent acquire, HistoryEvent before) {
        Details asked = acquire.details();
        Details row = before.details();
        // Of a request that arrives twice, the second one finds its own token.
        boolean twice = row.text("token").equals(asked.text("token"));
        Optional<String> gone = asked.find("gone").filter(presented -> !twice);
        if (gone.isEmpty()) {
            return;
        }
        boolean exact = gone.get().equals(row.text("token"));
        boolean live = before.op() != Op.STORE_RELEASE && asked.number("at") < row.number("until");
        if (exact && live && acquire.kind() == Kind.OK) {
            facts.seen(CoverageFact.TAKEN_BY_PROOF_OF_DEATH);
        } else if (!exact && acquire.kind() == Kind.FAIL) {
            facts.seen(CoverageFact.PROOF_CAME_TOO_LATE);
        }
    }

    private void revoked(LossReason reason) {
        switch (reason) {
            case RESIGNED -> facts.seen(CoverageFact.RESIGNED);
            case TRANSFERRED -> facts.seen(CoverageFact.TRANSFERRED);
            case DEADLINE -> facts.seen(CoverageFact.DEADLINE_MISSED);
            case DUTY_FAILED -> facts.seen(CoverageFact.CRASH_LOOP_COST_LEADERSHIP);
            case UNHEALTHY -> facts.seen(CoverageFact.UNHEALTHY);
            case INELIGIBLE -> facts.seen(CoverageFact.MADE_INELIGIBLE);
            case CLOSED -> facts.seen(CoverageFact.CLOSED_WHILE_LEADING);
            case YIELDED -> facts.seen(CoverageFact.YIELDED);
            case SUPERSEDED, FAULT -> {}
        }
    }
}
