// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import dev.baton.Duty;
import dev.baton.Leadership;
import dev.baton.internal.runtime.TimedWait;
import java.time.Duration;

/** A body that runs another again and again while it may act. */
public record Repeated(Duration pause, Duty.Body body) implements Duty.Body {
    public Repeated {
        if (pause.isNegative() || pause.isZero()) {
            throw new IllegalArgumentException("pause " + pause + " must be above 0s");
        }
    }

    @Override
    public void run(Leadership leadership) throws Exception {
        while (leadership.mayAct()) {
            body.run(leadership);
            TimedWait.of(pause);
        }
    }
}
