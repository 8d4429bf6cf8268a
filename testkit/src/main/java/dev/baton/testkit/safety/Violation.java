// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A rule that is broken.
 *
 * @param rule its name
 * @param what how, with the numbers
 * @param events the events that show it
 */
public record Violation(String rule, String what, List<HistoryEvent> events) {
    public Violation {
        events = List.copyOf(events);
    }

    static Violation of(SafetyRule rule, String what, HistoryEvent... events) {
        return new Violation(rule.name(), what, List.of(events));
    }

    @Override
    public String toString() {
        return rule + ": " + what
                + events.stream().map(event -> "\n    " + event).collect(Collectors.joining());
    }
}
