// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RunReportTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final CountDownLatch reader = new CountDownLatch(1);

    @Test
    void nothingWaitsForAStandardErrorThatIsAFullPipe() {
        RunReport report = new RunReport("job", fullPipe(), false);

        for (int i = 0; i < RunReport.MAX_WAITING + 10; i++) {
            report.ended(1);
        }
        report.close();
        assertThat(text()).isEmpty();
    }

    @Test
    void linesThatDidNotFitAreCounted() {
        RunReport report = new RunReport("job", fullPipe(), false);
        report.standing("n1");
        for (int i = 0; i < RunReport.MAX_WAITING + 10; i++) {
            report.ended(1);
        }

        reader.countDown();
        eventually(
                "all that waited is printed",
                Duration.ofSeconds(10),
                () -> text().lines().count() >= RunReport.MAX_WAITING,
                this::text);
        report.stopped("TERM");
        report.close();

        assertThat(text()).contains("lines were dropped", "baton: the command was stopped\n");
    }

    @Test
    void whatWasSaidIsPrintedWhenItIsClosed() {
        reader.countDown();
        RunReport report = new RunReport("job", fullPipe(), true);

        report.ended(7);
        report.close();

        assertThat(text()).isEqualTo("{\"event\":\"ended\",\"election\":\"job\",\"exitCode\":7}\n");
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private PrintStream fullPipe() {
        return new PrintStream(
                new OutputStream() {
                    @Override
                    public void write(int letter) throws IOException {
                        write(new byte[] {(byte) letter}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int from, int count) throws IOException {
                        try {
                            reader.await();
                        } catch (InterruptedException ended) {
                            throw new IOException(ended);
                        }
                        printed.write(bytes, from, count);
                    }
                },
                false,
                StandardCharsets.UTF_8);
    }
}
