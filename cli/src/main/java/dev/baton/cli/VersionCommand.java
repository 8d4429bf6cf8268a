// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import dev.baton.server.Version;
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

    @Override
    public Integer call() {
        Output to = output.to(surroundings);
        String java = System.getProperty("java.runtime.version", "unknown");
        if (to.json()) {
            to.document(Json.object().put("version", Version.current()).put("java", java));
        } else {
            to.line("baton " + Version.current() + " (Java " + java + ")");
        }
        return ExitCode.OK.number();
    }
}
