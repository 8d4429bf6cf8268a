// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.BatonException;
import dev.baton.raft.group.GroupClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;

/** Calls of {@link RecordsPart} that are repeated until they are answered: a lead that has just begun may not last. */
final class RecordsCalls {
    private static final Duration ATTEMPT = Duration.ofSeconds(5);

    private RecordsCalls() {}

    /** Adds a text that no other record has; the answer is how many there are with it. */
    static String add(GroupClient group, String text) {
        return answered(group, RecordsPart.ONCE + text);
    }

    /** How many there are, by a majority. */
    static String size(GroupClient group) {
        return answered(group, "size");
    }

    private static String answered(GroupClient group, String request) {
        AtomicReference<Object> outcome = new AtomicReference<>("");
        eventually(
                request.substring(0, Math.min(request.length(), 20)) + " is answered",
                GroupLab.PATIENCE,
                () -> {
                    try {
                        outcome.set(once(group, request, ATTEMPT));
                        return true;
                    } catch (CompletionException failed) {
                        if (!(failed.getCause() instanceof BatonException)) {
                            throw failed;
                        }
                        outcome.set(failed);
                        return false;
                    }
                },
                outcome::get);
        return outcome.get().toString();
    }

    /** Asks once. */
    static String once(GroupClient group, String request, Duration within) {
        return new String(
                group.call(RecordsPart.NAME, RecordsPart.bytes(request), within).join(), StandardCharsets.UTF_8);
    }
}
