// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.spi.ElectorFactory;
import java.time.Duration;
import java.util.function.Consumer;

/** A placeholder where the reported problems say why there is no elector. */
final class InvalidElectorConfig implements ElectorSection.Chosen {
    @Override
    public ElectorFactory<?> elector(Consumer<Duration> renewals) {
        throw new IllegalStateException("the configuration has problems");
    }
}
