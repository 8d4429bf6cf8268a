// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A renewal extends only a lease that is live, with the token that it was given under. */
public final class RenewNeverResurrects extends RowRule {
    @Override
    public String id() {
        return "I7";
    }

    @Override
    void changed(@Nullable HistoryEvent before, HistoryEvent change, Consumer<Violation> violations) {
        if (change.op() != Op.STORE_RENEW) {
            return;
        }
        if (before == null) {
            violations.accept(Violation.of(this, "a lease was renewed that was never given", change));
        } else if (!isLive(before, change)) {
            violations.accept(Violation.of(
                    this,
                    "a lease was renewed at " + change.details().number("at") + " that ended at "
                            + before.details().number("until") + " or is another's",
                    before,
                    change));
        }
    }

    private static boolean isLive(HistoryEvent last, HistoryEvent renewed) {
        return last.op() != Op.STORE_RELEASE
                && renewed.details().text("token").equals(last.details().text("token"))
                && renewed.details().number("at") < last.details().number("until");
    }
}
