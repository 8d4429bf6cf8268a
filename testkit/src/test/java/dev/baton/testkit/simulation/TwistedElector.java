// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.elector.Contest;
import dev.baton.elector.Elector;
import dev.baton.elector.ElectorEvent;
import dev.baton.elector.Entry;
import dev.baton.elector.Promise;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** An elector that tells candidates something else than the truth, or nothing. */
record TwistedElector(Elector real, Function<ElectorEvent, Optional<ElectorEvent>> twist) implements Elector {
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
