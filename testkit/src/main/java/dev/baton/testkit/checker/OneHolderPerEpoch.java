// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.checker;

import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** An epoch belongs to one process and, in the store, to one attempt; it is won once. */
public final class OneHolderPerEpoch implements HistoryRule {
    @Override
    public String id() {
        return "I1";
    }

    @Override
    public void check(History history, Consumer<Violation> violations) {
        once(history, Op.ELECTED, HistoryEvent::process, violations);
        once(
                history,
                Op.STORE_ACQUIRE,
                event -> event.details().text("holder") + " " + event.details().text("token"),
                violations);
    }

    private void once(History history, Op op, Function<HistoryEvent, String> holder, Consumer<Violation> violations) {
        history.perElection(event -> event.is(op, Kind.OK)).forEach(events -> {
            Map<Long, HistoryEvent> won = new HashMap<>();
            for (HistoryEvent event : events) {
                HistoryEvent before = won.putIfAbsent(event.epoch(), event);
                if (before != null) {
                    violations.accept(Violation.of(
                            this,
                            "epoch " + event.epoch() + " belongs to " + holder.apply(before) + " and then to "
                                    + holder.apply(event),
                            before,
                            event));
                }
            }
        });
    }
}
