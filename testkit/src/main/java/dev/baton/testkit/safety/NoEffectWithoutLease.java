// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Every accepted effect has an epoch that was granted, and comes from the process to which it was granted. */
public final class NoEffectWithoutLease implements SafetyRule {
    private final Map<String, String> holders = new HashMap<>();
    private final List<HistoryEvent> effects = new ArrayList<>();

    @Override
    public String id() {
        return "I6";
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        if (event.is(Op.STORE_ACQUIRE, Kind.OK)) {
            holders.put(key(event), event.details().text("holder"));
        } else if (event.is(Op.EFFECT, Kind.OK)) {
            effects.add(event);
        }
    }

    /** Only now, since the events of the store and of the fence are not ordered with each other. */
    @Override
    public void atEnd(Consumer<Violation> violations) {
        for (HistoryEvent effect : effects) {
            String by = effect.details().text("by");
            String holder = holders.getOrDefault(key(effect), "nobody");
            if (!by.equals(holder)) {
                violations.accept(Violation.of(
                        this,
                        "an effect of epoch " + effect.epoch() + " was accepted from " + by
                                + ", but the epoch was granted to " + holder,
                        effect));
            }
        }
    }

    private static String key(HistoryEvent event) {
        return event.election() + " " + event.epoch();
    }
}
