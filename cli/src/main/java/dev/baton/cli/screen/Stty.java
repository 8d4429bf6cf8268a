// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The settings of the terminal, by the program that every Unix has for them. */
final class Stty {
    private static final File TTY = new File("/dev/tty");

    private Stty() {}

    static String run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectInput(TTY)
                .redirectErrorStream(true)
                .start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        try {
            if (process.waitFor() != 0) {
                throw new IOException("stty: " + answer.strip());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("stty was interrupted", stopped);
        }
        return answer;
    }
}
