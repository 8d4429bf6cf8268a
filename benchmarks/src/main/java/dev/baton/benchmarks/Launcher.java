// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The launcher of the distribution, by which users start a server: with its options, and its archive of classes. */
final class Launcher {
    /** Where it is; {@code benchmarks/run} says so. */
    private static final String PROPERTY = "baton.launcher";

    private static final String OPTIONS = "BATON_JAVA_OPTS=";

    private final Path program;

    private Launcher(Path program) {
        this.program = program;
    }

    /** Nothing where there is none, as in the tests. */
    static Optional<Launcher> find() {
        return Optional.ofNullable(System.getProperty(PROPERTY))
                .filter(it -> !it.isEmpty())
                .map(Path::of)
                .filter(Files::isExecutable)
                .map(Launcher::new);
    }

    /** Has the archive made, which is done at the very first start. */
    Launcher prepared() {
        try {
            int status = new ProcessBuilder(program.toString(), "version")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IllegalStateException(program + " version ended with " + status);
            }
            return this;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopped);
        }
    }

    /** The command that becomes Java, with further options for it. */
    List<String> command(List<String> jvm, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("env", OPTIONS + String.join(" ", jvm), program.toString()));
        command.addAll(arguments);
        return command;
    }
}
