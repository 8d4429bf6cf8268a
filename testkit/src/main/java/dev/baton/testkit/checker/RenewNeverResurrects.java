// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.checker;

import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.List;
import java.util.function.Consumer;

/** A renewal extends only a lease that is live, with the token that it was given under. */
public final class RenewNeverResurrects implements HistoryRule {
    @Override
    public String id() {
        return "I7";
    }

    @Override
    public void check(History history, Consumer<Violation> violations) {
        history.perElection(StoreEvents::changed).forEach(events -> sweep(events, violations));
    }

    private void sweep(List<HistoryEvent> events, Consumer<Violation> violations) {
        HistoryEvent last = null;
        for (HistoryEvent event : events) {
            if (event.op() == Op.STORE_RENEW && (last == null || !isLive(last, event))) {
                violations.accept(
                        last == null
                                ? Violation.of(this, "a lease was renewed that was never given", event)
                                : Violation.of(
                                        this,
                                        "a lease was renewed at "
                                                + event.details().number("at")
                                                + " that ended at "
                                                + last.details().number("until") + " or is another's",
                                        last,
                                        event));
            }
            last = event;
        }
    }

    private static boolean isLive(HistoryEvent last, HistoryEvent renewed) {
        return last.op() != Op.STORE_RELEASE
                && renewed.details().text("token").equals(last.details().text("token"))
                && renewed.details().number("at") < last.details().number("until");
    }
}
