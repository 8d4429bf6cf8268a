// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Whether the time that a password takes to be refused tells how much of it is right. */
class CredentialsTimingTest {
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
            for (int step = 0; step < 50; step++) {
                work = work * 31 + step;
            }
        }
        return true;
    }

    /** Of three measurements the one in which the two differ least: what differs by chance does not do so each time. */
    private static double leastDifference(Predicate<String> accept) {
        return DoubleStream.generate(() -> difference(accept)).limit(3).min().orElseThrow();
    }

    private static double difference(Predicate<String> accept) {
        Random order = new Random(7);
        double[] sums = new double[2];
        double[] squares = new double[2];
        int[] counts = new int[2];
        for (int i = -2 * TRIES; i < 2 * TRIES; i++) {
            int which = order.nextInt(2);
            long began = System.nanoTime();
            boolean accepted = accept.test(which == 0 ? NEARLY : FAR_OFF);
            double took = System.nanoTime() - began;
            if (accepted) {
                throw new AssertionError("a wrong password was accepted");
            }
            if (i >= 0) {
                sums[which] += took;
                squares[which] += took * took;
                counts[which]++;
            }
        }
        double[] means = {sums[0] / counts[0], sums[1] / counts[1]};
        double error = 0;
        for (int which = 0; which < 2; which++) {
            error += (squares[which] / counts[which] - means[which] * means[which]) / counts[which];
        }
        return Math.abs(means[0] - means[1]) / Math.sqrt(error);
    }
}
