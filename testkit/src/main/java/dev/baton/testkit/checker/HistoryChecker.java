// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.checker;

import dev.baton.testkit.history.History;
import java.util.ArrayList;
import java.util.List;

/** Holds a history against rules. */
public final class HistoryChecker {
    private final List<HistoryRule> rules;

    public HistoryChecker(List<HistoryRule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** The rules I1 to I8, which every elector with an exclusive promise keeps. */
    public static HistoryChecker exclusive() {
        return new HistoryChecker(List.of(
                new OneHolderPerEpoch(),
                new OneValidLease(),
                new EpochRises(),
                new FenceHolds(),
                new SelfStop(),
                new NoEffectWithoutLease(),
                new RenewNeverResurrects(),
                new ReleaseIsExact()));
    }

    /** The same for processes that share one monotonic clock, as those of one machine do: no two act at once. */
    public static HistoryChecker exclusiveOnOneMachine() {
        List<HistoryRule> rules = new ArrayList<>(exclusive().rules);
        rules.add(new OneActs());
        return new HistoryChecker(rules);
    }

    public List<Violation> check(History history) {
        List<Violation> found = new ArrayList<>();
        rules.forEach(rule -> rule.check(history, found::add));
        return found;
    }
}
