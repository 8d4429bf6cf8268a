// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import dev.baton.testkit.history.Details;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** By the store's clock, a lease is given only when the one before has expired, was released or its holder is gone. */
public final class OneValidLease extends RowRule {
    @Override
    public String id() {
        return "I2";
    }

    @Override
    void changed(@Nullable HistoryEvent before, HistoryEvent change, Consumer<Violation> violations) {
        if (before != null && change.op() == Op.STORE_ACQUIRE && overlap(before, change)) {
            violations.accept(Violation.of(
                    this,
                    "the lease was given at " + change.details().number("at") + ", but the one before lasts until "
                            + before.details().number("until"),
                    before,
                    change));
        }
    }

    private static boolean overlap(HistoryEvent last, HistoryEvent acquired) {
        if (last.op() == Op.STORE_RELEASE) {
            return false;
        }
        Details before = last.details();
        Details after = acquired.details();
        boolean gone = after.find("gone").filter(before.text("token")::equals).isPresent();
        return !gone && after.number("at") < before.number("until");
    }
}
