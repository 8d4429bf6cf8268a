// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.UnavailableException;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Goes once through all that a new leader does, in a small group of this process alone, and leaves nothing behind. What
 * makes a process slow when it leads for the first time is code that was never loaded and never run.
 */
final class LeaderWarmUp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderWarmUp.class);
    private static final String FOLDER = "rehearsal";
    private static final int MEMBERS = 2;
    private static final int REQUESTS = 50;
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private static final Duration CLOSING = Duration.ofSeconds(10);

    /** What was run once is there for all members of the process. */
    private static final AtomicBoolean STARTED = new AtomicBoolean();

    private static final AtomicBoolean DONE = new AtomicBoolean();

    private final Path place;
    private final Thread thread;
    private volatile boolean closed;

    /** @param folder of the member */
    LeaderWarmUp(Path folder) {
        place = folder.resolve(FOLDER);
        thread = new Thread(this::run, "baton-raft-rehearsal");
        thread.setDaemon(true);
    }

    /** Returns at once. Whatever goes wrong is of no consequence. */
    void start() {
        if (STARTED.compareAndSet(false, true)) {
            thread.start();
        }
    }

    /** Whether this process has been through a lead. */
    static boolean isDone() {
        return DONE.get();
    }

    /** A rehearsal is not reported. */
    static Level level(String member) {
        return member.startsWith(FOLDER) ? Level.DEBUG : Level.INFO;
    }

    /** A member of this process leads its own group: there is nothing left to rehearse. */
    static void done() {
        STARTED.set(true);
        DONE.set(true);
    }

    @Override
    public void close() {
        closed = true;
        UninterruptibleWait.ended(CLOSING, thread);
    }

    private void run() {
        List<RaftMember> members = new ArrayList<>();
        try {
            delete(place);
            List<MemberAddress> all = new ArrayList<>();
            for (int i = 0; i < MEMBERS; i++) {
                all.add(MemberAddress.of(FOLDER + i, "127.0.0.1", freePort()));
            }
            for (MemberAddress self : all) {
                members.add(RaftMember.rehearse(
                        MemberSettings.bootstrap(self, place.resolve(self.node().toString()), all)
                                .withVoters(3, MemberSettings.DEFAULT_GONE_AFTER),
                        List.of(new Echo())));
            }
            for (int i = 0; i < REQUESTS && !closed; i++) {
                for (RaftMember member : members) {
                    member.client().call(Echo.NAME, new byte[100], LIMIT).join();
                }
            }
            DONE.set(!closed);
        } catch (IOException | UnavailableException | CompletionException notNow) {
            LOG.debug("The rehearsal of a lead was given up", notNow);
        } finally {
            members.forEach(RaftMember::close);
            try {
                delete(place);
            } catch (IOException inTheWay) {
                LOG.debug("The rehearsal of a lead left files behind", inTheWay);
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Holds nothing. */
    private static final class Echo implements ReplicatedPart {
        private static final String NAME = "echo";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public byte[] apply(long index, byte[] entry) {
            return entry;
        }

        @Override
        public void snapshot(DataOutput out) {}

        @Override
        public void restore(DataInput in) {}

        @Override
        public PartLeader lead(GroupLeadership leadership) {
            return new PartLeader() {
                @Override
                public CompletableFuture<byte[]> call(byte[] request) {
                    return leadership.confirm().thenCompose(done -> leadership.propose(request));
                }

                @Override
                public void end() {}
            };
        }
    }
}
