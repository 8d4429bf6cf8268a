// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Validity;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.time.Duration;
import java.util.function.Consumer;

/** An elector that writes down until when each leadership is certain. */
public final class RecordedElector implements Elector {
    private final Elector elector;
    private final HistoryRecorder history;

    public RecordedElector(Elector elector, HistoryRecorder history) {
        this.elector = elector;
        this.history = history;
    }

    @Override
    public Guarantee guarantee() {
        return elector.guarantee();
    }

    @Override
    public Duration certainty() {
        return elector.certainty();
    }

    @Override
    public Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events) {
        return elector.enter(entry, event -> {
            if (event instanceof Granted granted) {
                deadline(entry.election(), granted.epoch(), granted.validity());
            } else if (event instanceof Extended extended) {
                deadline(entry.election(), extended.epoch(), extended.validity());
            }
            events.accept(event);
        });
    }

    private void deadline(ElectionName election, Epoch epoch, Validity validity) {
        history.record(
                Kind.OK,
                Op.DEADLINE,
                election,
                epoch,
                Details.of("certain", validity.certainUntil(), "others", validity.othersFrom()));
    }

    @Override
    public void close() {
        elector.close();
    }
}
