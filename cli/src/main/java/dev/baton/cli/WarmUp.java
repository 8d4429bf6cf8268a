// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Does a little of everything and ends, so that the JVM knows which classes belong into the archive for fast starts. */
public final class WarmUp {
    private WarmUp() {}

    public static void main(String[] arguments) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Surroundings quiet = new Surroundings(InputStream.nullInputStream(), nowhere, nowhere, Map.of(), false, false);
        BatonCommand.run(quiet, "version");
        BatonCommand.run(quiet, "version", "--json");
        BatonCommand.run(quiet, "help-is-not-a-command");
        BatonCommand.run(quiet, "status", "--help");
    }
}
