// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.InMemoryFence;
import dev.baton.Leadership;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;

/** A fenced resource that writes down every effect it accepted or refused. Its order is the truth. */
public class RecordingFence {
    private final HistoryRecorder history;
    private final InMemoryFence fence = new InMemoryFence();

    public RecordingFence(HistoryRecorder history) {
        this.history = history;
    }

    /** Lets an effect of a leader through, if no later leader had one before. */
    public boolean effect(Leadership by) {
        String details = Details.of("by", by.node());
        try {
            accept(by.election(), by.epoch(), details);
            return true;
        } catch (FencedException refused) {
            history.record(Kind.FAIL, Op.EFFECT, by.election(), by.epoch(), details + " seen=" + refused.current());
            return false;
        }
    }

    private void accept(ElectionName election, Epoch epoch, String details) {
        guard(election, epoch, () -> history.record(Kind.OK, Op.EFFECT, election, epoch, details));
    }

    /** Check and effect in one step. */
    protected void guard(ElectionName election, Epoch epoch, Runnable effect) {
        fence.guard(election, epoch, () -> {
            effect.run();
            return epoch;
        });
    }
}
