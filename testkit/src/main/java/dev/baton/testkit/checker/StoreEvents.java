// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.checker;

import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;

/** Which events change a row of a store. */
final class StoreEvents {
    private StoreEvents() {}

    static boolean changed(HistoryEvent event) {
        return event.is(Op.STORE_ACQUIRE, Kind.OK)
                || event.is(Op.STORE_RENEW, Kind.OK)
                || event.is(Op.STORE_RELEASE, Kind.OK);
    }
}
