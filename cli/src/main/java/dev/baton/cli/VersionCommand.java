// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Which Baton this is. */
@Command(name = "version", description = "Which Baton this is, and on which Java it runs.")
final class VersionCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    VersionCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    static String version() {
        Properties build = new Properties();
        try (InputStream in = VersionCommand.class.getResourceAsStream("build.properties")) {
            build.load(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return build.getProperty("version", "unknown");
    }

    @Override
    public Integer call() {
        Output to = output.to(surroundings);
        String java = System.getProperty("java.runtime.version", "unknown");
        if (to.json()) {
            to.document(Json.object().put("version", version()).put("java", java));
        } else {
            to.line("baton " + version() + " (Java " + java + ")");
        }
        return ExitCode.OK.number();
    }
}
