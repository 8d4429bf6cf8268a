// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Debian's {@code redis-cli}, from the package redis-tools. */
public final class RedisCli {
    private static final int LIMIT_SECONDS = 20;

    private RedisCli() {}

    public static boolean isInstalled() {
        try {
            return run(List.of("redis-cli", "--version")).startsWith("redis-cli");
        } catch (UncheckedIOException missing) {
            return false;
        }
    }

    /** What it prints for one command. */
    public static String ask(int port, String... command) {
        List<String> all = new ArrayList<>(List.of("redis-cli", "-p", Integer.toString(port)));
        all.addAll(List.of(command));
        return run(all);
    }

    private static String run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(command + " did not end");
            }
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
