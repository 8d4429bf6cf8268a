// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A release changes a row only if it has the token of the last acquisition. */
public final class ReleaseIsExact implements SafetyRule {
    private final Map<String, HistoryEvent> acquired = new HashMap<>();

    @Override
    public String id() {
        return "I8";
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        if (event.is(Op.STORE_ACQUIRE, Kind.OK)) {
            acquired.put(event.election(), event);
        } else if (event.is(Op.STORE_RELEASE, Kind.OK)) {
            HistoryEvent last = acquired.getOrDefault(event.election(), event);
            String token = event.details().text("token");
            if (!token.equals(last.details().text("token"))) {
                violations.accept(
                        Violation.of(this, "a release by token " + token + " ended the lease of another", last, event));
            }
        }
    }
}
