// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.ProcessSocket;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * An exclusive lock on a file, which the kernel keeps exactly as long as this process lives or until it is closed. A
 * socket next to it helps if something in this process reads the file, which would release the lock. Other processes of
 * the host ask the kernel about both, see {@link WatchedLock}.
 */
final class ProcessLock implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(ProcessLock.class);

    /** File systems whose locks only this kernel manages: no server can lose them for a live process. */
    private static final Set<String> LOCAL =
            Set.of("tmpfs", "ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "zfs", "overlay");

    private static final String UNFINISHED = ".new";

    /** Processes of other users of the host check the lock, too. */
    private static final Set<PosixFilePermission> READABLE_BY_ALL = PosixFilePermissions.fromString("rw-r--r--");

    private final Path file;
    private final FileChannel channel;
    private final FileLock lock;
    private final Optional<ProcessSocket> socket;

    private ProcessLock(Path file, FileChannel channel, FileLock lock, Optional<ProcessSocket> socket) {
        this.socket = socket;
        this.file = file;
        this.channel = channel;
        this.lock = lock;
    }

    /** Takes a lock; empty where that is not possible. Then others wait until the leases of this process expire. */
    static Optional<ProcessLock> take(Path folder) {
        Optional<String> name = LockName.choose();
        try {
            if (name.isEmpty()) {
                LOG.info(
                        "no lock can be held on this system; if this process is killed, others wait until its leases expire");
                return Optional.empty();
            }
            if (!isLocal(folder)) {
                LOG.warn(
                        "no lock can be held in {}, which is not a folder, or not local; if this process is killed,"
                                + " others wait until its leases expire",
                        folder);
                return Optional.empty();
            }
            sweep(folder);
            return Optional.of(take(folder, name.get()));
        } catch (IOException | UnsupportedOperationException | SecurityException failed) {
            LOG.warn(
                    "no lock in {}; if this process is killed, others wait until its leases expire: {}",
                    folder,
                    failed.toString());
            return Optional.empty();
        }
    }

    /** Whether this system has such locks; false if it does not tell which process this is. */
    static boolean isPossible() {
        return LockName.choose().isPresent();
    }

    private static ProcessLock take(Path folder, String name) throws IOException {
        // Before the lock, so that it ends first when the kernel closes the files of this process one by one.
        Optional<ProcessSocket> socket = ProcessSocket.listen(folder.resolve(LockName.socket(name)));
        try {
            return take(folder, name, socket);
        } catch (IOException | RuntimeException failed) {
            socket.ifPresent(ProcessSocket::close);
            throw failed;
        }
    }

    private static ProcessLock take(Path folder, String name, Optional<ProcessSocket> socket) throws IOException {
        // Under its final name the file is always locked, so that nothing considers its process gone.
        Path unfinished = folder.resolve(name + UNFINISHED);
        FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            // Not on opening: there the umask of the process takes rights away.
            Files.setPosixFilePermissions(unfinished, READABLE_BY_ALL);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw new IOException(unfinished + " is locked by another process");
            }
            Path file = folder.resolve(name);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            return new ProcessLock(file, channel, lock, socket);
        } catch (IOException | RuntimeException failed) {
            Sockets.close(channel);
            Files.deleteIfExists(unfinished);
            throw failed;
        }
    }

    static boolean isLocal(Path folder) throws IOException {
        return Files.isDirectory(folder)
                && LOCAL.contains(Files.getFileStore(folder).type());
    }

    /** Removes what killed processes left behind. */
    private static void sweep(Path folder) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                try {
                    if (isLeftBehind(folder, file.getFileName().toString())) {
                        Files.deleteIfExists(file);
                    }
                } catch (IOException notOurs) {
                    LOG.debug("cannot remove {}: {}", file, notOurs.toString());
                }
            }
        } catch (IOException | OverlappingFileLockException unreadable) {
            LOG.debug("cannot look for old locks in {}: {}", folder, unreadable.toString());
        }
    }

    private static boolean isLeftBehind(Path folder, String name) {
        if (name.endsWith(UNFINISHED)) {
            // Its process may not have locked it yet.
            return LockName.isOfDeadProcess(name.substring(0, name.length() - UNFINISHED.length()));
        }
        if (LockName.isSocket(name)) {
            return !ProcessSocket.mayBeListenedOn(folder.resolve(name));
        }
        if (!LockName.isOne(name)) {
            return false;
        }
        try (WatchedLock left = WatchedLock.open(folder, name)) {
            return left.state() == LockState.FREE;
        }
    }

    String name() {
        return file.getFileName().toString();
    }

    boolean isHeld() {
        return lock.isValid();
    }

    @Override
    public void close() {
        Sockets.close(channel);
        socket.ifPresent(ProcessSocket::close);
        try {
            Files.deleteIfExists(file);
        } catch (IOException left) {
            LOG.debug("cannot remove {}: {}", file, left.toString());
        }
    }
}
