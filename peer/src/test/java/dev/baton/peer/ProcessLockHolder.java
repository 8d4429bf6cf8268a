// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Another process that holds a lock in a folder, until its input ends. With each byte it reads all files of the folder. */
public final class ProcessLockHolder {
    private ProcessLockHolder() {}

    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        try (ProcessLock lock = ProcessLock.take(folder).orElseThrow()) {
            System.out.println("holds " + lock.name());
            System.out.flush();
            while (System.in.read() >= 0) {
                readAll(folder);
                System.out.println("has read");
                System.out.flush();
            }
        }
    }

    /** As a backup does that runs in the process itself. */
    private static void readAll(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (Files.isRegularFile(file)) {
                    Files.readAllBytes(file);
                }
            }
        }
    }
}
