// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.KeyType;
import dev.baton.server.config.Problems;
import dev.baton.spi.ElectorFactory;
import dev.baton.standalone.StandaloneElector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A cluster of one. */
final class StandaloneSection implements ElectorSection {
    private static final ConfigKey<String> STATE_FILE = ConfigKey.of(
            "elector.standalone.state_file",
            KeyType.text(),
            "",
            "keeps the epochs across restarts; without it they start again at 1");

    @Override
    public String type() {
        return "standalone";
    }

    @Override
    public List<ConfigKey<?>> keys() {
        return List.of(STATE_FILE);
    }

    @Override
    public Chosen read(EffectiveConfig values, Identity node, Problems problems) {
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
        public LocalRequirements needs() {
            return LocalRequirements.file(file);
        }
    }
}
