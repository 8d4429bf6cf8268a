// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.state;

import dev.baton.UnavailableException;
import dev.baton.internal.runtime.ProcessSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A small text file that survives a power cut, and is accepted only if it is complete. Invariants:
 *
 * <ol>
 *   <li>One process at a time has it open, by a lock on a file beside it that is never replaced, and by a socket, which it
 *       keeps also if something in the process reads that file.
 *   <li>It is replaced as a whole and forced to the disk, so that a crash leaves the old or the new content.
 *   <li>A file that is torn or changed, of a later version, another kind or another owner is refused, and left as it is:
 *       guessing could give an epoch twice.
 *   <li>What a symbolic link leads to is the file: it is locked and replaced there.
 *   <li>A copy is told from the file that it was made of, and an earlier content that was put back from the latest, see
 *       {@link #isCopy()}. The number of the latest write is in a second file beside it. While there is a copy by hard links,
 *       neither is used.
 * </ol>
 *
 * Confined to one thread at a time.
 */
public final class StateFile implements AutoCloseable {
    private static final int MAX_LINKS = 40;
    private static final String LOCK = ".lock";
    private static final String SOCKET = ".socket";
    private static final String FRESH = ".new";
    private static final String GENERATION = ".generation";
    private static final List<String> SUFFIXES = List.of(LOCK, SOCKET, FRESH, GENERATION);

    /**
     * Marks a file in use by this process. A second channel on its lock would drop the first one's lock on closing. A
     * system property, since this class may be loaded more than once in a process.
     */
    private static final String IN_USE = "dev.baton.state.inUse:";

    /** Channels that cannot be closed without dropping the lock of another one in this process. */
    private static final Set<FileChannel> NEVER_CLOSED = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final String remedy;
    private final String kind;
    private final String owner;
    private final FileChannel lock;
    private final Optional<ProcessSocket> socket;
    private final FileIdentity here;
    private final WriteGeneration latest;
    private Optional<StateText> stored;
    private boolean closed;

    /**
     * @param kind what is in it, a word
     * @param owner whose it is, on one line
     * @param remedy what to do about a file that is damaged
     * @throws UnavailableException if the file cannot be read or written, is damaged, is of another owner, or is in use
     */
    public StateFile(Path path, String kind, String owner, String remedy) {
        this(path, Optional.of(kind), Optional.of(owner), remedy);
    }

    /** What is not given is taken from the file. */
    private StateFile(Path path, Optional<String> kind, Optional<String> owner, String remedy) {
        this.file = target(path);
        this.remedy = remedy;
        if (System.getProperties().putIfAbsent(IN_USE + file, "true") != null) {
            throw inUse();
        }
        FileChannel channel = null;
        Optional<ProcessSocket> bound = Optional.empty();
        try {
            channel = FileChannel.open(sibling(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            this.lock = channel;
            if (channel.tryLock() == null || ProcessSocket.mayBeListenedOn(sibling(SOCKET))) {
                throw inUse();
            }
            this.socket = bound = ProcessSocket.listen(sibling(SOCKET));
            requireOneName(sibling(LOCK));
            this.here = FileIdentity.of(sibling(LOCK), sibling(FRESH));
            this.latest = new WriteGeneration(
                    sibling(GENERATION),
                    sibling(GENERATION + FRESH),
                    !here.born().isEmpty());
            this.stored = read();
            this.kind = kind.or(() -> stored.map(StateText::kind)).orElse("");
            this.owner = owner.or(() -> stored.map(StateText::owner)).orElse("");
            stored.ifPresent(this::check);
            if (stored.isPresent() && !isCopy() && !isAsWritten(stored.get())) {
                // The next start may come after a restart of the machine, which would make two changes at once.
                write(stored.get().at(here, nextGeneration()));
            }
        } catch (OverlappingFileLockException byAnotherName) {
            NEVER_CLOSED.add(Objects.requireNonNull(channel));
            release(null, bound);
            throw inUse();
        } catch (IOException problem) {
            release(channel, bound);
            throw new UnavailableException("state file " + file + " cannot be used: " + problem, problem);
        } catch (RuntimeException problem) {
            release(channel, bound);
            throw problem;
        }
    }

    /** The lock is never replaced: another name of it is in a folder that was copied by hard links, or is the copy. */
    private void requireOneName(Path lock) throws IOException {
        try {
            if (Files.getAttribute(lock, "unix:nlink") instanceof Integer names && names > 1) {
                throw new UnavailableException(
                        "state file " + file + " is not used: it was copied by hard links (cp -al), " + lock + " has "
                                + names + " names; delete the folder that is older");
            }
        } catch (UnsupportedOperationException | IllegalArgumentException notTold) {
            // By this operating system.
        }
    }

    /** The one path of a file, whatever links lead to it; also of one that is not there yet. */
    private static Path target(Path path) {
        Path at = path.toAbsolutePath().normalize();
        try {
            for (int links = 0; links < MAX_LINKS; links++) {
                Path parent = parent(at);
                if (!Files.isDirectory(parent)) {
                    Files.createDirectories(parent);
                }
                at = parent.toRealPath().resolve(at.getFileName());
                if (!Files.isSymbolicLink(at)) {
                    return at;
                }
                at = parent(at).resolve(Files.readSymbolicLink(at)).normalize();
            }
        } catch (IOException problem) {
            throw new UnavailableException("state file " + at + " cannot be used: " + problem, problem);
        }
        throw new UnavailableException("state file " + path + " cannot be used: more than " + MAX_LINKS + " links");
    }

    private static Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? Path.of("/") : parent;
    }

    private Path sibling(String suffix) {
        return parent(file).resolve(file.getFileName() + suffix);
    }

    private UnavailableException inUse() {
        return new UnavailableException("state file " + file + " is in use by another node");
    }

    private Optional<StateText> read() throws IOException {
        try {
            if (Files.size(file) > StateText.MAX_BYTES) {
                throw damaged("it is larger than " + StateText.MAX_BYTES + " bytes");
            }
            return Optional.of(StateText.parse(Files.readString(file, StandardCharsets.UTF_8)));
        } catch (NoSuchFileException first) {
            return Optional.empty();
        } catch (CharacterCodingException noText) {
            throw damaged("it is not a text");
        } catch (IllegalArgumentException malformed) {
            throw damaged(String.valueOf(malformed.getMessage()));
        }
    }

    private void check(StateText text) {
        if (!text.kind().equals(kind)) {
            throw new UnavailableException("state file " + file + " holds " + text.kind() + ", not " + kind);
        }
        if (!text.owner().equals(owner)) {
            throw new UnavailableException("state file " + file + " is not this node's: it is \"of " + text.owner()
                    + "\", not \"of " + owner + "\"");
        }
    }

    /** The error for content that was stored whole and is invalid all the same. */
    public UnavailableException damaged(String how) {
        return new UnavailableException("state file " + file + " is damaged: " + how + "; " + remedy);
    }

    /** What was stored last; nothing if nothing was. */
    public Optional<String> content() {
        return stored.map(StateText::content);
    }

    public Path path() {
        return file;
    }

    /**
     * Whether this is not what was stored last: a copy, whose original may be in use, or an earlier content that was
     * restored from a backup. It stays one, whatever is stored in it, until {@link #adopt()}.
     */
    public boolean isCopy() {
        return stored.isPresent() && isCopy(stored.get());
    }

    private boolean isCopy(StateText text) {
        return !text.place().isSameAs(here)
                || text.generation() < latest.number()
                || (text.generation() == latest.number() && !FileIdentity.mayBeSame(text.mark(), latest.mark()));
    }

    private boolean isAsWritten(StateText text) {
        return text.place().covers(here)
                && text.generation() == latest.number()
                && text.mark().isEmpty() == latest.mark().isEmpty()
                && FileIdentity.mayBeSame(text.mark(), latest.mark());
    }

    private long nextGeneration() {
        return Math.max(latest.number(), stored.map(StateText::generation).orElse(0L)) + 1;
    }

    /**
     * Makes this copy the original.
     *
     * @throws UnavailableException if it cannot be made to last
     */
    public void adopt() {
        stored.ifPresent(text -> store(text.at(here, nextGeneration())));
    }

    /**
     * Makes the copies at the given path the originals: a file, or the state files of a folder. The operator's word
     * that the files they were copied from are never used again.
     *
     * @return whether any was a copy
     * @throws UnavailableException if one cannot be used, or there is none
     */
    public static boolean adopt(Path path) {
        boolean copies = false;
        for (Path file : filesAt(path)) {
            try (StateFile opened = new StateFile(file, Optional.empty(), Optional.empty(), "restore it")) {
                copies |= opened.isCopy();
                opened.adopt();
            }
        }
        return copies;
    }

    private static List<Path> filesAt(Path path) {
        try (Stream<Path> all = Files.isDirectory(path) ? Files.list(path) : Stream.of(path)) {
            List<Path> files = all.filter(Files::isRegularFile)
                    .filter(file -> SUFFIXES.stream().noneMatch(file.toString()::endsWith))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new UnavailableException("there is no state file at " + path);
            }
            return files;
        } catch (IOException problem) {
            throw new UnavailableException(path + " cannot be read: " + problem, problem);
        }
    }

    /** @throws UnavailableException if it cannot be made to last; then the content is what it was */
    public void replace(String content) {
        boolean copy = isCopy();
        FileIdentity place = copy ? stored.orElseThrow().place() : here;
        long generation = copy ? stored.orElseThrow().generation() : nextGeneration();
        String mark = copy ? stored.orElseThrow().mark() : "";
        store(new StateText(kind, owner, place, generation, mark, content));
    }

    private void store(StateText next) {
        if (closed) {
            throw new UnavailableException("state file " + file + " is closed");
        }
        try {
            write(next);
        } catch (IOException problem) {
            throw new UnavailableException("state file " + file + " cannot be written: " + problem, problem);
        }
    }

    private void write(StateText unmarked) throws IOException {
        boolean original = !isCopy(unmarked);
        StateText next = original ? unmarked.notedIn(latest.prepare(unmarked.generation())) : unmarked;
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(next.toString());
        if (bytes.remaining() > StateText.MAX_BYTES) {
            throw new IOException(bytes.remaining() + " bytes are more than " + StateText.MAX_BYTES);
        }
        Path fresh = sibling(FRESH);
        try (FileChannel out = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
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
        if (original) {
            // Last: after a crash in between the text is ahead, and only a text that is behind was put back.
            latest.set(next.generation(), next.mark());
        }
        stored = Optional.of(next);
    }

    private void release(@Nullable FileChannel channel, Optional<ProcessSocket> bound) {
        bound.ifPresent(ProcessSocket::close);
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException alreadyFailing) {
            // The first problem is the one to report; the lock ends with the process at the latest.
        }
        System.getProperties().remove(IN_USE + file);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            release(lock, socket);
        }
    }
}
