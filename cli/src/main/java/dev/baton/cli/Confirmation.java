// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine.Option;

/** What changes a cluster is done for those who said so: by {@code --yes}, or asked at a terminal. */
public final class Confirmation {
    private static final int LONGEST_ANSWER = 100;

    @Option(
            names = {"-y", "--yes"},
            description = "Do it without asking.")
    private boolean yes;

    /** @throws CommandFailure unless it is confirmed */
    public void require(String question, Surroundings surroundings) {
        if (yes) {
            return;
        }
        if (!surroundings.asking()) {
            throw new CommandFailure(ExitCode.REFUSED, "NOT_CONFIRMED", question + " Say so with --yes.");
        }
        surroundings.err().print(question + " [y/N] ");
        surroundings.err().flush();
        String answer = answer(surroundings).strip().toLowerCase(Locale.ROOT);
        if (!answer.equals("y") && !answer.equals("yes")) {
            throw new CommandFailure(ExitCode.REFUSED, "NOT_CONFIRMED", "left as it is");
        }
    }

    private static String answer(Surroundings surroundings) {
        StringBuilder answer = new StringBuilder();
        try {
            for (int c = surroundings.in().read();
                    c != -1 && c != '\n' && answer.length() < LONGEST_ANSWER;
                    c = surroundings.in().read()) {
                answer.append(new String(new byte[] {(byte) c}, StandardCharsets.ISO_8859_1));
            }
            return answer.toString();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
