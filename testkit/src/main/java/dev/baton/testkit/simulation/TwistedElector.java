// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.spi.Contest;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Entry;
import dev.baton.spi.Promise;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** An elector that tells candidates something else than the truth, or nothing: a known-bad change that a simulation must find. */
public record TwistedElector(Elector real, Function<ElectorEvent, Optional<ElectorEvent>> twist) implements Elector {
    @Override
    public Promise promise() {
        return real.promise();
    }

    @Override
    public Duration certainty() {
        return real.certainty();
    }

    @Override
    public Contest enter(Entry entry, Consumer<ElectorEvent> events) {
        return real.enter(entry, event -> twist.apply(event).ifPresent(events));
    }

    @Override
    public void close() {
        real.close();
    }
}
