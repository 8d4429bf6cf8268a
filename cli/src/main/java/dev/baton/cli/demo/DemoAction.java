// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can be done to the cluster. */
enum DemoAction {
    KILL("k", "kill the leader"),
    PAUSE("p", "pause it"),
    RESIGN("r", "let it resign"),
    RESTART("s", "restart the killed"),
    ADD("a", "add a node");

    private final String key;
    private final String hint;

    DemoAction(String key, String hint) {
        this.key = key;
        this.hint = hint;
    }

    String key() {
        return key;
    }

    String hint() {
        return hint;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<DemoAction> ofKey(String key) {
        return Arrays.stream(values()).filter(action -> key.equals(action.key)).findFirst();
    }
}
