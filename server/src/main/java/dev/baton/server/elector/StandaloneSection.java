// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.server.config.Key;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.config.Values;
import dev.baton.standalone.StandaloneElector;
import java.nio.file.Path;
import java.util.List;

/** A cluster of one. */
final class StandaloneSection implements ElectorSection {
    private static final Key<String> STATE_FILE = Key.of(
            "elector.standalone.state_file",
            KeyType.text(),
            "",
            "keeps the epochs across restarts; without it they start again at 1");

    @Override
    public String type() {
        return "standalone";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(STATE_FILE);
    }

    @Override
    public Chosen read(Values values, Identity node, Problems problems) {
        String file = values.get(STATE_FILE);
        if (file.isEmpty()) {
            return renewals -> StandaloneElector::inMemory;
        }
        Path path = Path.of(file);
        return renewals -> lanes -> StandaloneElector.withStateFile(lanes, path);
    }
}
