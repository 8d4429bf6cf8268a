// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.FaultHandler;
import dev.baton.UnavailableException;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.testkit.contract.TestContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jgroups.JChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a node that could not be started. */
@Timeout(60)
class FailedStartTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @TempDir
    Path locks;

    private static List<Path> filesIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    @Test
    void nothingIsLeftOpenIfTheStateFileCannotBeWritten() {
        RegistryConfiguration configuration = RegistryConfiguration.of("one", folder.resolve("state"))
                .settings(RegistrySettings.majorityOf(3))
                .lockFolder(locks)
                .build();
        AtomicReference<JChannel> channel = new AtomicReference<>();
        try (ThreadLanes lanes = new ThreadLanes("failed", 1, FaultHandler.halting())) {
            assertThatThrownBy(() -> RegistryBootstrap.join(configuration, TestContext.of("c", lanes), made -> {
                        channel.set(made);
                        occupy(folder.resolve("state.new"));
                    }))
                    .isInstanceOf(UnavailableException.class);

            assertThat(channel.get().isClosed())
                    .as("the JGroups channel is closed")
                    .isTrue();
            eventually(
                    "the peer channel has given its lock back",
                    PATIENCE,
                    () -> filesIn(locks).isEmpty(),
                    () -> filesIn(locks));
        }
    }

    /** No file can be written here, not even by root. */
    private static void occupy(Path file) {
        try {
            Files.createDirectories(file.resolve("within"));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
