// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What can be done to the broker that leads the first partition. */
enum KafkaAction {
    KILL("k", "kill the leader"),
    PAUSE("p", "pause it"),
    RESIGN("r", "let it resign");

    private final String key;
    private final String hint;

    KafkaAction(String key, String hint) {
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

    static Optional<KafkaAction> ofKey(String key) {
        return Arrays.stream(values()).filter(action -> action.key.equals(key)).findFirst();
    }
}
