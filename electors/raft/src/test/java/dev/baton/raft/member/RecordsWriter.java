// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes one record after the other, each with a text of its own, and remembers those that were acknowledged. Not as fast
 * as it can: members would do little else, and a snapshot is taken every few records.
 */
final class RecordsWriter {
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final List<String> acknowledged = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile boolean ended;

    RecordsWriter(GroupLab lab) {
        thread = new Thread(
                () -> {
                    for (int i = 0; !ended; i++) {
                        try {
                            lab.call("add:w" + i, Duration.ofSeconds(2));
                            acknowledged.add("w" + i);
                        } catch (CompletionException unknownOrNot) {
                            // Then it is not counted, whether it was written or not.
                        }
                        LockSupport.parkNanos(PAUSE.toNanos());
                    }
                },
                "writer");
        thread.setDaemon(true);
        thread.start();
    }

    List<String> acknowledged() {
        return acknowledged;
    }

    void awaitMore(int count) {
        int before = acknowledged.size();
        eventually(
                count + " more records are written",
                GroupLab.PATIENCE,
                () -> acknowledged.size() >= before + count,
                acknowledged::size);
    }

    void end() throws InterruptedException {
        ended = true;
        thread.join();
    }
}
