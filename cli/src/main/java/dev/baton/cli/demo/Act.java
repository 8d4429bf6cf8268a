// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the audience can do. */
enum Act {
    KILL('k', "kill the leader"),
    PAUSE('p', "pause it"),
    RESIGN('r', "let it resign"),
    RESTART('s', "restart the killed"),
    ADD('a', "add a node");

    private final char key;
    private final String hint;

    Act(char key, String hint) {
        this.key = key;
        this.hint = hint;
    }

    char key() {
        return key;
    }

    String hint() {
        return hint;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Act> ofKey(int key) {
        return Arrays.stream(values()).filter(act -> act.key == key).findFirst();
    }
}
