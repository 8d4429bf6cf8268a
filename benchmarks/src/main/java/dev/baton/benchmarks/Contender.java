// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.time.Duration;
import java.util.Map;

/**
 * A way to elect, with its settings, in the comparison with peers.
 *
 * @param name of the library
 * @param setting whether these are its defaults, and the figures that matter
 * @param main the class of its candidates
 * @param backend what they need beside themselves
 * @param arguments what a candidate is told, beside what its backend adds
 * @param takeover about how long a crash goes unnoticed
 * @param why why a setting that is not the default is the fastest that is safe; empty for defaults
 */
record Contender(
        String name,
        String setting,
        Class<?> main,
        Kind backend,
        Map<String, String> arguments,
        Duration takeover,
        String why) {
    /** What candidates need beside themselves. */
    enum Kind {
        POSTGRES,
        ZOOKEEPER,
        ETCD,
        NOTHING
    }

    Contender {
        arguments = Map.copyOf(arguments);
    }

    /** The same, with the reason for its setting. */
    Contender because(String reason) {
        return new Contender(name, setting, main, backend, arguments, takeover, reason);
    }

    String label() {
        return name + ", " + setting;
    }

    /** How long to wait for what it does by itself, before it counts as not done. */
    Duration patience() {
        return takeover.multipliedBy(2).plusSeconds(30);
    }

    /**
     * Whether nothing changes while another contender has the machine for as long as it takes. One whose lease is short
     * could lose its leader while the other's processes start, and Quartz considers a run that has lasted a minute
     * misfired, and lets the next one wait.
     */
    boolean isSteady() {
        return takeover.compareTo(Duration.ofSeconds(2)) >= 0 && !name.startsWith("Quartz");
    }

    /** Whether its voters give no vote for a lease after their start. */
    boolean abstains() {
        return isBaton() && (name.endsWith("registry") || name.endsWith("bully"));
    }

    boolean isBaton() {
        return main == BatonCandidate.class;
    }
}
