// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.guarded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The clock that Baton and a guardian share: the time since the machine was started, including suspensions. */
public final class Uptime {
    private static final Path FILE = Path.of("/proc/uptime");

    private Uptime() {}

    /** In steps of 10 ms, rounded down. */
    public static Duration now() {
        try {
            String text = Files.readString(FILE);
            String[] seconds = text.substring(0, text.indexOf(' ')).split("\\.");
            return Duration.ofSeconds(Long.parseLong(seconds[0])).plusMillis(10L * Integer.parseInt(seconds[1]));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
