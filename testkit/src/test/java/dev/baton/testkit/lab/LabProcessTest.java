// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LabProcessTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private LabProcess echo() {
        LabProcess echo = LabProcess.start(
                "echo", Echo.class, List.of("-Xmx32m"), List.of("a", "b"), directory.resolve("echo.log"));
        assertThat(echo.await("ready", LIMIT)).isEqualTo("ready a,b");
        return echo;
    }

    @Test
    void itIsSpokenToByLines() {
        try (LabProcess echo = echo()) {
            echo.say("hello");

            assertThat(echo.await("heard", LIMIT)).isEqualTo("heard hello");
        }
    }

    @Test
    void whilePausedItStandsStill() {
        try (LabProcess echo = echo()) {
            echo.pause();
            echo.say("while paused");
            assertThat(echo.last("heard")).isEmpty();

            echo.resume();

            echo.await("heard while paused", LIMIT);
        }
    }

    @Test
    void killedItIsGone() {
        LabProcess echo = echo();

        echo.kill();

        assertThat(echo.isAlive()).isFalse();
        assertThatThrownBy(() -> echo.await("never said", LIMIT)).hasMessageContaining("ended without saying");
    }

    @Test
    void itsExitStatusIsKnown() {
        try (LabProcess echo = echo()) {
            echo.say("end");

            assertThat(echo.awaitEnd()).isEqualTo(3);
        }
    }
}
