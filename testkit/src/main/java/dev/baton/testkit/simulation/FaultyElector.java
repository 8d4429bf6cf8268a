// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Guarantee;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** An elector that tells candidates something else than the truth, or nothing: a known-bad change that a simulation must find. */
public record FaultyElector(Elector real, Function<ElectorEvent, Optional<ElectorEvent>> twist) implements Elector {
    @Override
    public Guarantee guarantee() {
        return real.guarantee();
    }

    @Override
    public Duration certainty() {
        return real.certainty();
    }

    @Override
    public Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events) {
        return real.enter(entry, event -> twist.apply(event).ifPresent(events));
    }

    @Override
    public void close() {
        real.close();
    }
}
