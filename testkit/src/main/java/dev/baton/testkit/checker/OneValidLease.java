// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.checker;

import dev.baton.testkit.history.Details;
import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** By the store's clock, a lease is given only when the one before has expired, was released or its holder is gone. */
public final class OneValidLease implements HistoryRule {
    @Override
    public String id() {
        return "I2";
    }

    @Override
    public void check(History history, Consumer<Violation> violations) {
        history.perElection(StoreEvents::changed).forEach(events -> sweep(events, violations));
    }

    private void sweep(List<HistoryEvent> events, Consumer<Violation> violations) {
        HistoryEvent last = null;
        for (HistoryEvent event : events) {
            if (last != null && event.is(Op.STORE_ACQUIRE, Kind.OK) && overlap(last, event)) {
                violations.accept(Violation.of(
                        this,
                        "the lease was given at " + event.details().number("at") + ", but the one before lasts until "
                                + last.details().number("until"),
                        last,
                        event));
            }
            last = event;
        }
    }

    private static boolean overlap(@Nullable HistoryEvent last, HistoryEvent acquired) {
        if (last == null || last.op() == Op.STORE_RELEASE) {
            return false;
        }
        Details before = last.details();
        Details after = acquired.details();
        boolean gone = after.find("gone").filter(before.text("token")::equals).isPresent();
        return !gone && after.number("at") < before.number("until");
    }
}
