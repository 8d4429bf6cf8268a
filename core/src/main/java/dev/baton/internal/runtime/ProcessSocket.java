// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * A Unix socket that this process listens on until it ends. It stands beside a lock on a file, which the process would
 * lose without noticing if anything in it opened and closed that file, as a backup of the folder does. No packet filter is
 * asked about it, and a process that is stopped still listens.
 */
public final class ProcessSocket implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(ProcessSocket.class);

    /** Those who find out whether it is there connect, and are never answered. */
    private static final String ALL_MAY_CONNECT = "rw-rw-rw-";

    private final Path path;
    private final ServerSocketChannel channel;

    private ProcessSocket(Path path, ServerSocketChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Listens at a path where nothing does; empty where that cannot be, as on some file systems and for long paths. */
    public static Optional<ProcessSocket> listen(Path path) {
        try {
            Files.deleteIfExists(path);
            ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                channel.bind(UnixDomainSocketAddress.of(path));
                Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(ALL_MAY_CONNECT));
                return Optional.of(new ProcessSocket(path, channel));
            } catch (IOException | RuntimeException failed) {
                channel.close();
                throw failed;
            }
        } catch (IOException | RuntimeException failed) {
            LOG.debug("no socket at {}: {}", path, failed.toString());
            return Optional.empty();
        }
    }

    /** Whether a process may be listening there: only the kernel's word that none is counts as a no. */
    public static boolean mayBeListenedOn(Path path) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            // Without waiting: the queue of a process that accepts nothing is full at some time.
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(path));
            return true;
        } catch (ConnectException refused) {
            return false;
        } catch (IOException | RuntimeException unclear) {
            LOG.debug("cannot check {}: {}", path, unclear.toString());
            return true;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
            Files.deleteIfExists(path);
        } catch (IOException left) {
            LOG.debug("cannot remove {}: {}", path, left.toString());
        }
    }
}
