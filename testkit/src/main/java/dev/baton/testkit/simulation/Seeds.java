// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * Which seeds a simulation test runs: {@code -Dbaton.seed=N} runs one, {@code -Dbaton.seeds=N} more or fewer than usual,
 * {@code -Dbaton.seed.from=N} others.
 */
public final class Seeds {
    private Seeds() {}

    public static boolean isSingle() {
        return System.getProperty("baton.seed") != null;
    }

    /** @param usual how many */
    public static LongStream upTo(long usual) {
        if (isSingle()) {
            return LongStream.of(Long.getLong("baton.seed"));
        }
        long from = Long.getLong("baton.seed.from", 1);
        return LongStream.range(from, from + Long.getLong("baton.seeds", usual));
    }

    /**
     * Runs whole simulations, and fails if one does or if something that must happen now and then did not.
     *
     * @return how long it took to agree, at most
     */
    public static Duration runAll(
            long usual, List<Enum<?>> facts, LongFunction<? extends NodeSimulation<?>> simulation) {
        Set<Enum<?>> missing = new HashSet<>(facts);
        Duration slowest = upTo(usual)
                .mapToObj(seed -> {
                    NodeSimulation<?> run = simulation.apply(seed);
                    Duration agreed = run.run();
                    missing.removeAll(run.facts());
                    return agreed;
                })
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        if (!isSingle() && !missing.isEmpty()) {
            throw new AssertionError("never happened: " + missing);
        }
        return slowest;
    }

    /**
     * How the first run fails that does, of so many.
     *
     * @param change what is wrong on purpose
     */
    public static Optional<String> firstFailure(String change, long from, long count, LongConsumer run) {
        for (long seed = from; seed < from + count; seed++) {
            try {
                run.accept(seed);
            } catch (AssertionError failure) {
                System.out.println(change + " is found out by seed " + seed);
                return Optional.of(String.valueOf(failure.getMessage()));
            }
        }
        return Optional.empty();
    }
}
