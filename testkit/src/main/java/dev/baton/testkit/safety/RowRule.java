// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A rule about each change of an election's row in a store and the change before it. */
abstract class RowRule implements SafetyRule {
    private final Map<String, HistoryEvent> last = new HashMap<>();

    static boolean isChange(HistoryEvent event) {
        return event.is(Op.STORE_ACQUIRE, Kind.OK)
                || event.is(Op.STORE_RENEW, Kind.OK)
                || event.is(Op.STORE_RELEASE, Kind.OK);
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        if (isChange(event)) {
            changed(last.put(event.election(), event), event, violations);
        }
    }

    abstract void changed(@Nullable HistoryEvent before, HistoryEvent change, Consumer<Violation> violations);
}
