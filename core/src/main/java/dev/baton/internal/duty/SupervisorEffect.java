// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import dev.baton.Duty;

/** Something that the supervisor wants done. A duty is named by its position, a call by its number. */
sealed interface SupervisorEffect {
    void performBy(Performer performer);

    /** Call the duty's start. */
    record CallStart(int duty, int call) implements SupervisorEffect {
        @Override
        public void performBy(Performer performer) {
            performer.callStart(duty, call);
        }
    }

    /** Call the duty's stop. */
    record CallStop(int duty, int call) implements SupervisorEffect {
        @Override
        public void performBy(Performer performer) {
            performer.callStop(duty, call);
        }
    }

    /** Ask for the duty's health. */
    record CallHealth(int duty, int call) implements SupervisorEffect {
        @Override
        public void performBy(Performer performer) {
            performer.callHealth(duty, call);
        }
    }

    /** Ask the current call to return. */
    record Interrupt(int duty) implements SupervisorEffect {
        @Override
        public void performBy(Performer performer) {
            performer.interrupt(duty);
        }
    }

    /** Tell the observers. */
    record Report(Duty.Status status) implements SupervisorEffect {
        @Override
        public void performBy(Performer performer) {
            performer.report(status);
        }
    }

    /** The duty cannot be kept alive: give up leadership. */
    record GiveUp(String duty, String why) implements SupervisorEffect {
        @Override
        public void performBy(Performer performer) {
            performer.giveUp(duty, why);
        }
    }

    /** The duty cannot be stopped: the last resort. */
    record Stuck(String duty, String why) implements SupervisorEffect {
        @Override
        public void performBy(Performer performer) {
            performer.stuck(duty, why);
        }
    }

    /** Every duty has been seen to be stopped. */
    record AllStopped() implements SupervisorEffect {
        @Override
        public void performBy(Performer performer) {
            performer.allStopped();
        }
    }

    /** One method per kind of effect. */
    interface Performer {
        void callStart(int duty, int call);

        void callStop(int duty, int call);

        void callHealth(int duty, int call);

        void interrupt(int duty);

        void report(Duty.Status status);

        void giveUp(String duty, String why);

        void stuck(String duty, String why);

        void allStopped();
    }
}
