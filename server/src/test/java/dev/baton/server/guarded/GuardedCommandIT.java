// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A command that is started where Baton gets no more threads: if the start fails, nothing of the command runs. */
@Timeout(60)
class GuardedCommandIT {
    private static final Duration GRACE = Duration.ofMillis(200);
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final AtomicReference<Process> guardian = new AtomicReference<>();

    /** Has threads for so many. */
    private final class Scarce implements GuardedCommand.Starter {
        private final int threads;
        private final AtomicInteger started = new AtomicInteger();

        Scarce(int threads) {
            this.threads = threads;
        }

        @Override
        public Process process(ProcessBuilder builder) throws IOException {
            Process process = builder.start();
            guardian.set(process);
            if (threads < 0) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return process;
        }

        @Override
        public void thread(Thread thread) {
            if (started.incrementAndGet() > threads) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            thread.start();
        }
    }

    /** Certain for so long from its beginning. */
    private record Certain(long begun, Duration span) implements Leadership {
        @Override
        public ElectionName election() {
            return ElectionName.of("work.n1");
        }

        @Override
        public Node node() {
            return new Node(NodeId.of("n1"), new Incarnation(7));
        }

        @Override
        public Epoch epoch() {
            return Epoch.of(1);
        }

        @Override
        public boolean mayAct() {
            return !remaining().isZero();
        }

        @Override
        public Duration remaining() {
            long left = span.toNanos() - (System.nanoTime() - begun);
            return Duration.ofNanos(Math.max(0, left));
        }

        @Override
        public void refused(FencedException refusal) {
            throw new AssertionError(refusal);
        }
    }

    private GuardedCommand start(int threads, Duration certain) throws IOException {
        return GuardedCommand.start(
                List.of(
                        "sh",
                        "-c",
                        "trap '' TERM; echo $$ > '" + folder.resolve("pid") + "'; while :; do sleep 0.05; done"),
                Map.of(),
                name -> false,
                new Certain(System.nanoTime(), certain),
                GRACE,
                ProcessBuilder.Redirect.DISCARD,
                new Scarce(threads));
    }

    @AfterEach
    void end() {
        Optional.ofNullable(guardian.get()).ifPresent(it -> new CommandProcesses(it.pid()).kill());
    }

    private List<Long> left() {
        return new CommandProcesses(guardian.get().pid()).members();
    }

    @Test
    void aCommandWhoseDeadlinesNobodyWouldTellHasEndedWhenItsStartFails() {
        assertThatThrownBy(() -> start(0, Duration.ofMinutes(1))).isInstanceOf(OutOfMemoryError.class);

        assertThat(left()).isEmpty();
    }

    @Test
    void aCommandWhoseEndNobodyWouldNoticeHasEndedWhenThatFails() throws IOException {
        GuardedCommand command = start(1, Duration.ofMinutes(1));
        Eventually.eventually("the command runs", SOON, () -> Files.exists(folder.resolve("pid")), this::left);

        assertThatThrownBy(() -> command.whenEnded(code -> {})).isInstanceOf(OutOfMemoryError.class);

        assertThat(left()).isEmpty();
    }

    @Test
    void aProcessThatJavaForgetsIsOutlasted() {
        assertThatThrownBy(() -> start(-1, Duration.ofSeconds(1))).isInstanceOf(OutOfMemoryError.class);

        assertThat(left()).isEmpty();
    }
}
