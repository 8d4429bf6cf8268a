// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.server.config.Key;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.server.config.Values;
import dev.baton.spi.ElectorFactory;
import dev.baton.standalone.StandaloneElector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

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
            return renewals -> StandaloneElector.inMemory();
        }
        return new InFile(Path.of(file));
    }

    private record InFile(Path file) implements Chosen {
        @Override
        public ElectorFactory<?> elector(Consumer<Duration> renewals) {
            return StandaloneElector.withStateFile(file);
        }

        @Override
        public Needs needs() {
            return Needs.file(file);
        }
    }
}
