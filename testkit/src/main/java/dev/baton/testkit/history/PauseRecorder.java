// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.spi.Ticker;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.time.Duration;

/**
 * Notes that the process was paused, before anything that it does afterwards. Its owner has to {@link #look()} more
 * often than a pause that matters.
 */
public final class PauseRecorder implements HistoryRecorder {
    private final HistoryRecorder history;
    private final ElectionName election;
    private final Ticker ticker;
    private final long noticeableNanos;
    private long last;

    public PauseRecorder(HistoryRecorder history, ElectionName election, Ticker ticker, Duration noticeable) {
        this.history = history;
        this.election = election;
        this.ticker = ticker;
        this.noticeableNanos = noticeable.toNanos();
        this.last = ticker.nanos();
    }

    /** Notes a pause that has just ended. */
    public synchronized void look() {
        long now = ticker.nanos();
        long stood = now - last;
        last = now;
        if (stood > noticeableNanos) {
            history.record(
                    Kind.INFO,
                    Op.RESUMED,
                    election,
                    Epoch.NONE,
                    Details.of("after_ms", Duration.ofNanos(stood).toMillis()));
        }
    }

    @Override
    public synchronized void record(Kind kind, Op op, ElectionName about, Epoch epoch, String value) {
        look();
        history.record(kind, op, about, epoch, value);
    }
}
