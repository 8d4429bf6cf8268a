// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.work.DefinitionChange;
import dev.baton.work.PlacementRule;
import java.util.List;
import java.util.Optional;

/**
 * What an operation changes.
 *
 * @param outcome the message when it is done
 * @param changes what is stored, all of it or nothing
 * @param pin what it pins
 * @param passes whether the pin lasts only until the partition has arrived
 */
record WorkChange(String outcome, List<DefinitionChange> changes, Optional<PlacementRule> pin, boolean passes) {
    static WorkChange of(String outcome, DefinitionChange change) {
        return of(outcome, List.of(change));
    }

    static WorkChange of(String outcome, List<DefinitionChange> changes) {
        return new WorkChange(outcome, changes, Optional.empty(), false);
    }

    static WorkChange pin(String outcome, PlacementRule pin, boolean passes) {
        return new WorkChange(outcome, List.of(new DefinitionChange.AddRule(pin)), Optional.of(pin), passes);
    }

    static WorkChange none(String outcome) {
        return of(outcome, List.of());
    }
}
