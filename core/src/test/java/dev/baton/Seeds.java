// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import java.util.function.LongConsumer;

/** Runs a random test over many seeds; a failure names its seed and the command that replays it. */
public final class Seeds {
    private static final long FIRST = 1;

    private Seeds() {}

    /** Property {@code baton.seed} runs one seed, {@code baton.seeds} that many; else {@code count} are run. */
    public static void forEach(Class<?> test, int count, LongConsumer run) {
        Long one = Long.getLong("baton.seed");
        if (one != null) {
            check(test, one, run);
            return;
        }
        long last = FIRST + Long.getLong("baton.seeds", count);
        for (long seed = FIRST; seed < last; seed++) {
            check(test, seed, run);
        }
    }

    private static void check(Class<?> test, long seed, LongConsumer run) {
        try {
            run.accept(seed);
        } catch (RuntimeException | Error failed) {
            throw new AssertionError(
                    "seed " + seed + " failed: " + failed.getMessage() + "\nreplay: ./mvnw -o -pl core test -Dtest="
                            + test.getSimpleName() + " -Dbaton.seed=" + seed,
                    failed);
        }
    }
}
