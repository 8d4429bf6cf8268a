// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Ports that are free and stay so: below those that the operating system assigns by itself, never the same
 * twice in one process, and never those of another process of the same user. A process claims them block by block, by a
 * lock on a file that it holds as long as it lives: a node that is down for a moment finds its port free again.
 */
public final class FreePorts {
    private static final int MIN_PORT = 12_000;
    private static final int BLOCK = 100;
    private static final int BLOCKS = 200;

    private static final FreePorts OF_THIS_PROCESS = new FreePorts(
            Path.of(System.getProperty("java.io.tmpdir"), "baton-test-ports-" + System.getProperty("user.name")));

    private final Path folder;
    private final List<FileLock> claimed = new ArrayList<>();
    private int next;
    private int end;

    FreePorts(Path folder) {
        this.folder = folder;
    }

    /** A port of the loopback interface for a listener that starts a little later, or in another process. */
    public static int take() {
        return OF_THIS_PROCESS.port();
    }

    synchronized int port() {
        while (true) {
            if (next == end) {
                claim();
            }
            int port = next++;
            if (isFree(port)) {
                return port;
            }
        }
    }

    private void claim() {
        int first = ThreadLocalRandom.current().nextInt(BLOCKS);
        for (int tried = 0; tried < BLOCKS; tried++) {
            int block = (first + tried) % BLOCKS;
            if (claim(block)) {
                next = MIN_PORT + block * BLOCK;
                end = next + BLOCK;
                return;
            }
        }
        throw new IllegalStateException("all ports from " + MIN_PORT + " on are claimed in " + folder);
    }

    private boolean claim(int block) {
        try {
            FileChannel file = FileChannel.open(
                    Files.createDirectories(folder).resolve("block-" + block),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
            FileLock lock = tryLock(file);
            if (lock == null) {
                file.close();
                return false;
            }
            return claimed.add(lock);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException claimedHere) {
            return null;
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
