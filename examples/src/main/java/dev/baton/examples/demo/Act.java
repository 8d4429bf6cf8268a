// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the audience can do to the cluster. */
enum Act {
    /** The leader's process is gone: nothing is released, nobody is told. */
    KILL('k', "kill the leader"),
    /** The leader's threads stand still for longer than its lease, and then go on as if nothing had happened. */
    PAUSE('p', "pause it"),
    /** The leader gives leadership back. */
    RESIGN('r', "let it resign"),
    /** The leader hands over to the node after it. */
    TRANSFER('t', "transfer to the next"),
    /** A killed node starts again; if there is none, one more joins. */
    START('n', "start a node");

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

    /** The word for it in a script, and in what is printed. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Act> ofKey(int key) {
        return Arrays.stream(values()).filter(act -> act.key == key).findFirst();
    }

    static Optional<Act> ofWord(String word) {
        return Arrays.stream(values()).filter(act -> act.word().equals(word)).findFirst();
    }

    static String words() {
        return Arrays.stream(values()).map(Act::word).collect(Collectors.joining(", "));
    }
}
