// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether it can be told from a refusal, by its time above all, how much of a password is right. */
class ClusterSecretTest {
    private static final int TRIES = 2_000;
    private static final int MEASUREMENTS = 3;

    private static final String PASSWORD = "correct horse battery staple 42!";
    private static final String NEARLY = header(PASSWORD.replace('!', '?'));
    private static final String FAR_OFF = header(PASSWORD.replace('c', 'x'));

    private static String header(String password) {
        return "Basic "
                + Base64.getEncoder().encodeToString(("cluster_user:" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** Whatever is presented, two digests of 32 bytes are compared once, by what looks at every byte of them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Basic ",
                "Basic !!!!",
                "Basic Y2x1c3Rlcl91c2VyOmNsdXN0ZXJfcGFz",
                "Basic Y2x1c3Rlcl91c2VyOmNsdXN0ZXJfcGFzcw==",
                "Basic Y2x1c3Rlcl91c2VyOmNsdXN0ZXJfcGFzc3M="
            })
    void theComparisonOfCredentialsDoesNotDependOnHowMuchIsRight(String header) {
        List<Integer> compared = new ArrayList<>();
        ClusterSecret credentials = new ClusterSecret("cluster_user", "cluster_pass", (said, expected) -> {
            compared.add(said.length);
            compared.add(expected.length);
            return MessageDigest.isEqual(said, expected);
        });

        assertThat(credentials.accept(header)).isEqualTo(header.equals(header("cluster_pass")));

        assertThat(compared).containsExactly(32, 32);
    }

    /** Held against a comparison that stops at the first difference, on the same machine however busy it is. */
    @Test
    void whatIsNearlyRightTakesAsLongAsWhatIsNot() {
        ClusterSecret credentials = new ClusterSecret("cluster_user", PASSWORD);
        String right = header(PASSWORD);

        assertThat(leastDifference(credentials::accept))
                .isLessThan(leastDifference(presented -> stopsEarly(presented, right)) / 10);
    }

    private static boolean stopsEarly(String one, String other) {
        long work = 1;
        for (int i = 0; i < one.length(); i++) {
            if (one.charAt(i) != other.charAt(i)) {
                return work == 0;
            }
            for (int step = 0; step < 500; step++) {
                work = work * 31 + step;
            }
        }
        return true;
    }

    /** Of a few measurements the one in which the two differ least: what differs by chance does not do so each time. */
    private static double leastDifference(Predicate<String> accept) {
        return DoubleStream.generate(() -> difference(accept))
                .limit(MEASUREMENTS)
                .min()
                .orElseThrow();
    }

    /** In nanoseconds, between what half of the tries took at most: what a busy machine adds to some does not matter. */
    private static double difference(Predicate<String> accept) {
        Random order = new Random(7);
        LongStream.Builder near = LongStream.builder();
        LongStream.Builder far = LongStream.builder();
        for (int i = -2 * TRIES; i < 2 * TRIES; i++) {
            boolean which = order.nextBoolean();
            long began = System.nanoTime();
            boolean accepted = accept.test(which ? NEARLY : FAR_OFF);
            long took = System.nanoTime() - began;
            if (accepted) {
                throw new AssertionError("a wrong password was accepted");
            }
            if (i >= 0) {
                (which ? near : far).add(took);
            }
        }
        return Math.abs(median(near.build()) - median(far.build()));
    }

    private static double median(LongStream took) {
        long[] sorted = took.sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
