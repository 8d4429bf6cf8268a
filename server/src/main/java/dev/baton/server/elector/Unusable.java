// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.elector.Elector;
import dev.baton.runtime.Lanes;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/** Stands in where the problems say why there is no elector. */
final class Unusable implements ElectorSection.Chosen {
    @Override
    public Function<Lanes, Elector> elector(Consumer<Duration> renewals) {
        throw new IllegalStateException("the configuration has problems");
    }
}
