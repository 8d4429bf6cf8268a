// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import dev.baton.server.config.EffectiveConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * The outcome of a reload.
 *
 * @param applied keys whose change is now in effect
 * @param needsRestart keys whose change takes effect after a restart
 */
public record Reload(List<String> applied, List<String> needsRestart) {
    static Reload between(EffectiveConfig before, EffectiveConfig after) {
        List<String> applied = new ArrayList<>();
        List<String> needsRestart = new ArrayList<>();
        // An entry that was moved, added or removed is another election, whatever its fields are.
        boolean sameElections = names(before).equals(names(after));
        after.differences(before).forEach((path, reloads) -> {
            boolean ofElection = path.startsWith(NodeKeys.ELECTIONS + "[");
            (reloads && (sameElections || !ofElection) ? applied : needsRestart).add(path);
        });
        return new Reload(applied, needsRestart);
    }

    private static List<String> names(EffectiveConfig values) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < Math.max(1, values.count(NodeKeys.ELECTIONS)); i++) {
            names.add(values.get(NodeKeys.NAME, i).value());
        }
        return names;
    }
}
