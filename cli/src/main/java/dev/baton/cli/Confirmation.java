// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Asks for confirmation before a command changes a cluster: by {@code --yes}, or at a terminal. */
public final class Confirmation {
    private static final int MAX_ANSWER_LENGTH = 100;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask for confirmation.")
    private boolean yes;

    /** @throws CommandFailure unless it is confirmed */
    public void require(String question, CliEnvironment environment) {
        if (yes) {
            return;
        }
        if (!environment.terminalInput()) {
            throw new CommandFailure(ExitCode.REFUSED, "NOT_CONFIRMED", question + " Confirm with --yes.");
        }
        environment.err().print(question + " [y/N] ");
        environment.err().flush();
        String answer = answer(environment).strip().toLowerCase(Locale.ROOT);
        if (!answer.equals("y") && !answer.equals("yes")) {
            throw new CommandFailure(ExitCode.REFUSED, "NOT_CONFIRMED", "aborted; nothing changed");
        }
    }

    private static String answer(CliEnvironment environment) {
        StringBuilder answer = new StringBuilder();
        try {
            for (int c = environment.in().read();
                    c != -1 && c != '\n' && answer.length() < MAX_ANSWER_LENGTH;
                    c = environment.in().read()) {
                answer.append(new String(new byte[] {(byte) c}, StandardCharsets.ISO_8859_1));
            }
            return answer.toString();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
