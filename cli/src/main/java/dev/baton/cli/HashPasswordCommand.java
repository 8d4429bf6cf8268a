// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import dev.baton.commands.access.PasswordHash;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Hashes a password for {@code commands.users}. */
@Command(
        name = "hash-password",
        description = "Hash a password for commands.users: typed at the prompt, or the first line of standard input.")
final class HashPasswordCommand implements Callable<Integer> {
    private final CliEnvironment environment;

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Option(names = "--password-file", paramLabel = "FILE", description = "Read it from a file instead.")
    private @Nullable Path file;

    HashPasswordCommand(CliEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() throws IOException {
        Output to = output.to(environment);
        String password = file != null ? SecretFile.read(file) : typed();
        if (password.isEmpty()) {
            throw new CommandFailure(ExitCode.USAGE, "USAGE", "a password must not be empty");
        }
        String hash = PasswordHash.of(password, new SecureRandom()).encoded();
        if (to.json()) {
            to.document(JsonOutput.object().put("password_hash", hash));
        } else {
            to.line(hash);
        }
        return ExitCode.OK.number();
    }

    private String typed() throws IOException {
        Console console = environment.terminalInput() ? System.console() : null;
        if (console != null) {
            char[] secret = console.readPassword("Password: ");
            return secret == null ? "" : new String(secret);
        }
        String line = new BufferedReader(new InputStreamReader(environment.in(), StandardCharsets.UTF_8)).readLine();
        return line == null ? "" : line;
    }
}
