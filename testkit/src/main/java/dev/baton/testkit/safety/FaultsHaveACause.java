// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The fault handler is called only for a duty that cannot be stopped, or in a process that could not run. */
public final class FaultsHaveACause implements SafetyRule {
    private final Predicate<String> couldNotRun;

    /** @param couldNotRun whether a process, by its node and incarnation, was paused when it should have stopped its duties */
    public FaultsHaveACause(Predicate<String> couldNotRun) {
        this.couldNotRun = couldNotRun;
    }

    @Override
    public void on(HistoryEvent event, Consumer<Violation> violations) {
        if (event.op() != Op.FAULT) {
            return;
        }
        boolean misbehaved =
                event.details().find("duty").filter("misbehaved"::equals).isPresent();
        boolean stuck = event.details().find("stuck").filter("true"::equals).isPresent();
        if (!stuck || !(misbehaved || couldNotRun.test(event.process()))) {
            violations.accept(
                    Violation.of(this, event.process() + " called its fault handler: " + event.value(), event));
        }
    }
}
