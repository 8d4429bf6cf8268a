// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.history;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;

/** Where one process writes down what it does. May be called from any thread. */
@FunctionalInterface
public interface HistoryRecorder {
    /** @param value further facts, see {@link Details#of} */
    void record(Kind kind, Op op, ElectionName election, Epoch epoch, String value);
}
