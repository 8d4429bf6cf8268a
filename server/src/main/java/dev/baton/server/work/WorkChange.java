// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.work.PlacementRule;
import dev.baton.work.WorkStore;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What an operation comes to.
 *
 * @param outcome what is said when it is done
 * @param store what is stored
 * @param passing a pin that holds only until its partition has arrived
 */
record WorkChange(String outcome, Consumer<WorkStore> store, Optional<PlacementRule> passing) {
    static WorkChange of(String outcome, Consumer<WorkStore> store) {
        return new WorkChange(outcome, store, Optional.empty());
    }

    static WorkChange none(String outcome) {
        return of(outcome, store -> {});
    }
}
