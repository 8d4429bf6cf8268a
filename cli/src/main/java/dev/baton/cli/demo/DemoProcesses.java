// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The processes of a demo and the folder of their files: all gone once it is closed. */
public final class DemoProcesses implements AutoCloseable {
    private final Path folder;
    private final List<DemoProcess> started = new ArrayList<>();
    private boolean closed;

    /** What a process needs before it starts. */
    @FunctionalInterface
    public interface Preparation {
        /** Writes its files into its own folder, and answers with its arguments. */
        List<String> in(Path folder) throws IOException;
    }

    private DemoProcesses(Path folder) {
        this.folder = folder;
    }

    public static DemoProcesses open() {
        try {
            return new DemoProcesses(Files.createTempDirectory("baton-demo-"));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** The folder that has the others in it. */
    public Path folder() {
        return folder;
    }

    /** The folder of one process, which may not exist yet. */
    public Path folder(String id) {
        return folder.resolve(id);
    }

    /** Either before {@link #close()}, which then finds it, or not at all. */
    public synchronized DemoProcess start(String id, Preparation preparation) {
        if (closed) {
            throw new DemoFailure("the demo is over");
        }
        try {
            Path own = Files.createDirectories(folder(id));
            DemoProcess process = DemoProcess.start(own, preparation.in(own));
            started.add(process);
            return process;
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Writes a file that only this user can read. */
    public static Path writePrivate(Path file, String text) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, text);
    }

    /** Ends everything, and leaves nothing behind. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        started.forEach(DemoProcess::kill);
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(DemoProcesses::delete);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
