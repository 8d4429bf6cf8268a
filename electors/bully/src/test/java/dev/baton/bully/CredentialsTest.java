// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleConsumer;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether it can be told from a refusal, by its time above all, how much of a password is right. */
class CredentialsTest {
    private static final int TRIES = 10_000;
    /** What Welch's t is beyond by chance seven times in a million. */
    private static final double SUSPICIOUS = 4.5;

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
        Credentials credentials = new Credentials("cluster_user", "cluster_pass", (said, expected) -> {
            compared.add(said.length);
            compared.add(expected.length);
            return MessageDigest.isEqual(said, expected);
        });

        assertThat(credentials.accept(header)).isEqualTo(header.equals(header("cluster_pass")));

        assertThat(compared).containsExactly(32, 32);
    }

    @Test
    void whatIsNearlyRightTakesAsLongAsWhatIsNot() {
        Credentials credentials = new Credentials("cluster_user", PASSWORD);

        assertThat(leastDifference(credentials::accept)).isLessThan(SUSPICIOUS);
    }

    /** Else the other test would prove nothing. */
    @Test
    void aComparisonThatStopsAtTheFirstDifferenceIsFoundOut() {
        String right = header(PASSWORD);

        assertThat(leastDifference(presented -> stopsEarly(presented, right))).isGreaterThan(SUSPICIOUS);
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

    /** Of three measurements the one in which the two differ least: what differs by chance does not do so each time. */
    private static double leastDifference(Predicate<String> accept) {
        return DoubleStream.generate(() -> difference(accept)).limit(3).min().orElseThrow();
    }

    /** Welch's t, without the slowest tenth: what a busy machine does in it would hide everything else. */
    private static double difference(Predicate<String> accept) {
        Random order = new Random(7);
        boolean[] nearly = new boolean[2 * TRIES];
        double[] took = new double[2 * TRIES];
        for (int i = -2 * TRIES; i < 2 * TRIES; i++) {
            boolean which = order.nextBoolean();
            long began = System.nanoTime();
            boolean accepted = accept.test(which ? NEARLY : FAR_OFF);
            long ended = System.nanoTime();
            if (accepted) {
                throw new AssertionError("a wrong password was accepted");
            }
            if (i >= 0) {
                nearly[i] = which;
                took[i] = ended - began;
            }
        }
        double slowest = DoubleStream.of(took).sorted().toArray()[took.length * 9 / 10];
        DoubleSummaryStatistics near = new DoubleSummaryStatistics();
        DoubleSummaryStatistics far = new DoubleSummaryStatistics();
        each(took, nearly, slowest, near, far);
        DoubleSummaryStatistics nearSpread = new DoubleSummaryStatistics();
        DoubleSummaryStatistics farSpread = new DoubleSummaryStatistics();
        each(
                took,
                nearly,
                slowest,
                it -> nearSpread.accept(Math.pow(it - near.getAverage(), 2)),
                it -> farSpread.accept(Math.pow(it - far.getAverage(), 2)));
        double error = nearSpread.getAverage() / near.getCount() + farSpread.getAverage() / far.getCount();
        return Math.abs(near.getAverage() - far.getAverage()) / Math.sqrt(error);
    }

    private static void each(double[] took, boolean[] nearly, double slowest, DoubleConsumer near, DoubleConsumer far) {
        for (int i = 0; i < took.length; i++) {
            if (took[i] <= slowest) {
                (nearly[i] ? near : far).accept(took[i]);
            }
        }
    }
}
