// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The number that the operating system draws whenever it starts. */
public final class BootId {
    private static final Path FILE = Path.of("/proc/sys/kernel/random/boot_id");

    private BootId() {}

    /** The id since the last start of this machine; empty where the system has none, or hides it. */
    public static String current() {
        try {
            return Files.readString(FILE, StandardCharsets.US_ASCII).strip();
        } catch (IOException | SecurityException unknown) {
            return "";
        }
    }
}
