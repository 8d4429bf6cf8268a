// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import dev.baton.server.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code baton version}. */
@Command(name = "version", description = "Show the Baton and Java versions.")
final class VersionCommand implements Callable<Integer> {
    private final CliEnvironment environment;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    VersionCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    /** In one line. */
    static String text() {
        return "baton " + Version.current() + " (Java " + java() + ")";
    }

    private static String java() {
        return System.getProperty("java.runtime.version", "unknown");
    }

    @Override
    public Integer call() {
        Output to = output.to(environment);
        if (to.json()) {
            to.document(JsonOutput.object().put("version", Version.current()).put("java", java()));
        } else {
            to.line(text());
        }
        return ExitCode.OK.number();
    }
}
