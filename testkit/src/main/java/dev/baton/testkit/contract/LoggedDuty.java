// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.contract;

import dev.baton.Duty;
import dev.baton.Leadership;
import java.util.List;

/** A duty that records when it is started and stopped. */
record LoggedDuty(String name, List<String> calls) implements Duty {
    @Override
    public void start(Leadership leadership, Crash crash) {
        calls.add("start " + leadership.epoch());
    }

    @Override
    public void stop() {
        calls.add("stop");
    }
}
