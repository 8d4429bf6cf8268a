// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.allocation.Pin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The pins that count. A store keeps one per partition; where rows that were written by hand have more, the worker that
 * comes first by its id has it, for every coordinator alike.
 *
 * @param ignored the others
 */
record Pins(List<Pin> used, List<PlacementRule> ignored) {
    static Pins of(WorkState state) {
        List<PlacementRule> used = new ArrayList<>();
        List<PlacementRule> ignored = new ArrayList<>();
        state.rules().stream()
                .filter(rule -> rule.kind() == PlacementRule.Kind.PIN && rule.fits(state))
                .sorted(Comparator.comparing(rule -> rule.worker().value()))
                .forEach(rule -> (used.stream().anyMatch(rule::replaces) ? ignored : used).add(rule));
        return new Pins(used.stream().map(Pins::pin).toList(), ignored);
    }

    private static Pin pin(PlacementRule rule) {
        return new Pin(
                rule.list().toString(),
                rule.partition().orElseThrow(),
                rule.worker().value());
    }
}
