// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a program in the place of systemd's own that writes down what it is told. */
class SystemdNotifierTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private Path told;
    private List<String> program;

    @BeforeEach
    void makeProgram() {
        told = folder.resolve("told");
        program = List.of("sh", "-c", "echo \"$*\" >>" + told, "notify");
    }

    private List<String> told() {
        try {
            return Files.exists(told) ? Files.readAllLines(told) : List.of();
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private long fed() {
        return told().stream().filter("WATCHDOG=1"::equals).count();
    }

    @Test
    void systemdHearsThatTheNodeServesAndThatItStops() {
        SystemdNotifier notices = new SystemdNotifier(program, Optional.empty());

        notices.ready(() -> true);
        assertThat(told()).containsExactly("READY=1 STATUS=serving");
        notices.close();

        List<String> all = List.of("READY=1 STATUS=serving", "STOPPING=1 STATUS=handing over");
        eventually("it stops", PATIENCE, () -> told().equals(all), () -> told().toString());
    }

    @Test
    void theWatchdogIsFedWhileTheNodeIsWellAndNotOtherwise() {
        AtomicBoolean well = new AtomicBoolean(true);
        AtomicInteger asked = new AtomicInteger();
        try (SystemdNotifier notices = new SystemdNotifier(program, Optional.of(Duration.ofMillis(30)))) {
            notices.ready(() -> {
                asked.incrementAndGet();
                return well.get();
            });
            eventually("the watchdog is fed twice", PATIENCE, () -> fed() >= 2, () -> told().toString());

            well.set(false);
            int first = asked.get();
            eventually("the node was asked again", PATIENCE, () -> asked.get() >= first + 2, () -> "");
            long hungry = fed();
            int then = asked.get();
            eventually("the node was asked more often", PATIENCE, () -> asked.get() >= then + 5, () -> "");
            assertThat(fed()).isEqualTo(hungry);

            well.set(true);
            eventually("the watchdog is fed again", PATIENCE, () -> fed() > hungry, () -> told().toString());
        }
        eventually(
                "it stops", PATIENCE, () -> told().contains("STOPPING=1 STATUS=handing over"), () -> told().toString());
    }

    @Test
    void aProgramThatIsMissingDoesNotStopTheNode() {
        try (SystemdNotifier notices = new SystemdNotifier(List.of("/nonexistent/notify"), Optional.empty())) {
            notices.ready(() -> true);
        }

        assertThat(told()).isEmpty();
    }

    @Test
    void nobodyIsToldWhereNobodyAsks() {
        assertThat(SystemdNotifier.of(Map.of(), 7)).isEmpty();
        assertThat(SystemdNotifier.of(Map.of("NOTIFY_SOCKET", ""), 7)).isEmpty();
        assertThat(SystemdNotifier.of(Map.of("NOTIFY_SOCKET", "/run/x"), 7)).isPresent();
    }

    @Test
    void thePeriodIsThatOfThisProcess() {
        assertThat(SystemdNotifier.period(Map.of("WATCHDOG_USEC", "30000000"), 7))
                .contains(Duration.ofSeconds(30));
        assertThat(SystemdNotifier.period(Map.of("WATCHDOG_USEC", "30000000", "WATCHDOG_PID", "7"), 7))
                .contains(Duration.ofSeconds(30));
        assertThat(SystemdNotifier.period(Map.of("WATCHDOG_USEC", "30000000", "WATCHDOG_PID", "8"), 7))
                .isEmpty();
        assertThat(SystemdNotifier.period(Map.of("WATCHDOG_USEC", "0"), 7)).isEmpty();
        assertThat(SystemdNotifier.period(Map.of("WATCHDOG_USEC", "soon"), 7)).isEmpty();
        assertThat(SystemdNotifier.period(Map.of(), 7)).isEmpty();
    }
}
