// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.ProcessSocket;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@link ProcessLock} of another process. The file stays open, so that later questions concern the very
 * file that was found first, whatever becomes of its name.
 */
final class WatchedLock implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(WatchedLock.class);

    /** For a process whose lock cannot be asked for. */
    static final WatchedLock NONE = new WatchedLock(null, Path.of(""));

    private final @Nullable FileChannel channel;
    private final Path socket;

    private WatchedLock(@Nullable FileChannel channel, Path socket) {
        this.channel = channel;
        this.socket = socket;
    }

    static WatchedLock open(Path folder, String name) {
        Path file = folder.resolve(name);
        try {
            boolean mayOpen = LockName.isOne(name)
                    && LockName.isOfAnotherProcess(name)
                    && ProcessLock.isLocal(folder)
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
            return mayOpen
                    ? new WatchedLock(
                            FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)),
                            folder.resolve(LockName.socket(name)))
                    : NONE;
        } catch (IOException | UnsupportedOperationException | SecurityException notHere) {
            LOG.debug("cannot check {}: {}", file, notHere.toString());
            return NONE;
        }
    }

    /** Free only if no process listens on the socket either. The lock is shared, so that those who ask do not disturb each other. */
    LockState state() {
        FileChannel open = channel;
        if (open == null) {
            return LockState.UNKNOWN;
        }
        try (FileLock taken = open.tryLock(0, Long.MAX_VALUE, true)) {
            boolean held = taken == null || ProcessSocket.mayBeListenedOn(socket);
            return held ? LockState.HELD : LockState.FREE;
        } catch (IOException | OverlappingFileLockException unclear) {
            LOG.debug("cannot check a lock: {}", unclear.toString());
            return LockState.UNKNOWN;
        }
    }

    @Override
    public void close() {
        if (channel != null) {
            Sockets.close(channel);
        }
    }
}
