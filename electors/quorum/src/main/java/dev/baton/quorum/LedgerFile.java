// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.UnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The state file of a voter, a small text: a heading, the cluster and node it belongs to, its mark if it has one, the
 * longest lease, one line per election, an end. Replaced as a whole and forced to the disk, so that a crash leaves the
 * old or the new one. A file that is torn, of another cluster or node, or in use by another process is refused, because
 * guessing could promise an epoch twice.
 */
public final class LedgerFile implements Ledger {
    private static final String HEADING = "baton-voter 1";
    private static final String MARK = "mark";
    private static final String END = "end";

    /** The files in use by this process. A second channel on one of them would drop the first one's lock on closing. */
    private static final Set<Path> IN_USE = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final String owner;
    private final FileChannel lockChannel;
    private final Map<ElectionName, Epoch> epochs = new TreeMap<>();
    private Optional<String> mark = Optional.empty();
    private Duration longest = Duration.ZERO;
    private boolean closed;

    /** @throws UnavailableException if the file is damaged, belongs to somebody else, or is in use */
    public LedgerFile(Path path, String cluster, String node) {
        this.file = path.toAbsolutePath().normalize();
        this.owner = "of " + cluster + " " + node;
        if (!IN_USE.add(file)) {
            throw inUse();
        }
        FileChannel channel = null;
        try {
            Files.createDirectories(parent());
            channel = FileChannel.open(sibling(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            this.lockChannel = channel;
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse();
            }
            read();
        } catch (IOException problem) {
            release(channel);
            throw new UnavailableException("state file " + file + " cannot be used: " + problem, problem);
        } catch (RuntimeException problem) {
            release(channel);
            throw problem;
        }
    }

    private UnavailableException inUse() {
        return new UnavailableException("state file " + file + " is in use by another node");
    }

    private void read() throws IOException {
        String[] lines;
        try {
            lines = Files.readString(file, StandardCharsets.UTF_8).split("\n", -1);
        } catch (NoSuchFileException first) {
            return;
        }
        if (lines.length < 5
                || !lines[0].equals(HEADING)
                || !lines[lines.length - 2].equals(END)
                || !lines[lines.length - 1].isEmpty()) {
            throw damaged("it does not begin with \"" + HEADING + "\" and end with \"" + END + "\"");
        }
        if (!lines[1].equals(owner)) {
            throw new UnavailableException(
                    "state file " + file + " is not this node's: it is \"" + lines[1] + "\", not \"" + owner + "\"");
        }
        try {
            boolean marked = lines[2].startsWith(MARK + " ");
            int lease = marked ? 3 : 2;
            mark = marked ? Optional.of(word(lines[2], MARK)) : Optional.empty();
            longest = Duration.ofMillis(Long.parseLong(word(lines[lease], "lease")));
            for (int i = lease + 1; i < lines.length - 2; i++) {
                String[] words = lines[i].split(" ", -1);
                Epoch epoch = words.length == 2 ? Epoch.of(Long.parseLong(words[1])) : Epoch.NONE;
                if (words.length != 2 || !Bounds.allow(epoch) || epochs.put(ElectionName.of(words[0]), epoch) != null) {
                    throw damaged("line " + (i + 1) + " is not an election and its epoch");
                }
            }
        } catch (IllegalArgumentException problem) {
            throw damaged(String.valueOf(problem.getMessage()));
        }
    }

    private String word(String line, String key) {
        if (!line.startsWith(key + " ")) {
            throw damaged("\"" + key + "\" is missing");
        }
        return line.substring(key.length() + 1);
    }

    private UnavailableException damaged(String how) {
        return new UnavailableException("state file " + file + " is damaged: " + how
                + "; restore it, or remove all that this node has stored, not one file of several, once nothing"
                + " remembers its epochs");
    }

    @Override
    public Epoch highest(ElectionName election) {
        return epochs.getOrDefault(election, Epoch.NONE);
    }

    @Override
    public Epoch highest() {
        return epochs.values().stream().reduce(Epoch.NONE, Epoch::max);
    }

    @Override
    public Duration longestLease() {
        return longest;
    }

    /** What tells this memory from another one of the same node; nothing if that was never said. */
    public Optional<String> mark() {
        return mark;
    }

    /**
     * Says what tells this memory from others. From then on there is a file, promises or not.
     *
     * @throws UnavailableException if it cannot be made to last
     */
    public void mark(String next) {
        store(epochs, longest, Optional.of(next));
        mark = Optional.of(next);
    }

    @Override
    public void raise(ElectionName election, Epoch epoch, Duration lease) {
        if (!epochs.containsKey(election) && epochs.size() >= Bounds.MOST_ELECTIONS) {
            throw new UnavailableException(
                    "state file " + file + " has " + epochs.size() + " elections, and takes no more");
        }
        Map<ElectionName, Epoch> changed = new TreeMap<>(epochs);
        changed.merge(election, epoch, Epoch::max);
        Duration longer = lease.compareTo(longest) > 0 ? lease : longest;
        store(changed, longer, mark);
        epochs.put(election, changed.getOrDefault(election, epoch));
        longest = longer;
    }

    private void store(Map<ElectionName, Epoch> all, Duration lease, Optional<String> marked) {
        if (closed) {
            throw new UnavailableException("state file " + file + " is closed");
        }
        try {
            write(all, lease, marked);
        } catch (IOException problem) {
            throw new UnavailableException("state file " + file + " cannot be written: " + problem, problem);
        }
    }

    private void write(Map<ElectionName, Epoch> all, Duration lease, Optional<String> marked) throws IOException {
        StringBuilder text =
                new StringBuilder(HEADING).append('\n').append(owner).append('\n');
        marked.ifPresent(it -> text.append(MARK).append(' ').append(it).append('\n'));
        text.append("lease ").append(lease.plusNanos(999_999).toMillis()).append('\n');
        all.forEach((election, epoch) ->
                text.append(election).append(' ').append(epoch).append('\n'));
        text.append(END).append('\n');
        Path fresh = sibling(".new");
        try (FileChannel out = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text.toString());
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(parent(), StandardOpenOption.READ)) {
            // The new name must survive a power cut as well.
            directory.force(true);
        }
    }

    private Path parent() {
        Path parent = file.getParent();
        return parent == null ? Path.of("/") : parent;
    }

    private Path sibling(String suffix) {
        return parent().resolve(file.getFileName() + suffix);
    }

    private void release(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException alreadyFailing) {
            // The first problem is the one to report; the lock ends with the process at the latest.
        }
        IN_USE.remove(file);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            release(lockChannel);
        }
    }
}
