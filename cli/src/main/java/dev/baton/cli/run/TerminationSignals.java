// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jline.utils.Signals;

/** Signals to this process. */
final class TerminationSignals {
    private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);
    private static final int ENDED_BY_SIGNAL = 128;

    private TerminationSignals() {}

    /** Calls {@code heard} with the name of each of these signals, instead of what they would do. */
    static void on(List<String> names, Consumer<String> heard) {
        for (String name : names) {
            if (Signals.register(name, () -> heard.accept(name)) == null) {
                throw new IllegalStateException("this JVM does not support handlers of the signal " + name);
            }
        }
    }

    /** The exit code of a process that a signal ended. */
    static int exitCode(String name) {
        return ENDED_BY_SIGNAL + Objects.requireNonNull(NUMBERS.get(name), name);
    }
}
