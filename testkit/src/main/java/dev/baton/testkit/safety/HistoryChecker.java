// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Holds a history against rules. */
public final class HistoryChecker {
    private final List<Supplier<SafetyRule>> rules;

    public HistoryChecker(List<Supplier<SafetyRule>> rules) {
        this.rules = List.copyOf(rules);
    }

    /** The rules I1 to I8, which every elector with an exclusive guarantee keeps. */
    public static HistoryChecker exclusive() {
        return new HistoryChecker(List.of(
                OneHolderPerEpoch::new,
                OneValidLease::new,
                EpochNeverFalls::new,
                FencedWritesStayOut::new,
                CallbacksAlternate::new,
                SelfStop::new,
                NoEffectWithoutLease::new,
                RenewNeverResurrects::new,
                ReleaseIsExact::new));
    }

    /** The same for processes that share one monotonic clock, as those of one machine do: no two act at once. */
    public static HistoryChecker exclusiveOnOneMachine() {
        List<Supplier<SafetyRule>> rules = new ArrayList<>(exclusive().rules);
        rules.add(OneActsAtATime::new);
        return new HistoryChecker(rules);
    }

    public List<Violation> check(History history) {
        List<Violation> found = new ArrayList<>();
        for (Supplier<SafetyRule> each : rules) {
            SafetyRule rule = each.get();
            for (HistoryEvent event : history.events()) {
                rule.on(event, found::add);
            }
            rule.atEnd(found::add);
        }
        return found;
    }
}
