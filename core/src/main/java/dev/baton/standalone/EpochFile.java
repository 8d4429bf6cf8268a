// SPDX-License-Identifier: Apache-2.0
package dev.baton.standalone;

import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.UnavailableException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Epochs that survive the process, in a small text file: a heading, one line per election, an end mark. A new epoch is
 * on the disk before it is handed out. The file is replaced as a whole, so a crash leaves the old or the new one; a
 * file that is torn, foreign or in use by another process is refused, because guessing could reuse an epoch.
 */
final class EpochFile implements EpochSource {
    private static final String HEADING = "baton-epochs 1";
    private static final String END = "end";

    /** The files in use by this process. A second channel on one of them would drop the first one's lock on closing. */
    private static final Set<Path> IN_USE = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel lockChannel;
    private final FileLock lock;
    private final Map<ElectionName, Epoch> last;
    private boolean closed;

    EpochFile(Path path) {
        this.file = real(path.toAbsolutePath().normalize());
        FileChannel channel = null;
        if (!IN_USE.add(file)) {
            throw inUse();
        }
        try {
            channel = FileChannel.open(sibling(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            this.lockChannel = channel;
            this.lock = lock(channel);
            this.last = read();
        } catch (IOException problem) {
            closeQuietly(channel);
            IN_USE.remove(file);
            throw unusable(file, problem);
        } catch (RuntimeException problem) {
            closeQuietly(channel);
            IN_USE.remove(file);
            throw problem;
        }
    }

    /** The one path of a file, whatever links lead to it: its lock is beside it, and is taken by one path only. */
    private static Path real(Path path) {
        Path parent = parent(path);
        try {
            if (!Files.isDirectory(parent)) {
                Files.createDirectories(parent);
            }
            return Files.exists(path) ? path.toRealPath() : parent.toRealPath().resolve(path.getFileName());
        } catch (IOException problem) {
            throw unusable(path, problem);
        }
    }

    private static UnavailableException unusable(Path path, IOException problem) {
        return new UnavailableException("state file " + path + " cannot be used: " + problem, problem);
    }

    private FileLock lock(FileChannel channel) throws IOException {
        FileLock taken = channel.tryLock();
        if (taken == null) {
            throw inUse();
        }
        return taken;
    }

    private UnavailableException inUse() {
        return new UnavailableException("state file " + file + " is in use by another node");
    }

    private Map<ElectionName, Epoch> read() throws IOException {
        Map<ElectionName, Epoch> epochs = new TreeMap<>();
        String[] lines;
        try {
            lines = Files.readString(file, StandardCharsets.UTF_8).split("\n", -1);
        } catch (NoSuchFileException first) {
            return epochs;
        }
        if (lines.length < 3
                || !lines[0].equals(HEADING)
                || !lines[lines.length - 2].equals(END)
                || !lines[lines.length - 1].isEmpty()) {
            throw damaged("it does not begin with \"" + HEADING + "\" and end with \"" + END + "\"");
        }
        for (int i = 1; i < lines.length - 2; i++) {
            String[] words = lines[i].split(" ", -1);
            if (words.length != 2) {
                throw damaged("line " + (i + 1) + " is not an election and its epoch");
            }
            try {
                Epoch twice = epochs.put(ElectionName.of(words[0]), Epoch.of(Long.parseLong(words[1])));
                if (twice != null) {
                    throw damaged("line " + (i + 1) + " names " + words[0] + " again");
                }
            } catch (IllegalArgumentException problem) {
                throw damaged("line " + (i + 1) + ": " + problem.getMessage());
            }
        }
        return epochs;
    }

    private UnavailableException damaged(String how) {
        return new UnavailableException("state file " + file + " is damaged: " + how
                + "; restore it, or remove it once nothing remembers its epochs");
    }

    @Override
    public synchronized Epoch next(ElectionName election) {
        if (closed) {
            throw new UnavailableException("state file " + file + " is closed");
        }
        Epoch next = last.getOrDefault(election, Epoch.NONE).next();
        Map<ElectionName, Epoch> changed = new TreeMap<>(last);
        changed.put(election, next);
        try {
            write(changed);
        } catch (IOException problem) {
            throw new UnavailableException("state file " + file + " cannot be written: " + problem, problem);
        }
        last.put(election, next);
        return next;
    }

    private void write(Map<ElectionName, Epoch> epochs) throws IOException {
        StringBuilder text = new StringBuilder(HEADING).append('\n');
        epochs.forEach((election, epoch) ->
                text.append(election).append(' ').append(epoch).append('\n'));
        text.append(END).append('\n');
        Path fresh = sibling(".new");
        try (FileChannel out = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            java.nio.ByteBuffer bytes = StandardCharsets.UTF_8.encode(text.toString());
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(parent(file), StandardOpenOption.READ)) {
            // The new name must survive a power cut as well.
            directory.force(true);
        }
    }

    private static Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? Path.of("/") : parent;
    }

    private Path sibling(String suffix) {
        return parent(file).resolve(file.getFileName() + suffix);
    }

    private static void closeQuietly(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException alreadyFailing) {
            // The first problem is the one to report.
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            lock.release();
        } catch (IOException released) {
            // Closing the channel releases it too.
        }
        closeQuietly(lockChannel);
        IN_USE.remove(file);
    }
}
