// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.checker;

import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.List;
import java.util.function.Consumer;

/** A release changes a row only if it has the token of the last acquisition. */
public final class ReleaseIsExact implements HistoryRule {
    @Override
    public String id() {
        return "I8";
    }

    @Override
    public void check(History history, Consumer<Violation> violations) {
        history.perElection(StoreEvents::changed).forEach(events -> sweep(events, violations));
    }

    private void sweep(List<HistoryEvent> events, Consumer<Violation> violations) {
        HistoryEvent acquired = null;
        for (HistoryEvent event : events) {
            if (event.op() == Op.STORE_ACQUIRE) {
                acquired = event;
            } else if (event.op() == Op.STORE_RELEASE && acquired != null) {
                String token = event.details().text("token");
                if (!token.equals(acquired.details().text("token"))) {
                    violations.accept(Violation.of(
                            this, "a release by token " + token + " ended the lease of another", acquired, event));
                }
            }
        }
    }
}
