// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds out that the others cannot reach a leader's port, though it reaches them, as behind a firewall. They follow it
 * then, and nothing that they ask is answered: another one is to lead. Every member asks every voter something once a
 * second. Looks are counted, not time: a process that was paused has not looked.
 */
final class ClosedPort {
    private static final int MAX_LOOKS = 20;

    private final AtomicInteger looks = new AtomicInteger();

    Function<byte[], CompletableFuture<byte[]>> notedBy(Function<byte[], CompletableFuture<byte[]>> answers) {
        return question -> {
            looks.set(0);
            return answers.apply(question);
        };
    }

    /**
     * @param progress of the others, as this leader knows it
     * @return whether to hand over; not if the others are too few to go on without this member
     */
    boolean look(Quorum quorum, Map<String, MembershipRules.Progress> progress) {
        boolean canGoOn = quorum.isReachedBy(progress.entrySet().stream()
                .filter(other -> isHeard(other.getValue().silent()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet()));
        if (!canGoOn) {
            looks.set(0);
            return false;
        }
        return looks.incrementAndGet() % MAX_LOOKS == 0;
    }

    private static boolean isHeard(Duration silent) {
        return silent.compareTo(RatisSettings.MAX_TIMEOUT) < 0;
    }
}
