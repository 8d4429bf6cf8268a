// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.work;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can be done to the workers. */
enum WorkAction {
    KILL("k"),
    PAUSE("p"),
    RESUME("r"),
    DRAIN("d"),
    UNDRAIN("u"),
    ADD("a");

    private final String key;

    WorkAction(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<WorkAction> ofKey(String key) {
        return Arrays.stream(values()).filter(action -> action.key.equals(key)).findFirst();
    }
}
